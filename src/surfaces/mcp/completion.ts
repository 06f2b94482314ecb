import { type EntityKind, entityPrefixes } from '../../domain/identifier/identifier.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { findingList } from '../../operations/finding/findingList.js';
import { invoke } from '../../operations/invoke.js';
import { queueList } from '../../operations/queue/queueList.js';
import { runList } from '../../operations/run/runList.js';
import { taskList } from '../../operations/task/taskList.js';
import type { Context } from '../../records/context.js';

/** Max values that the protocol allows in an answer. */
const maxValues = 100;

export type Completed = 'item' | 'finding' | 'run' | 'task' | 'lane';

const entities = {
  item: 'workItem',
  finding: 'finding',
  run: 'run',
  task: 'task',
  lane: 'lane',
} as const satisfies Record<Completed, EntityKind>;

/** Refs of open records: matches by ref, then by title or text. Empty if the store cannot be read. */
export async function completeRef(
  context: Context | Refusal,
  kinds: readonly Completed[],
  typed: string,
): Promise<readonly string[]> {
  if (isRefusal(context)) return [];
  const text = typed.trim().slice(0, 100);
  const found = await Promise.all(kinds.map(kind => refsOf(context, kind, text)));
  const refs = [...new Set(found.flat())];
  const begins = (ref: string): boolean => ref.toLowerCase().startsWith(text.toLowerCase());
  return [...refs.filter(begins), ...refs.filter(ref => !begins(ref))].slice(0, maxValues);
}

export async function completeSentence(context: Context | Refusal, typed: string): Promise<readonly string[]> {
  const [, before = '', word = ''] = /^([\s\S]*?)(\S*)$/.exec(typed) ?? [];
  // Only refs complete words of a sentence; matches in titles would replace ordinary words.
  if (word !== '' && !/^[wft](?:-\d*)?$/i.test(word)) return [];
  const refs = await completeRef(context, ['task', 'item', 'finding'], word);
  const begins = (ref: string): boolean => ref.toLowerCase().startsWith(word.toLowerCase());
  return refs.filter(begins).map(ref => before + ref);
}

async function refsOf(context: Context, kind: Completed, text: string): Promise<readonly string[]> {
  // Each ref of a kind begins with its letter; searching titles for that letter would leave most refs out.
  const filter = text === '' || text.toUpperCase() === entityPrefixes[entities[kind]] ? {} : { text };
  switch (kind) {
    case 'item': {
      const found = await invoke(queueList, context, { ...filter, order: 'open', limit: maxValues });
      return isRefusal(found) ? [] : found.items.flatMap(({ ref, resolvedAt }) => (resolvedAt === null ? [ref] : []));
    }
    case 'finding': {
      const found = await invoke(findingList, context, { ...filter, status: 'open', limit: maxValues });
      return isRefusal(found) ? [] : found.findings.map(({ ref }) => ref);
    }
    case 'run': {
      const found = await invoke(runList, context, { limit: maxValues });
      return isRefusal(found) ? [] : found.runs.map(({ ref }) => ref);
    }
    case 'lane': {
      const { laneList } = await import('../../operations/lane/laneList.js');
      const found = await invoke(laneList, context, {});
      const lanes = isRefusal(found) ? [] : found.lanes;
      return lanes.filter(lane => text === '' || `${lane.ref} ${lane.lane}`.includes(text)).map(({ ref }) => ref);
    }
    case 'task': {
      const found = await invoke(taskList, context, { live: true, limit: maxValues });
      return isRefusal(found) ? [] : found.tasks.map(({ ref }) => ref);
    }
  }
}
