import { recordList } from '../domain/records.js';
import { type LocalisedText, localised } from './fragment.js';

/** Category before a command in the palette, in the order of *All Commands*. */
export const categories = {
  queue: 'Stateroom Queue',
  lane: 'Stateroom Lane',
  finding: 'Stateroom Finding',
  task: 'Stateroom Task',
  slice: 'Stateroom Slice',
  plan: 'Stateroom Plan',
  run: 'Stateroom Investigation',
  general: 'Stateroom',
} as const;
export type Category = keyof typeof categories;

/** By the first word of a command's name; general for all others. */
const ofGroup: Readonly<Record<string, Category>> = {
  ...Object.fromEntries(
    recordList.flatMap(([, { facts }]) =>
      facts.owner === 'task' && facts.word !== undefined ? [[facts.word, 'task' as const]] : [],
    ),
  ),
  ...{ queue: 'queue', import: 'queue' },
  ...{ lane: 'lane', worker: 'lane', message: 'lane', report: 'lane', control: 'lane' },
  ...{ finding: 'finding', review: 'finding' },
  ...{ now: 'task', gate: 'task', touched: 'task', compaction: 'task' },
  slice: 'slice',
  plan: 'plan',
  ...{ run: 'run', runs: 'run' },
};
const ofCommand: Readonly<Record<string, Category>> = { 'now.openPlan': 'plan' };

/** Returns the category of a command by its name below `stateroom.`: `lane` for `worker.approve`. */
export function categoryOf(name: string): Category {
  return ofCommand[name] ?? ofGroup[name.split('.')[0] ?? ''] ?? 'general';
}

export function categoryText(name: string): LocalisedText {
  const category = categoryOf(name);
  return localised(`category.${category}`, categories[category]);
}
