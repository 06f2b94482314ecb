import { expect, it } from 'vitest';
import { message } from '../../../messages/message.js';
import { type ControlReport, heldBy, presentControl } from './presentControl.js';

const shift = {
  ...{
    startedBy: 'Ann',
    started: '2026-11-27T22:00:00.000Z',
    until: '2026-11-28T06:00:00.000Z',
    policy: 'edit' as const,
  },
  ...{ stop: null, stoppedBy: null, stopAsked: null, ended: null, read: null },
};
const budget = { money: 25, tokens: null, minutes: null };
const used = { money: 18.4, tokens: 1200, minutes: 60 };

function decision(
  subject: string,
  more: Partial<ControlReport['needsYou'][number]>,
): ControlReport['needsYou'][number] {
  return {
    ...{ subject, title: `About ${subject}`, act: 'wait', reason: 'full', needsYou: false, agent: null },
    ...{ until: null, count: null, text: message('control.full', { count: 3 }) },
    ...more,
  };
}

function report(more: Partial<ControlReport>): ControlReport {
  const settled = { done: [], needsYou: [], gaveUp: [], withoutCost: [] };
  return { pass: null, shift, ...settled, used, budget, ...more };
}

const signIn = decision('W-3', {
  reason: 'signIn',
  needsYou: true,
  text: message('control.signIn', { agent: 'codex' }),
});

it('shows one line while control is on, with its use and what ends all starts', () => {
  const decisions = [
    decision('control', { reason: 'timeOver', text: message('control.timeOver') }),
    decision('W-2', {}),
    signIn,
    decision('W-4', { reason: 'asksYou', needsYou: true, text: message('control.asksYou', { detail: '5 or 10?' }) }),
    decision('W-5', { act: 'start', reason: 'ready', text: message('control.ready') }),
  ];
  const pass = {
    shift,
    checkedAt: '2026-11-28T01:00:00.000Z',
    running: 3,
    atOnce: 4,
    agents: [],
    budget,
    used,
    hash: '',
  };
  const on = report({ pass: { ...pass, decisions } });
  expect(presentControl(on)).toEqual({
    on: {
      checkedAt: '2026-11-28T01:00:00.000Z',
      running: 3,
      atOnce: 4,
      until: '2026-11-28T06:00:00.000Z',
      notes: ['$18.40 of $25.00', 'the time until which control starts work is over'],
    },
    report: null,
  });
  const held = heldBy(on);
  expect(['W-2', 'W-3', 'W-4', 'W-5', 'W-6'].map(held)).toEqual([
    'waits: 3 agents are at work, the most at once',
    'waits for you: codex is not signed in',
    null,
    null,
    null,
  ]);
});

it('shows the report of the last time once control is off', () => {
  const lane = { lane: 'cart', branch: 'feature/cart', state: 'IN_REVIEW' as const };
  const off = report({
    done: [{ item: 'W-1', title: 'Keep the cart', ...lane, proof: 'npm test' }],
    needsYou: [signIn],
    gaveUp: [{ item: 'W-4', title: 'Refunds', why: 'No access' }],
    withoutCost: [{ agent: 'codex', tokens: 1_200_000 }],
  });
  expect(presentControl(off)).toEqual({
    on: null,
    report: {
      headline: '1 done · 1 need you · 1 gave up · $18.40 of $25.00, codex not included',
      lists: [
        { name: 'done', rows: [{ ref: 'W-1', title: 'Keep the cart', words: 'npm test passed' }] },
        { name: 'needsYou', rows: [{ ref: 'W-3', title: 'About W-3', words: 'codex is not signed in' }] },
        { name: 'gaveUp', rows: [{ ref: 'W-4', title: 'Refunds', words: 'No access' }] },
      ],
    },
  });
  expect(heldBy(null)('W-1')).toBeNull();
});
