import { describe, expect, it } from 'vitest';
import { everyText } from '../../../../test/support/everyText.js';
import { findOperation } from '../../../operations/catalogue.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';
import type { View } from './view.js';

const piped: View = { style: makeStyle(false), width: undefined, now: Date.parse('2026-11-02T10:00:00.000Z') };

function say(data: unknown): string {
  const operation = findOperation('repository.now');
  if (operation === undefined) throw new Error('There is no repository.now.');
  return resultText(operation, data, piped, {}, everyText);
}

const task = {
  ref: 'T-3',
  objective: 'Retry on 503',
  focus: 'The jitter',
  status: 'in_progress',
  light: false,
  branch: 'feature/t3-retry',
  base: 'main',
  workItem: 'W-7',
};
const at = '2026-11-02T09:30:00.000Z';
const empty = {
  task: null,
  elsewhere: null,
  candidates: [],
  others: [],
  plan: null,
  slices: { open: 0, committed: 0, closed: 0, rows: [] },
  actions: { pending: 0, rows: [] },
  blockers: [],
  changes: [],
  lastEventId: 0,
};

describe('now', () => {
  it('reads as a page', () => {
    const box = { id: 'count', text: 'Count the\nretries', checked: false };
    const text = say({
      ...empty,
      task,
      others: [{ ...task, ref: 'T-4', objective: 'Another', status: 'review' }],
      plan: {
        plan: { path: '.stateroom/plans/retry.md', status: 'accepted', stale: false },
        exists: true,
        items: [box, { id: 'begin', text: 'Begin', checked: true }],
        ticked: 1,
      },
      slices: { open: 1, committed: 0, closed: 2, rows: [{ ref: 'S-1', title: 'Count', status: 'open' }] },
      actions: {
        pending: 1,
        rows: [
          { ref: 'A-5', action: 'Write the test', status: 'pending' },
          { ref: 'A-4', action: 'Read', status: 'done' },
        ],
      },
      blockers: [{ ref: 'B-2', description: 'No key\u001b[31m for the server' }],
      changes: [
        { type: 'finding_recorded', outcome: 'high', count: 1, refs: ['F-1'], actor: 'claude', text: 'No limit', at },
        { type: 'work_item_claimed', outcome: null, count: 7, refs: ['W-1', 'W-2'], actor: null, text: null, at },
      ],
      lastEventId: 120,
    });
    expect(text.split('\n')).toEqual([
      'T-3  Retry on 503',
      '  status       in progress',
      '  branch       feature/t3-retry → main',
      '  work item    W-7',
      '  focus        The jitter',
      '  blockers     B-2 No key\\x1b[31m for the server',
      '  next         A-5 Write the test',
      '               A-4 Read (done)',
      '  plan         .stateroom/plans/retry.md (accepted, 1 of 2 ticked)',
      '               Count the retries count',
      '  slices       1 open, 0 committed, 2 closed',
      '               S-1 Count open',
      '  changed      F-1 recorded, high: No limit (by claude, 2026-11-02T09:30:00.000Z)',
      '               7 work items claimed (2026-11-02T09:30:00.000Z)',
      '  other tasks  T-4 Another (review)',
      '',
      'To see later changes: --after 120',
    ]);
    expect(text).not.toContain('\u001b');
  });

  it('says how to begin, and which tasks could be meant', () => {
    expect(say(empty)).toBe('No active task here. Start one: stateroom task start "Limit the rate of logins"');
    const candidates = Array.from({ length: 12 }, (_, index) => ({ ...task, ref: `T-${index + 1}` }));
    expect(say({ ...empty, candidates }).split('\n')).toEqual([
      'Several tasks match. Specify one with --task:',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(number => `  T-${number} Retry on 503 (in progress)`),
      '  and 2 more',
    ]);
  });

  it('says of a plan that it is gone or was edited', () => {
    const plan = { plan: { path: 'a.md', status: 'accepted', stale: true }, exists: true, items: [], ticked: 0 };
    expect(say({ ...empty, task, plan })).toContain(
      '\n  plan       a.md (edited since it was accepted, 0 of 0 ticked)',
    );
    expect(say({ ...empty, task, plan: { ...plan, exists: false } })).toContain(
      '\n  plan       a.md (not in this worktree)',
    );
  });
});
