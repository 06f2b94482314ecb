import { beforeEach, expect, it, vi } from 'vitest';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { verbatim } from '../../../messages/message.js';
import type { Repository } from '../repository.js';
import { planMoveBack, Undo, type UndoStep } from './undo.js';

const commands = vi.hoisted(() => new Map<string, () => Promise<unknown>>());

vi.mock('vscode', () => ({
  StatusBarAlignment: { Left: 1 },
  l10n: {
    t: (message: string, ...values: (string | number)[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  },
  commands: {
    executeCommand: async () => undefined,
    registerCommand: (name: string, run: () => Promise<unknown>) => {
      commands.set(name, run);
      return { dispose: () => undefined };
    },
  },
  window: {
    createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
    setStatusBarMessage: () => undefined,
  },
}));

const repository = {} as Repository;
const stale = refuse('stale', verbatim('W-2 is at revision 3, not 2.'));
const busy = refuse('store_locked', verbatim('The store is busy.'));
let undo: Undo;
let ran: string[];
let answers: Record<string, Refusal | Error | undefined>;

const step = (says: string): UndoStep => ({
  says,
  did: `${says} is undone`,
  run: async () => {
    ran.push(says);
    const answer = answers[says];
    if (answer instanceof Error) throw answer;
    return answer;
  },
});
const press = async (): Promise<unknown> => commands.get('stateroom.undo')?.();

beforeEach(() => {
  [ran, answers] = [[], {}];
  undo = new Undo({ show: () => undefined } as never);
  undo.register();
});

it('forgets what is taken back and what has changed since, and offers what was refused for a moment again', async () => {
  undo.offer(repository, ['one', 'two', 'three'].map(step));
  answers = { two: busy, three: stale };
  expect(await press()).toEqual(inEnglish(stale));
  expect([ran, undo.offered]).toEqual([['three', 'two', 'one'], 'two']);
  answers = {};
  expect(await press()).toBe(undefined);
  expect([ran, undo.offered]).toEqual([['three', 'two', 'one', 'two'], undefined]);
  undo.dispose();
});

it('offers again what failed and what was not begun', async () => {
  undo.offer(repository, ['one', 'two', 'three'].map(step));
  answers = { two: new Error('the store is gone') };
  await expect(press()).rejects.toThrow('the store is gone');
  expect([ran, undo.offered]).toEqual([['three', 'two'], 'one; two']);
  undo.dispose();
});

it('takes back once what is asked for twice at a time, and leaves an act that came meanwhile in its place', async () => {
  undo.offer(repository, [step('one')]);
  answers = { one: stale };
  const both = [press(), press()];
  undo.offer(repository, [step('later')]);
  await Promise.all(both);
  expect([ran, undo.offered]).toEqual([['one'], 'later']);
  undo.dispose();
});

it.each([
  ['before what still stands there', { priority: 2, status: 'pending' }, { priority: 2, before: 'two' }],
  [
    'to the end of its own priority where that was moved',
    { priority: 0, status: 'pending' },
    { priority: 2, position: 'bottom' },
  ],
  [
    'to the end of its own priority where that is done',
    { priority: 2, status: 'done' },
    { priority: 2, position: 'bottom' },
  ],
])('moves back %s', async (_, now, place) => {
  const [one, two] = ['one', 'two'].map(id => ({ id, ref: id, key: id, priority: 2, status: 'pending', revision: 1 }));
  const moves: unknown[] = [];
  const calls = {
    'queue.list': () => ({ items: [one, two], nextCursor: null }),
    'queue.show': () => ({ item: { ...two, ...now } }),
    'queue.reprioritise': (input: unknown) => moves.push(input),
  };
  const invoke = async ({ name }: { name: keyof typeof calls }, input: unknown): Promise<unknown> => calls[name](input);
  const plan = await planMoveBack({ invoke } as unknown as Repository, 'one');
  await plan?.({ item: { ...one, revision: 2 } })?.run();
  expect(moves).toEqual([{ id: 'one', ...place, revision: 2 }]);
});
