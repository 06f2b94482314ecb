import { describe, expect, it } from 'vitest';
import type { Task } from '../../../domain/task/task.js';
import type { GateState } from '../views/now/gateRows.js';
import { gateText } from './gateText.js';

const task = { ref: 'T-3', objective: 'Limit the logins', status: 'in_progress' } as Task;

/** Both gates as judged, by the texts of their reasons. */
function judged(review: readonly string[], close: readonly string[]): GateState {
  const gate = (name: string, texts: readonly string[]) => ({
    gate: name,
    ready: texts.length === 0,
    reasons: texts.map(text => ({ text })),
  });
  return {
    state: 'judged',
    gates: [gate('review-ready', review), gate('close-check', close)],
  } as unknown as GateState;
}

describe('the gate in the status bar', () => {
  it('counts the reasons and tells the first three', () => {
    expect(gateText(task, judged(['One\nbad.', 'Two.', 'Three.', 'Four.', 'Five.'], []))).toEqual({
      text: '$(shield) 5 to do',
      lines: ['T-3 Limit the logins', 'review-ready: 5 to do', '• One bad.', '• Two.', '• Three.', '• and 2 more'],
      spoken: ['T-3 Limit the logins', 'review-ready: 5 to do', 'One bad.', 'Two.', 'Three.', 'and 2 more'],
    });
  });

  it('is that of the review until the task is in review and it is passed', () => {
    const gates = judged([], ['A slice is open.']);
    expect(gateText(task, gates)?.text).toBe('$(pass) ready');
    expect(gateText({ ...task, status: 'review' }, gates)).toMatchObject({
      text: '$(shield) 1 to do',
      spoken: ['T-3 Limit the logins', 'close-check: 1 to do', 'A slice is open.'],
    });
    expect(gateText({ ...task, status: 'review' }, judged(['No proof.'], ['No proof.']))?.spoken[1]).toBe(
      'review-ready: 1 to do',
    );
  });

  it('says nothing without a task, and before anybody has judged', () => {
    expect(gateText(null, judged([], []))).toBeUndefined();
    expect(gateText(undefined, judged([], []))).toBeUndefined();
    expect(gateText(task, { state: 'judging' })).toBeUndefined();
    expect(gateText(task, { state: 'unknown', reason: 'Restricted' })).toBeUndefined();
  });
});
