import * as z from 'zod';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { findFinding } from '../../records/finding/findingAccess.js';
import {
  findingField,
  findingsField,
  findingsOutput,
  noteField,
  revisionField,
} from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';
import { commitAct, findActable } from './actOnFindings.js';
import { requireDismissal } from './requireDismissal.js';

export const findingSupersede = defineOperation({
  name: 'finding.supersede',
  order: 110,
  title: 'Supersede Finding',
  asks: true,
  summary: 'Closes findings in favor of another finding; all or none.',
  input: z.strictObject({
    ids: findingsField,
    by: findingField.describe('The finding that replaces them: F-12, 12, ULID or own id'),
    note: noteField.optional().describe('Why'),
    revision: revisionField,
  }),
  output: findingsOutput,
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'supersede', listed: 'never', brief: '', rare: ['by', 'revision'] },
  cli: { positionals: ['ids'], examples: ['finding supersede F-12 --by F-15'] },
  about: 'finding',
  undo: 'findings',
  palette: 'finding',
  async run(context, input) {
    const rows = await findActable(context, input, 'supersede');
    const by = await context.store.read(transaction => findFinding(context, transaction, input.by));
    for (const row of rows) checkSuccessor(row, by);
    await requireDismissal(context, rows, 'supersede');
    const findings = await commitAct(context, 'supersede', rows, async (transaction, now) => {
      const [current] = await transaction.findings.ofIds([by.id]);
      if (current?.status === 'superseded') throw new RefusalError(supersededItself(by));
      return () => ({
        change: {
          superseded_by: by.id,
          note: input.note ?? null,
          resolved_by: context.actor.name,
          resolved_at: now,
        },
        payload: { by: formatRef('finding', by.number), note: input.note ?? null },
      });
    });
    return { findings };
  },
});

/** Prevents cycles: a finding supersedes neither itself nor others while superseded. */
function checkSuccessor(row: FindingRow, by: FindingRow): void {
  if (row.id === by.id) {
    throw refusalError('invalid_input', message('findings.supersedesItself', { finding: findingName(row) }), {
      hint: 'findings.supersedesItselfHint',
    });
  }
  if (by.status === 'superseded') throw new RefusalError(supersededItself(by));
}

function supersededItself(by: FindingRow) {
  return refuse('transition_not_allowed', message('findings.supersededItself', { finding: findingName(by) }), {
    hint: 'findings.supersededItselfHint',
    details: { by: formatRef('finding', by.number), status: 'superseded' },
  });
}
