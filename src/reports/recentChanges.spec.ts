import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../domain/event/event.js';
import { rankChanges } from './recentChanges.js';

let id = 0;
function event(type: string, payload: TimelineEvent['payload'], more: Partial<TimelineEvent> = {}): TimelineEvent {
  id += 1;
  return { id, at: '2026-11-02T10:00:00.000Z', type, actor: 'codex', role: 'agent', workItem: null, payload, ...more };
}
const told = (events: readonly TimelineEvent[], limit?: number) =>
  rankChanges(events, limit).map(({ type, outcome, count, refs }) => [type, outcome, count, refs.join(' ')]);

describe('what changed since a person looked', () => {
  it('is ranked by what hangs on it, then by how late it was', () => {
    const events = [
      event('work_item_resolved', { status: 'done' }, { workItem: 'W-1' }),
      event('finding_recorded', { finding: 'F-1', severity: 'low' }),
      event('slice_closed', { slice: 'S-1' }),
      event('evidence_recorded', { evidence: 'E-1', passed: false, command: 'npm test' }),
      event('finding_recorded', { finding: 'F-2', severity: 'high' }),
      event('changes_requested', { subject: 'feature/x', comment: 'Count the tries' }),
      event('blocker_added', { blocker: 'B-1', description: 'No key' }),
      event('attempt_refused', { about: 'L-1', operation: 'worker.approve', why: 'An agent may not.' }),
      event('work_item_asked', { question: 'Which colour?' }, { workItem: 'W-2' }),
      event('gate_overridden', { gate: 'close-check', reason: 'release' }),
    ];
    expect(told(events)).toEqual([
      ['gate_overridden', null, 1, 'close-check'],
      ['work_item_asked', null, 1, 'W-2'],
      ['attempt_refused', null, 1, 'L-1'],
      ['blocker_added', null, 1, 'B-1'],
      ['changes_requested', null, 1, 'feature/x'],
      ['finding_recorded', 'high', 1, 'F-2'],
      ['evidence_recorded', 'false', 1, 'E-1'],
      ['slice_closed', null, 1, 'S-1'],
      ['work_item_resolved', 'done', 1, 'W-1'],
      ['finding_recorded', 'low', 1, 'F-1'],
    ]);
  });

  it('is the last word on each thing', () => {
    const events = [
      event('finding_recorded', { finding: 'F-1', severity: 'high' }),
      event('finding_fixed', { finding: 'F-1' }),
      event('evidence_recorded', { evidence: 'E-1', passed: false, command: 'npm test' }),
      event('evidence_recorded', { evidence: 'E-2', passed: true, command: 'npm test' }),
      event('evidence_recorded', { evidence: 'E-3', passed: false, command: 'npm run lint' }),
      event('decision_recorded', { ref: 'D-1', decision: 'ada_choice_t1_one_bucket' }),
    ];
    expect(told(events)).toEqual([
      ['evidence_recorded', 'false', 1, 'E-3'],
      ['finding_fixed', null, 1, 'F-1'],
      ['decision_recorded', null, 1, 'D-1'],
      ['evidence_recorded', 'true', 1, 'E-2'],
    ]);
  });

  it('tells a decision taken back by mistake last, and a finding that came back first', () => {
    const events = [
      event('finding_reopened', { finding: 'F-1', reason: 'still there' }),
      event('slice_closed', { slice: 'S-1' }),
      event('finding_reopened', { finding: 'F-2', reason: 'Undone', takenBack: true }),
    ];
    expect(told(events)).toEqual([
      ['finding_reopened', null, 1, 'F-1'],
      ['slice_closed', null, 1, 'S-1'],
      ['finding_reopened', 'true', 1, 'F-2'],
    ]);
  });

  it('puts a lane that waits for a review before one that fails, and tells each lane’s last word', () => {
    const login = { lane: 'L-1', name: 'login' };
    const cart = { lane: 'L-2', name: 'cart' };
    const events = [
      event('lane_opened', login),
      event('worker_started', login),
      event('worker_started', cart),
      event('worker_submitted', { ...login, commit: 'abc' }),
      event('lane_status_changed', { ...login, from: 'active', status: 'review' }),
      event('worker_failed', { ...cart, reason: 'No key' }),
      event('message_sent', { message: 'M-1', to: 'person', kind: 'question', subject: 'Which key?' }),
      event('message_sent', { message: 'M-2', to: 'cart', kind: 'note', subject: 'Mine' }),
      event('worker_reported', { ...cart, report: 'P-1', outcome: 'blocked', summary: 'No key' }),
    ];
    expect(told(events)).toEqual([
      ['message_sent', 'question', 1, 'M-1'],
      ['worker_submitted', null, 1, 'L-1'],
      ['worker_reported', 'blocked', 1, 'P-1'],
      ['worker_failed', null, 1, 'L-2'],
    ]);
  });

  it('says the same of several in one line, with the latest first', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      event('finding_recorded', { finding: `F-${index + 1}`, severity: 'medium' }, { actor: 'eslint' }),
    );
    const [line] = rankChanges([...many, event('finding_recorded', { finding: 'F-99', severity: 'medium' })]);
    expect(line).toEqual({
      type: 'finding_recorded',
      outcome: 'medium',
      count: 26,
      refs: ['F-99', ...Array.from({ length: 19 }, (_, index) => `F-${25 - index}`)],
      actor: null,
      text: null,
      at: '2026-11-02T10:00:00.000Z',
    });
  });

  it('leaves out what people did, and what they answered since', () => {
    const events = [
      event('work_item_asked', { question: 'Which colour?' }, { workItem: 'W-2' }),
      event('work_item_advanced', { answer: 'Red' }, { workItem: 'W-2', role: 'human', actor: 'Ada' }),
      event('task_started', { task: 'T-1', objective: 'Limit logins' }, { role: 'human', actor: 'Ada' }),
      event('task_started', { task: 'T-2', objective: 'Retry' }),
    ];
    expect(rankChanges(events)).toEqual([
      {
        type: 'task_started',
        outcome: null,
        count: 1,
        refs: ['T-2'],
        actor: 'codex',
        text: 'Retry',
        at: '2026-11-02T10:00:00.000Z',
      },
    ]);
  });

  it('has no line for what nobody needs to know, for foreign types and for none', () => {
    expect(
      rankChanges([
        event('files_touched', { files: 3 }),
        event('deployed', {}),
        event('constructor', {}),
        event('task_updated', { task: 'T-1', fields: ['focus'] }),
      ]),
    ).toEqual([]);
    expect(rankChanges([])).toEqual([]);
  });

  it('has at most ten lines', () => {
    const types = ['fail', 'pass', 'pass_with_findings', 'abstain'];
    const events = [
      ...types.map((verdict, index) => event('review_recorded', { run: `V-${index}`, verdict })),
      ...['high', 'medium', 'low'].map(severity => event('finding_recorded', { finding: `F-${severity}`, severity })),
      ...['done', 'failed', 'cancelled'].map((status, index) =>
        event('work_item_resolved', { status }, { workItem: `W-${index}` }),
      ),
      event('work_item_claimed', {}, { workItem: 'W-20' }),
      event('slice_started', { slice: 'S-1', title: 'One' }),
    ];
    expect(told(events)).toHaveLength(10);
    expect(told(events).map(([type]) => type)).not.toContain('work_item_claimed');
    expect(told(events, 1)).toEqual([['review_recorded', 'fail', 1, 'V-0']]);
  });
});
