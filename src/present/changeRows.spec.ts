import { describe, expect, it } from 'vitest';
import type { RecentChange } from '../reports/recentChanges.js';
import { english } from '../reports/translate.js';
import { changeRows } from './changeRows.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

function change(type: string, refs: string[], more: Partial<RecentChange> = {}): RecentChange {
  const at = new Date(now - 5 * 60_000).toISOString();
  return { type, outcome: null, count: Math.max(1, refs.length), refs, actor: 'codex', text: null, at, ...more };
}
const shown = (changes: readonly RecentChange[]) =>
  (changeRows(changes, now, english)[0]?.children ?? []).map(({ label, command }) => [
    label,
    command?.command.replace('stateroom.', ''),
    JSON.stringify(command?.arguments),
  ]);

describe('what changed, as rows', () => {
  it('is nothing where nothing did', () => {
    expect(changeRows([], now, english)).toEqual([]);
  });

  it('says what happened and leads to it', () => {
    expect(
      shown([
        change('work_item_asked', ['W-2'], { text: 'Red or blue?' }),
        change('gate_overridden', ['close-check'], { text: 'release' }),
        change('changes_requested', ['feature/x']),
        change('blocker_added', ['B-1']),
        change('review_recorded', ['V-1'], { outcome: 'fail' }),
        change('finding_recorded', ['F-3'], { outcome: 'high' }),
        change('finding_reopened', ['F-3']),
        change('finding_reopened', ['F-3'], { outcome: 'true' }),
        change('work_item_resolved', ['W-1'], { outcome: 'failed' }),
        change('work_item_lease_expired', ['W-1']),
        change('evidence_recorded', ['E-1'], { outcome: 'false', text: 'npm test' }),
        change('task_started', ['T-1']),
        change('task_updated', ['T-1'], { outcome: 'review' }),
        change('plan_accepted', ['.stateroom/plans/x.md']),
        change('slice_closed', ['S-1']),
        change('decision_recorded', ['D-1']),
        change('next_action_added', ['A-1']),
        change('worker_submitted', ['L-1'], { text: 'login' }),
        change('worker_merged', ['L-2'], { text: 'cart' }),
        change('message_sent', ['M-1'], { outcome: 'question', text: 'Which key?' }),
        change('worker_reported', ['P-1'], { outcome: 'nothing_to_do', text: 'It works' }),
        change('store_restored', ['before.zip']),
        change('attempt_refused', ['L-1'], { actor: 'codex' }),
        change('attempt_refused', ['L-1', 'W-2'], { actor: null }),
      ]),
    ).toEqual([
      ['W-2 waiting for an answer: Red or blue?', 'queue.show', '[{"id":"W-2"}]'],
      ['close-check was overridden: release', 'events.tail', '[{}]'],
      ['Changes requested on feature/x', 'review.list', '[{}]'],
      ['Blocked by B-1', 'blocker.list', '[{}]'],
      ['V-1: verdict fail', 'review.list', '[{}]'],
      ['F-3 recorded, high', 'finding.openAtLine', '["F-3"]'],
      ['F-3 reopened', 'finding.openAtLine', '["F-3"]'],
      ['Decision on F-3 reverted', 'finding.openAtLine', '["F-3"]'],
      ['W-1 failed', 'queue.show', '[{"id":"W-1"}]'],
      ['Lease of W-1 expired', 'queue.show', '[{"id":"W-1"}]'],
      ['E-1 failed: npm test', 'evidence.show', '[{"id":"E-1"}]'],
      ['T-1 started', 'task.show', '[{"task":"T-1"}]'],
      ['T-1 is in review', 'task.show', '[{"task":"T-1"}]'],
      ['.stateroom/plans/x.md accepted', 'now.openPlan', '[{"plan":".stateroom/plans/x.md"}]'],
      ['S-1 closed', 'slice.packet', '[{"slice":"S-1"}]'],
      ['D-1 recorded', 'decision.list', '[{}]'],
      ['A-1 added', 'action.list', '[{}]'],
      ['L-1 submitted for review: login', 'lanes.focus', '[]'],
      ['L-2 merged: cart', 'lanes.focus', '[]'],
      ['Question asked in M-1: Which key?', 'lanes.focus', '[]'],
      ['P-1 reported: nothing to do: It works', 'lanes.focus', '[]'],
      ['Backup restored', 'events.tail', '[{}]'],
      ['codex was refused: L-1', 'events.tail', '[{}]'],
      ['Refused: 2 times', 'events.tail', '[{}]'],
    ]);
  });

  it('counts where it happened to several', () => {
    expect(
      shown([
        change('finding_recorded', ['F-3', 'F-2'], { outcome: 'medium', count: 30 }),
        change('work_item_resolved', ['W-2', 'W-1'], { outcome: 'done' }),
        change('slice_started', ['S-2', 'S-1']),
        change('worker_conflicted', ['L-2', 'L-1']),
      ]),
    ).toEqual([
      ['30 findings recorded, medium', 'findings.focus', '[]'],
      ['2 work items done', 'queue.focus', '[]'],
      ['2 slices started', 'slice.packet', '[{"slice":"S-2"}]'],
      ['Conflicts in 2 lanes', 'lanes.focus', '[]'],
    ]);
  });

  it('shows markup of others as text', () => {
    const [label] = shown([change('work_item_asked', ['W-2'], { text: 'a\nb\u202e $(x)' })])[0] ?? [];
    expect(label).toBe('W-2 waiting for an answer: a b $(x)');
  });
});
