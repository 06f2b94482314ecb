import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { type Finding, findingSchema } from '../../domain/finding/finding.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { translated } from '../../domain/text/translated.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { changeFinding, findingPayload, presentFindings } from '../../records/finding/findingAccess.js';
import { taskField } from '../../records/finding/findingFields.js';
import { findTask, placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

type NewRow = Omit<FindingRow, 'repository_id'>;

export const findingMerge = defineOperation({
  name: 'finding.merge',
  order: 130,
  title: 'Copy Findings from Other Tasks',
  asks: true,
  summary: 'Copies the findings of other tasks into one, with their ids; findings it already has keep their status.',
  input: z.strictObject({
    from: z.array(wordsField(200)).min(1).max(20).describe(translated('Tasks to copy from: T-3, 3, ULID or ref')),
    task: taskField.describe('Task to copy into; default: the task of this worktree'),
  }),
  output: z.object({
    merged: z.int(),
    known: z.int(),
    findings: z.array(findingSchema),
  }),
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'merge', listed: 'never', brief: '', rare: ['from', 'task'] },
  cli: { positionals: ['from'], examples: ['finding merge T-4 T-5 --task T-3'] },
  palette: 'finding',
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
    throw refusalError(
      'invalid_input',
      message('findings.mergeIntoItself', { ref: formatRef('task', target.number), task: target.ref }),
      { hint: 'findings.mergeIntoItselfHint' },
    );
  }
  for (const id of tasks.keys()) rows.push(...(await transaction.findings.ofTask(id)));
  // An open finding decides over the same one of another task.
  return rows.sort((a, b) => Number(a.status !== 'open') - Number(b.status !== 'open') || a.number - b.number);
}

async function mergeInto(
  transaction: Transaction,
  context: Context,
  target: TaskRow,
  sources: readonly FindingRow[],
): Promise<{ merged: number; known: number; findings: Finding[] }> {
  const now = context.clock.now();
  const own = await transaction.findings.ofTask(target.id);
  const ownRefs = new Set(own.flatMap(refsOf));
  const byFingerprint = new Map(own.map(row => [row.fingerprint, row]));
  const copies = new Map<string, Copy>();
  for (const source of sources) {
    const ref = formatRef('finding', source.number);
    if (ownRefs.has(ref)) continue;
    const refs = [...refsOf(source), ref];
    const same = byFingerprint.get(source.fingerprint);
    const copy = copies.get(source.fingerprint);
    if (same !== undefined) byFingerprint.set(source.fingerprint, await addRefs(transaction, context, same, refs, now));
    else if (copy !== undefined) copy.refs.push(...refs);
    else copies.set(source.fingerprint, { source, refs });
  }
  const keys = new Set(own.flatMap(({ key }) => key ?? []));
  const rows = await insertCopies(transaction, context, target, [...copies.values()], keys, now);
  return {
    merged: rows.length,
    known: sources.length - rows.length,
    findings: await presentFindings(transaction, rows),
  };
}

/** A finding that the task lacks, with the refs of all identical ones. */
interface Copy {
  readonly source: FindingRow;
  readonly refs: string[];
}

/** Adds the other places of a finding that the task already has. */
function addRefs(
  transaction: Transaction,
  { actor }: Context,
  row: FindingRow,
  refs: readonly string[],
  now: number,
): Promise<FindingRow> {
  return changeFinding(
    { transaction, actor, now },
    row,
    { merged_from: JSON.stringify([...new Set([...refsOf(row), ...refs])]) },
    'finding_merged',
    { from: refs.join(', ') },
  );
}

async function insertCopies(
  transaction: Transaction,
  { actor, ids }: Context,
  target: TaskRow,
  copies: readonly Copy[],
  keys: Set<string>,
  now: number,
): Promise<NewRow[]> {
  if (copies.length === 0) return [];
  const first = await transaction.findings.takeNumbers(copies.length);
  const inOrder = [...copies].sort((a, b) => a.source.number - b.source.number);
  const rows = inOrder.map(
    ({ source: { repository_id: _, ...source }, refs }, index): NewRow => ({
      ...source,
      id: ids.ulid(now),
      number: first + index,
      task_id: target.id,
      key: freeKey(source, keys),
      merged_from: JSON.stringify([...new Set(refs)]),
      updated_at: now,
      revision: 1,
    }),
  );
  await transaction.findings.insert(rows);
  await transaction.events.append(
    rows.map(row => {
      const payload = { from: refsOf(row).join(', '), path: row.path, severity: row.severity };
      return newEvent(actor, now, 'finding_merged', null, findingPayload(row, payload), target.id);
    }),
  );
  return rows;
}

/** Reserves the caller's id; null if another finding of the task has it. */
function freeKey({ key }: Pick<FindingRow, 'key'>, keys: Set<string>): string | null {
  if (key === null || keys.has(key)) return null;
  keys.add(key);
  return key;
}

function refsOf(row: Pick<FindingRow, 'merged_from'>): string[] {
  return JSON.parse(row.merged_from) as string[];
}
