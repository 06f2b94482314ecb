import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../domain/event/event.js';
import { english } from '../reports/translate.js';
import { eventLine, eventRefs, eventWords } from './eventSentence.js';

const asIso = (iso: string): string => iso;

const told = (type: string, payload: TimelineEvent['payload']): string =>
  eventLine(
    {
      id: 1,
      at: '2026-11-21T12:00:00.000Z',
      type,
      actor: 'codex',
      role: 'agent',
      workItem: null,
      payload: { task: 'T-3', ...payload },
    },
    english,
    asIso,
  );

const lane = { lane: 'L-3', name: 'login' };

describe('the line of an event', () => {
  it.each([
    ['task_started', { objective: 'Retry on 503', branch: 'a' }, 'codex started T-3: “Retry on 503”'],
    ['task_switched', { workTree: '/w' }, 'codex switched to T-3'],
    ['task_updated', { fields: ['status'], from: 'in_progress', status: 'review' }, 'codex set T-3 to “in review”'],
    ['task_updated', { fields: ['focus', 'base'] }, 'codex updated T-3: focus, base'],
    ['task_finished', { note: 'All good' }, 'codex finished T-3: “All good”'],
    ['task_archived', { status: 'review' }, 'codex archived T-3'],
    ['task_left', { task: 'T-3' }, 'codex ended its session on T-3'],
    ['task_restored', { status: 'review' }, 'codex restored T-3 from the archive'],
    ['task_imported', { objective: 'Retry', replaced: false }, 'codex imported T-3: “Retry”'],
    ['task_imported', { objective: 'Retry', replaced: true }, 'codex replaced T-3 with an imported file: “Retry”'],
    ['decision_recorded', { ref: 'D-4', decision: 'Backoff' }, 'codex recorded decision D-4: “Backoff”'],
    ['blocker_added', { blocker: 'B-2', description: 'No key' }, 'codex added blocker B-2: “No key”'],
    ['blocker_resolved', { blocker: 'B-2', resolution: 'Got it' }, 'codex resolved B-2: “Got it”'],
    ['next_action_added', { action: 'A-5', text: 'Test' }, 'codex added A-5: “Test”'],
    ['next_action_completed', { action: 'A-5', text: 'Test' }, 'codex completed A-5: “Test”'],
    ['next_action_skipped', { action: 'A-5', text: 'Test' }, 'codex skipped A-5: “Test”'],
    ['files_touched', { count: 1, files: [{ path: 'a.ts', change: 'edit' }] }, 'codex touched a.ts'],
    ['files_touched', { commit: 'abc', files: 2, paths: ['a.ts', 'b.ts'] }, 'codex touched a.ts, b.ts'],
    ['compaction_settings_changed', { enabled: false }, 'codex turned compaction off'],
    ['commit_observed', { commit: '3f2a9c1d5e6f7a8b' }, 'codex committed 3f2a9c1d5e'],
    ['gate_overridden', { hook: 'push', reason: 'A hot fix' }, 'codex overrode push: “A hot fix”'],
    ['tool_failed', { tool: 'Bash', command: 'make', error: 'exit code 2' }, 'codex: make failed: “exit code 2”'],
    [
      'tool_failed',
      { tool: 'Bash', command: 'make', error: 'exit code 2', count: 1 },
      'codex: make failed: “exit code 2”',
    ],
    [
      'tool_failed',
      { tool: 'Bash', command: 'make', error: 'exit code 2', count: 3 },
      'codex: make failed, 3 times so far: “exit code 2”',
    ],
    ['tool_failed', { tool: 'Edit', error: 'No such file' }, 'codex: Edit failed: “No such file”'],
    ['hooks_installed', { manager: null }, 'codex installed the git hooks'],
    ['trust_granted', { added: ['npm ci'] }, 'codex trusted the repository commands npm ci'],
    ['trust_revoked', {}, 'codex revoked trust in the repository’s commands'],
    ['plan_cursor_moved', { item: 'count', state: 'dispatched' }, 'codex moved a plan item to “handed out”: “count”'],
    ['plan_cursor_moved', { item: 'count', state: 'expired' }, 'codex moved a plan item to “expired”: “count”'],
    ['review_recorded', { verdict: 'pass', subject: 'main' }, 'codex recorded a review with verdict pass: “main”'],
    [
      'review_recorded',
      { verdict: 'pass_with_findings', subject: 'main' },
      'codex recorded a review with verdict pass with findings: “main”',
    ],
    [
      'review_imported',
      { run: 'V-2', verdict: 'pass', grade: 'said', says: { actor: 'Robin', role: 'human' } },
      'codex imported V-2 from a file that names Robin as reviewer: pass. It counts as said.',
    ],
    [
      'attempt_refused',
      { about: 'L-3', operation: 'worker.approve', why: 'An agent may not.' },
      'codex tried to approve L-3 and was refused: “An agent may not.”',
    ],
    [
      'attempt_refused',
      { about: 'L-4', operation: 'worker.restore', why: 'An agent may not.' },
      'codex tried to restore L-4 and was refused: “An agent may not.”',
    ],
    [
      'attempt_refused',
      { about: 'it', operation: 'lane.rescuePrune', why: 'An agent may not.' },
      'codex tried lane rescue-prune on it and was refused: “An agent may not.”',
    ],
    [
      'attempt_refused',
      { about: 'T-1', operation: 'git push', why: 'No.' },
      'codex tried git push on T-1 and was refused: “No.”',
    ],
    [
      'owned_path_violated',
      { ...lane, path: 'src/pay.ts', rule: 'outside' },
      'codex tried to change src/pay.ts, which L-3 login does not own',
    ],
    [
      'owned_path_violated',
      { ...lane, path: 'src/pay.ts', rule: 'outside', owner: 'L-9' },
      'codex tried to change src/pay.ts, which L-9 owns',
    ],
    [
      'owned_path_violated',
      { ...lane, path: 'src/login.ts', rule: 'owned' },
      'codex tried to change src/login.ts, which L-3 login owns',
    ],
    ['approval_refused', { ...lane, why: 'It is active.' }, 'codex could not approve L-3 login: “It is active.”'],
    ['lane_opened', { ...lane, branch: 'feature/login' }, 'codex opened L-3 login: “feature/login”'],
    ['lane_adopted', { ...lane, branch: 'x' }, 'codex adopted L-3 login: “x”'],
    ['lane_updated', { ...lane, fields: ['owned_paths', 'owner'] }, 'codex updated L-3 login: owned paths, owner'],
    [
      'lane_updated',
      { ...lane, fields: ['branch'], from: 'feature/login', branch: 'fix/login' },
      'codex found the branch of L-3 login renamed to fix/login',
    ],
    ['lane_updated', { ...lane, worktreePath: '/w' }, 'codex found L-3 login at a new path: “/w”'],
    ['lane_status_changed', { ...lane, from: 'active', status: 'review' }, 'codex set L-3 login to “in review”'],
    ['lane_status_changed', { ...lane, status: 'parked_there' }, 'codex set L-3 login to “parked there”'],
    ['lane_closed', { ...lane, closeReason: 'cancelled' }, 'codex closed L-3 login: “cancelled”'],
    ['lane_closed', lane, 'codex closed L-3 login'],
    ['lane_restored', lane, 'codex restored L-3 login'],
    ['worker_assigned', { ...lane, attempt: 1 }, 'codex assigned a worker to L-3 login'],
    ['worker_started', { ...lane, agent: 'codex' }, 'codex started work in L-3 login'],
    ['worker_started', { ...lane, agent: 'claude' }, 'codex started claude in L-3 login'],
    ['worker_submitted', { ...lane, commit: '3f2a9c1d5e6f7a8b' }, 'codex submitted L-3 login at 3f2a9c1d5e'],
    ['worker_conflicted', { ...lane, paths: ['a.ts', 'b.ts'] }, 'L-3 login has conflicts in a.ts, b.ts'],
    ['worker_failed', { ...lane, reason: 'No key' }, 'codex marked L-3 login as failed: “No key”'],
    ['worker_approved', { ...lane, commit: '3f2a9c1d5e6f7a8b' }, 'codex approved L-3 login at 3f2a9c1d5e'],
    ['worker_sent_back', { ...lane, reason: 'Test it' }, 'codex requested changes in L-3 login: “Test it”'],
    ['worker_merged', { ...lane, commit: '3f2a9c1d5e6f7a8b' }, 'codex merged L-3 login at 3f2a9c1d5e'],
    ['worker_cancelled', { ...lane, reason: 'Too early' }, 'codex cancelled L-3 login: “Too early”'],
    [
      'worker_reported',
      { ...lane, report: 'P-4', outcome: 'nothing_to_do', summary: 'It works' },
      'codex reported on L-3 login: nothing to do: “It works”',
    ],
    [
      'worker_reported',
      { ...lane, report: 'P-5', outcome: 'partial', summary: 'Half of it' },
      'codex reported on L-3 login: partial: “Half of it”',
    ],
    ['worker_report_acknowledged', { ...lane, report: 'P-4' }, 'codex acknowledged report P-4 on L-3 login'],
    [
      'message_sent',
      { message: 'M-7', from: 'login', to: 'cart', subject: 'May I?' },
      'codex sent M-7 to cart: “May I?”',
    ],
    ['messages_acknowledged', { message: 'M-7', reader: 'cart' }, 'cart acknowledged all messages up to M-7'],
    ['worker_retried', { ...lane, attempt: 2 }, 'codex restarted L-3 login'],
    ['worker_restored', lane, 'codex restored the work in L-3 login'],
  ] as const)('%s', (type, payload, line) => {
    expect(told(type, payload as unknown as TimelineEvent['payload'])).toBe(line);
  });
});

