import { type EntityKind, entityPrefixes } from '../../domain/identifier/identifier.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { findingList } from '../../operations/finding/findingList.js';
import { invoke } from '../../operations/invoke.js';
import { queueList } from '../../operations/queue/queueList.js';
import { runList } from '../../operations/run/runList.js';
import { taskList } from '../../operations/task/taskList.js';
import type { Context } from '../../records/context.js';

/** Most values that the protocol allows in an answer. */
const maxValues = 100;

/** Kinds of records whose refs are offered. */
export type Completed = 'item' | 'finding' | 'run' | 'task';

const entities = { item: 'workItem', finding: 'finding', run: 'run', task: 'task' } as const satisfies Record<
  Completed,
  EntityKind
>;

/**
 * Values for what was typed: refs of open records, those that the text begins first, then those whose title or text has it; each
 * kind in its own order, which is that of claims for items and of severity for findings. None where the store cannot be read.
 */
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

/** The same for the last word of a sentence; the rest of it stays in front. */
export async function completeSentence(context: Context | Refusal, typed: string): Promise<readonly string[]> {
  const [, before = '', word = ''] = /^([\s\S]*?)(\S*)$/.exec(typed) ?? [];
  // Words of a sentence are not to be replaced by what happens to contain them.
  if (word !== '' && !/^[wft](?:-\d*)?$/i.test(word)) return [];
  const refs = await completeRef(context, ['task', 'item', 'finding'], word);
  const begins = (ref: string): boolean => ref.toLowerCase().startsWith(word.toLowerCase());
  return refs.filter(begins).map(ref => before + ref);
}

async function refsOf(context: Context, kind: Completed, text: string): Promise<readonly string[]> {
  // A letter begins each ref of its kind; as part of a title it would leave most of them out.
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
    case 'task': {
      const found = await invoke(taskList, context, { live: true, limit: maxValues });
      return isRefusal(found) ? [] : found.tasks.map(({ ref }) => ref);
    }
  }
}
