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

describe('an event of a task', () => {
  it.each([
    ['task_started', { task: 'T-3', objective: 'Retry', branch: 'a' }, 'task_started  codex  T-3 Retry on a'],
    [
      'task_updated',
      { task: 'T-3', fields: ['status'], from: 'in_progress', status: 'review' },
      'task_updated  codex  T-3 in_progress → review',
    ],
    ['task_updated', { task: 'T-3', fields: ['focus', 'base'] }, 'task_updated  codex  T-3 focus, base'],
    ['task_archived', { task: 'T-3', status: 'review' }, 'task_archived  codex  T-3'],
    ['decision_recorded', { task: 'T-3', ref: 'D-4', decision: 'b' }, 'decision_recorded  codex  T-3 D-4 b'],
    ['blocker_added', { task: 'T-3', blocker: 'B-2', description: 'x\ny' }, 'blocker_added  codex  T-3 B-2 x y'],
    ['next_action_completed', { task: 'T-3', action: 'A-5', text: 'x' }, 'next_action_completed  codex  T-3 A-5 x'],
    [
      'files_touched',
      { task: 'T-3', count: 2, files: [{ path: 'a.ts' }, { path: 'b.ts' }] },
      'files_touched  codex  T-3 a.ts, b.ts',
    ],
    ['commit_observed', { commit: '3f2a9c1d5e6f7a8b' }, 'commit_observed  codex  3f2a9c1d5e'],
    ['gate_overridden', { hook: 'push', reason: 'hot fix' }, 'gate_overridden  codex  push hot fix'],
    [
      'review_imported',
      { task: 'T-3', run: 'V-2', verdict: 'pass', grade: 'said', says: { actor: 'Robin', role: 'human' } },
      'review_imported  codex  T-3 V-2 pass said to be by Robin counts as said',
    ],
    [
      'attempt_refused',
      { about: 'L-3', operation: 'worker.approve', why: 'An agent may not.' },
      'attempt_refused  codex  worker.approve on L-3 – An agent may not.',
    ],
    ['hooks_installed', { manager: null }, 'hooks_installed  codex'],
    ['trust_granted', { hash: 'ab', commands: 2, added: ['npm ci', 'x'] }, 'trust_granted  codex  npm ci, x'],
    [
      'lane_opened',
      { lane: 'L-3', name: 'login', branch: 'feature/login', port: 42000 },
      'lane_opened  codex  L-3 login on feature/login',
    ],
    [
      'lane_status_changed',
      { lane: 'L-3', name: 'login', from: 'active', status: 'review' },
      'lane_status_changed  codex  L-3 login active → review',
    ],
    [
      'lane_closed',
      { lane: 'L-3', name: 'login', closeReason: 'cancelled' },
      'lane_closed  codex  L-3 login cancelled',
    ],
    ['worker_started', { lane: 'L-3', name: 'login', agent: 'codex' }, 'worker_started  codex  L-3 login'],
    [
      'worker_submitted',
      { lane: 'L-3', name: 'login', commit: '3f2a9c1d5e6f7a8b' },
      'worker_submitted  codex  L-3 login at 3f2a9c1d5e',
    ],
    [
      'worker_conflicted',
      { lane: 'L-3', name: 'login', paths: ['a.ts', 'b.ts'] },
      'worker_conflicted  codex  L-3 login a.ts, b.ts',
    ],
    [
      'worker_sent_back',
      { lane: 'L-3', name: 'login', reason: 'Test it' },
      'worker_sent_back  codex  L-3 login Test it',
    ],
    [
      'worker_merged',
      { lane: 'L-3', name: 'login', into: 'main', commit: '3f2a9c1d5e6f7a8b' },
      'worker_merged  codex  L-3 login into main as 3f2a9c1d5e',
    ],
    [
      'worker_reported',
      { lane: 'L-3', name: 'login', report: 'P-4', outcome: 'done', summary: 'It works' },
      'worker_reported  codex  L-3 login P-4 done It works',
    ],
    [
      'message_sent',
      { message: 'M-7', from: 'login', to: 'person', kind: 'question', subject: 'May I?' },
      'message_sent  codex  M-7 login → person May I?',
    ],
    ['messages_acknowledged', { message: 'M-7', reader: 'login' }, 'messages_acknowledged  codex  up to M-7 by login'],
    ['deployed', { to: 'x' }, 'deployed  codex  {"to":"x"}'],
  ])('%s is told in words', (type, payload, words) => {
    expect(line(type, payload)).toBe(words);
  });
});
