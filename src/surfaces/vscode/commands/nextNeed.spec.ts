import { beforeEach, expect, it, vi } from 'vitest';
import { need } from '../../../../test/support/need.js';
import type { Need } from '../../../domain/lane/need.js';
import { NextNeed } from './nextNeed.js';

const { told, run } = vi.hoisted(() => ({ told: [] as string[], run: [] as unknown[][] }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])) },
  window: {
    showInformationMessage: async (text: string) => told.push(text),
    setStatusBarMessage: (text: string) => told.push(text),
  },
  commands: { executeCommand: async (...call: unknown[]) => run.push(call) },
}));

let needs: Need[];
let repository: string | undefined;
let next: NextNeed;

beforeEach(() => {
  told.length = 0;
  run.length = 0;
  repository = 'shop';
  needs = [
    need('workItem', 'W-1'),
    need('approval', 'L-2', { lane: 'cart' }),
    need('conflict', 'L-3', { lane: 'docs' }),
  ];
  next = new NextNeed({
    get active() {
      return repository === undefined ? undefined : ({ id: repository, invoke: async () => ({ needs }) } as never);
    },
  });
});

it('leads from a question to a review to a conflict, and then to the first again', async () => {
  for (const ref of ['W-1', 'L-2', 'L-3', 'W-1']) expect(await next.show()).toEqual({ need: ref });
  expect(run.slice(0, 3)).toEqual([
    ['stateroom.queue.show', { id: 'W-1' }],
    ['stateroom.lane.showChanges', { lane: 'cart' }],
    ['stateroom.lane.showPage', { lane: 'docs' }],
  ]);
  expect(told[1]).toBe('Needs You: 2 of 3');
});

it('goes on with what took the place of a need that is done with', async () => {
  await next.show();
  await next.show();
  needs.splice(1, 1);
  expect(await next.show()).toEqual({ need: 'L-3' });
  needs.splice(1, 1);
  expect(await next.show()).toEqual({ need: 'W-1' });
  // A more urgent one above does not send it back.
  needs.unshift(need('findings', 'F-1'));
  needs.push(need('dead', 'L-9', { lane: 'mail' }));
  expect(await next.show()).toEqual({ need: 'L-9' });
});

it('says when nothing needs the person, and begins at the first one in another repository', async () => {
  await next.show();
  repository = 'bank';
  expect(await next.show()).toEqual({ need: 'W-1' });
  needs = [];
  expect(await next.show()).toBeUndefined();
  expect(told.at(-1)).toBe('Nothing needs you.');
  repository = undefined;
  expect(await next.show()).toBeUndefined();
});
