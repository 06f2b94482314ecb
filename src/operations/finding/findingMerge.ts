import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { findingSchema } from '../../domain/finding/finding.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { defineOperation } from '../operation.js';
import { findTask, placeOf, resolveTask } from '../task/taskAccess.js';
import { changeFinding, findingPayload, presentFindings } from './findingAccess.js';
import { taskField, wordsField } from './findingFields.js';

type NewRow = Omit<FindingRow, 'repository_id'>;

export const findingMerge = defineOperation({
  name: 'finding.merge',
  title: 'Merge Findings of Tasks',
  summary: 'Copies the findings of other tasks into one; what this task has already keeps its own status.',
  input: z.strictObject({
    from: z
      .array(wordsField('task', 200))
      .min(1, 'no task is named')
      .max(20, 'more than 20 tasks')
      .describe('Tasks to copy from: T-3, 3, ULID or ref'),
    task: taskField.describe('Task to copy into; left out: the task of this work tree'),
  }),
  output: z.object({
    merged: z.int(),
    /** Findings that the task had already. */
    known: z.int(),
    /** The new ones. */
    findings: z.array(findingSchema),
  }),
  effect: 'write',
  roles,
  mcp: { tool: 'review_findings', action: 'merge' },
  cli: { positionals: ['from'], examples: ['finding merge T-4 T-5 --task T-3'] },
  palette: true,
  async run(context, input) {
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const target = await resolveTask(transaction, place, input.task);
      const sources = await sourcesOf(transaction, target, input.from);
      return mergeInto(transaction, context, target, sources);
    });
  },
});

async function sourcesOf(transaction: Transaction, target: TaskRow, names: readonly string[]): Promise<FindingRow[]> {
  const rows: FindingRow[] = [];
  const tasks = new Map<string, TaskRow>();
  for (const name of names) {
    const task = await findTask(transaction, name);
    tasks.set(task.id, task);
  }
  if (tasks.has(target.id)) {
    throw new RefusalError(
      refuse('invalid_input', `${formatRef('task', target.number)} (${target.ref}) cannot be merged into itself.`, {
        hint: 'Name the tasks to copy from, and the task to copy into.',
      }),
    );
  }
  for (const id of tasks.keys()) rows.push(...(await transaction.findings.ofTask(id)));
  // Where two tasks say the same, the one for which it is still open decides.
  return rows.sort((a, b) => Number(a.status !== 'open') - Number(b.status !== 'open') || a.number - b.number);
}

async function mergeInto(
  transaction: Transaction,
  { clock, actor, ids }: Context,
  target: TaskRow,
  sources: readonly FindingRow[],
) {
  const now = clock.now();
  const own = await transaction.findings.ofTask(target.id);
  const byFingerprint = new Map<string, FindingRow>();
  const knownRefs = new Set<string>();
  for (const row of own) {
    byFingerprint.set(row.fingerprint, row);
    for (const ref of refsOf(row)) knownRefs.add(ref);
  }
  const fresh = new Map<string, { source: FindingRow; refs: string[] }>();
  for (const source of sources) {
    const ref = formatRef('finding', source.number);
    if (knownRefs.has(ref)) continue;
    const same = byFingerprint.get(source.fingerprint);
    const sameFresh = fresh.get(source.fingerprint);
    const refs = [...refsOf(source), ref];
    if (same !== undefined) {
      const mergedFrom = JSON.stringify([...new Set([...refsOf(same), ...refs])]);
      const changed = await changeFinding(
        transaction,
        same,
        { merged_from: mergedFrom },
        { actor, now, type: 'finding_merged', payload: { from: ref } },
      );
      byFingerprint.set(source.fingerprint, changed);
    } else if (sameFresh !== undefined) sameFresh.refs.push(...refs);
    else fresh.set(source.fingerprint, { source, refs });
  }
  const copies = [...fresh.values()].sort((a, b) => a.source.number - b.source.number);
  const first = copies.length === 0 ? 0 : await transaction.findings.takeNumbers(copies.length);
  const rows = copies.map(
    ({ source: { repository_id: _, ...source }, refs }, index): NewRow => ({
      ...source,
      id: ids.ulid(now),
      number: first + index,
      task_id: target.id,
      // The caller's own id stays with the original.
      key: null,
      merged_from: JSON.stringify([...new Set(refs)]),
      updated_at: now,
      revision: 1,
    }),
  );
  await transaction.findings.insert(rows);
  if (rows.length > 0) {
    await transaction.events.append(
      rows.map(row =>
        newEvent(
          actor,
          now,
          'finding_merged',
          null,
          findingPayload(row, { from: refsOf(row).join(', '), path: row.path, severity: row.severity }),
          target.id,
        ),
      ),
    );
  }
  return {
    merged: rows.length,
    known: sources.length - rows.length,
    findings: await presentFindings(transaction, rows),
  };
}

function refsOf(row: Pick<FindingRow, 'merged_from'>): string[] {
  return JSON.parse(row.merged_from) as string[];
}
