import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { eventLine } from './eventLine.js';

const told = (type: string, payload: TimelineEvent['payload']): string =>
  eventLine({
    id: 1,
    at: '2026-11-21T12:00:00.000Z',
    type,
    actor: 'codex',
    role: 'agent',
    workItem: null,
    payload: { task: 'T-3', ...payload },
  });

describe('the line of an event', () => {
  it.each([
    ['task_started', { objective: 'Retry on 503', branch: 'a' }, 'codex started T-3: “Retry on 503”'],
    ['task_switched', { workTree: '/w' }, 'codex switched to T-3'],
    ['task_updated', { fields: ['status'], from: 'in_progress', status: 'review' }, 'codex set T-3 to review'],
    ['task_updated', { fields: ['focus', 'base'] }, 'codex changed of T-3: focus, base'],
    ['task_finished', { note: 'All good' }, 'codex finished T-3: “All good”'],
    ['task_archived', { status: 'review' }, 'codex archived T-3'],
    ['task_restored', { status: 'review' }, 'codex took T-3 out of the archive'],
    ['task_imported', { objective: 'Retry', replaced: false }, 'codex imported T-3: “Retry”'],
    ['task_imported', { objective: 'Retry', replaced: true }, 'codex replaced T-3 by a file of it: “Retry”'],
    ['decision_recorded', { ref: 'D-4', decision: 'Backoff' }, 'codex decided D-4: “Backoff”'],
    ['blocker_added', { blocker: 'B-2', description: 'No key' }, 'codex is held up by B-2: “No key”'],
    ['blocker_resolved', { blocker: 'B-2', resolution: 'Got it' }, 'codex resolved B-2: “Got it”'],
    ['next_action_added', { action: 'A-5', text: 'Test' }, 'codex added A-5: “Test”'],
    ['next_action_completed', { action: 'A-5', text: 'Test' }, 'codex has done A-5: “Test”'],
    ['next_action_skipped', { action: 'A-5', text: 'Test' }, 'codex skipped A-5: “Test”'],
    ['files_touched', { count: 1, files: [{ path: 'a.ts', change: 'edit' }] }, 'codex touched a.ts'],
    ['files_touched', { commit: 'abc', files: 2, paths: ['a.ts', 'b.ts'] }, 'codex touched a.ts, b.ts'],
    ['compaction_settings_changed', { enabled: false }, 'codex switched compaction off'],
    ['commit_observed', { commit: '3f2a9c1d5e6f7a8b' }, 'codex committed 3f2a9c1d5e'],
    ['gate_overridden', { hook: 'push', reason: 'A hot fix' }, 'codex overrode push: “A hot fix”'],
    ['hooks_installed', { manager: null }, 'codex installed the git hooks'],
  ] as const)('%s', (type, payload, line) => {
    expect(told(type, payload as unknown as TimelineEvent['payload'])).toBe(line);
  });
});