describe('the words of an event', () => {
  const event = { id: 1, at: '2026-11-21T12:00:00.000Z', actor: 'co*dex', role: 'agent', workItem: null } as const;
  const started = { ...event, type: 'task_started', payload: { task: 'T-3', objective: 'Retry _on_ <503> \\ [x]' } };

  it('are its sentence as plain text, cut where it is long', () => {
    expect(eventWords(started, 200, english, asIso)).toBe('co*dex started T-3: “Retry _on_ <503> \\ [x]”');
    expect(eventWords(started, 20, english, asIso)).toBe('co*dex started T-3:…');
  });

  it('are not known of what others write', () => {
    expect(eventWords({ ...event, type: 'deployed', payload: {} }, 200, english, asIso)).toBeUndefined();
  });
});

describe('the records that an event names', () => {
  it.each([
    ['worker_sent_back', { lane: 'L-3', reason: 'Count the tries: F-2, F-12' }, ['L-3', 'F-2', 'F-12']],
    ['worker_failed', { lane: 'L-3', reason: 'See F-2' }, ['L-3']],
    ['finding_replied', { finding: 'F-4', text: 'As F-2' }, ['F-4']],
  ])('%s', (type, payload, expected) => {
    const at = '2026-11-21T12:00:00.000Z';
    expect(eventRefs({ id: 1, at, type, actor: 'codex', role: 'agent', workItem: null, payload })).toEqual(expected);
  });
});
