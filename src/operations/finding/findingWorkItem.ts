import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingStatusWords } from '../../domain/finding/findingRule.js';
import { findingSeverities, severityFacts } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { newWorkItem, type WorkItemRequest } from '../../domain/workItem/newWorkItem.js';
import { labelsSchema, prioritySchema, workItemLimits, workItemSchema } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import { changeFinding, findFinding, presentOneFinding } from '../../records/finding/findingAccess.js';
import { findingField } from '../../records/finding/findingFields.js';
import { createdEvent } from '../../records/workItem/addRequest.js';
import { noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

/** `1 for high, 2 for medium`: default priorities of the work item. */
const defaultPriorities = findingSeverities
  .map(severity => `${severityFacts[severity].priority} for ${severity}`)
  .join(', ');

export const findingWorkItem = defineOperation({
  name: 'finding.workItem',
  order: 140,
  title: 'Create Work Item from Finding',
  menuTitle: 'Create Work Item',
  summary: 'Adds a work item for an open finding to the queue, linked both ways; returns the existing one if any.',
  input: z.strictObject({
    id: findingField,
    priority: prioritySchema.optional().describe(`0 to 4; by default ${defaultPriorities}`),
    labels: labelsSchema.optional().describe('Labels of the work item'),
  }),
  output: z.object({ inserted: z.boolean(), item: workItemSchema, finding: findingSchema }),
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'work_item', brief: 'queue it', rare: ['priority', 'labels'] },
  cli: {
    path: ['finding', 'work-item'],
    positionals: ['id'],
    flags: { labels: 'label' },
    examples: ['finding work-item F-12', 'finding work-item F-12 --priority 0 --label security'],
  },
  about: 'finding',
  palette: 'finding',
  run: (context, input) =>
    context.store.transaction(async transaction => {
      const { actor, ids } = context;
      const now = context.clock.now();
      const row = await findFinding(context, transaction, input.id);
      const existing =
        row.work_item_id === null
          ? undefined
          : await transaction.workItems.find({ by: 'ulid', ulid: row.work_item_id });
      if (existing !== undefined) {
        const item = await presentOne(transaction, existing, transaction.heartbeats(), now);
        return { inserted: false, item, finding: await presentOneFinding(transaction, row) };
      }
      const ref = formatRef('finding', row.number);
      if (row.status !== 'open') {
        return refuse(
          'transition_not_allowed',
          message('findings.nothingToWorkOn', { finding: ref, status: findingStatusWords[row.status] }),
          { hint: 'input.reopenFirst', details: { status: row.status } },
        );
      }
      const item = newWorkItem(requestOf(row, ref, input), {
        id: ids.ulid(now),
        number: await transaction.workItems.takeNumbers(1),
        now,
        actor,
        openDependencies: 0,
      });
      await transaction.workItems.insert([item]);
      await transaction.events.append([createdEvent(actor, item)]);
      const linked = await changeFinding(
        { transaction, actor, now },
        row,
        { work_item_id: item.id },
        'finding_queued',
        { workItem: formatRef('workItem', item.number) },
      );
      return {
        inserted: true,
        item: await presentOne(transaction, item, noHeartbeats, now),
        finding: await presentOneFinding(transaction, linked),
      };
    }),
});

function requestOf(
  row: FindingRow,
  ref: string,
  { priority, labels }: { priority?: number | undefined; labels?: readonly string[] | undefined },
): WorkItemRequest {
  const line = row.line_start === null ? {} : { line: row.line_start };
  return {
    title: titleOf(row, ref),
    kind: 'finding',
    payload: { finding: ref, path: row.path, ...line, severity: row.severity, text: row.text, fix: row.fix },
    priority: priority ?? severityFacts[row.severity].priority,
    labels: labels ?? [],
  };
}

function titleOf(row: FindingRow, ref: string): string {
  const characters = [...`Fix ${ref}: ${row.text.replace(/[\s\p{Cc}]+/gu, ' ').trim()}`];
  const repository = workItemLimits.title / 2;
  return characters.length > repository ? `${characters.slice(0, repository - 1).join('')}…` : characters.join('');
}
