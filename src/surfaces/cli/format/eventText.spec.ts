import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { eventLine } from './eventText.js';
import { makeStyle } from './style.js';

const line = (type: string, payload: unknown): string =>
  eventLine(
    {
      id: 1,
      at: '2026-11-21T12:00:00.000Z',
      type,
      actor: 'codex',
      role: 'agent',
      workItem: null,
      payload: payload as TimelineEvent['payload'],
    },
    { style: makeStyle(false), width: undefined, now: 0 },
  ).slice('2026-11-21T12:00:00.000Z  '.length);

describe('an event', () => {
  it.each([
    ['task_started', { task: 'T-3', objective: 'Retry' }, 'task_started  T-3  codex started T-3: “Retry”'],
    ['commit_observed', { commit: '3f2a9c1d5e6f7a8b' }, 'commit_observed  codex committed 3f2a9c1d5e'],
    [
      'decision_recorded',
      { task: 'T-3', ref: 'D-4', decision: 'b' },
      'decision_recorded  T-3 D-4  codex recorded decision D-4: “b”',
    ],
    [
      'lane_status_changed',
      { lane: 'L-3', name: 'login', from: 'active', status: 'review' },
      'lane_status_changed  L-3  codex set L-3 login to “in review”',
    ],
    [
      'message_sent',
      { message: 'M-7', from: 'login', to: 'person', kind: 'question', subject: 'May I?' },
      'message_sent  M-7  codex sent M-7 to person: “May I?”',
    ],
    ['deployed', { to: 'x' }, 'deployed  codex {"to":"x"}'],
    [
      'blocker_added',
      { task: 'T-3', blocker: 'B-2', description: 'x\ny \u001b[2J*b*' },
      'blocker_added  T-3 B-2  codex added blocker B-2: “x y \\x1b[2J*b*”',
    ],
  ])('%s is a sentence with what it is about', (type, payload, words) => {
    expect(line(type, payload)).toBe(words);
  });
});
