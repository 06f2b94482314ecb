import { describe, expect, it } from 'vitest';
import { finding } from '../../../../test/support/finding.js';
import { lane } from '../../../../test/support/lane.js';
import { workItem } from '../../../../test/support/workItem.js';
import type { Tooltip } from '../../../present/tooltip.js';
import { findingTooltip } from './findings/findingTooltip.js';
import { laneTooltip } from './lanes/laneTooltip.js';
import { workItemTooltip } from './queue/workItemTooltip.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

/** Its lines as they are read; what can be chosen is in brackets. */
function read({ heading, lines }: Tooltip): string[] {
  const written = lines.map(parts =>
    parts
      .map(({ name, text, icon, opens }) => {
        const shown = opens === undefined ? text : `[${text}]`;
        return `${icon === undefined ? '' : `(${icon}) `}${name === undefined ? '' : `${name}: `}${shown}`;
      })
      .join(' · '),
  );
  // The zone and the way to write times are the machine's.
  return [`${heading?.ref} ${heading?.title}`, ...written].map(line =>
    line.replace(/\w+ \d+, 2026, [\d:]+\s[AP]M/g, 'T'),
  );
}

describe('what pointing at a row tells', () => {
  it('of a lane: what may go wrong, then all that its row leaves out, with links', () => {
    const login = lane(1, {
      lane: 'login',
      description: 'Limit the rate of logins',
      workItem: 'W-7',
      task: 'T-3',
      ownedPaths: ['src/login/**'],
      worker: { agent: 'codex', attempt: 2, liveness: 'STALE', lastBeatAt: '2026-11-21T11:50:00.000Z' },
    });
    const none = { lines: [], shares: [], conflicts: [], owner: undefined };
    const facts = {
      now,
      distance: { ahead: 3, behind: 1, isThere: true, isAway: false },
      warnings: [
        { ...none, path: 'src/login.ts', meets: ['cart'], lines: ['3-9'] },
        { ...none, path: 'docs/a.md', meets: [], shares: ['cart'] },
      ],
      failing: ['npm test'],
      called: (name: string) => `L-2 ${name}`,
      isTrusted: true,
    };
    expect(read(laneTooltip(login, facts))).toEqual([
      'L-1 Limit the rate of logins',
      '(error) Last run failed: npm test',
      '(warning) src/login.ts: same lines as L-2 cart · lines 3-9',
      '(info) docs/a.md: also changed in L-2 cart',
      'State: working · stale · Last heartbeat: 10 min ago',
      'Work item: [W-7] · Task: [T-3]',
      'Name: login · Branch: feature/login',
      'Target branch: main · 3 ahead, 1 behind',
      'Worktree: /repositories/shop.worktrees/login',
      'Port: 4310',
      'Owned paths: src/login/**',
      'Worker: codex · Attempt 2',
      'Opened: T · 2 h ago',
      '[Show Changes] · [Open Terminal] · [Open in New Window]',
    ]);
    expect(read(laneTooltip(login, { ...facts, isTrusted: false })).at(-1)).toBe('Opened: T · 2 h ago');
    const merged = { ...login, status: 'merged' } as const;
    expect(read(laneTooltip(merged, { ...facts, warnings: [] })).at(-1)).toBe('Opened: T · Merged 1 h ago');
  });

  it('of a work item: the question, the lease and what it depends on', () => {
    const item = workItem(12, {
      title: 'Fix the login redirect',
      status: 'in_flight',
      section: 'in_flight',
      owner: 'codex',
      priority: 1,
      leaseUntil: '2026-11-21T12:11:30.000Z',
      blockedBy: [
        { ref: 'W-3', status: 'pending' },
        { ref: 'W-4', status: 'failed' },
      ],
      queuedBy: 'Robin',
    });
    expect(read(workItemTooltip(item, now))).toEqual([
      'W-12 Fix the login redirect',
      '(robot) In progress · Priority: 1',
      'Owner: codex · lease until T (12 min left)',
      'Depends on: [W-3 (pending)] · [W-4 (failed)]',
      'Added: T · by Robin',
    ]);
    const asked = { ...item, status: 'waiting_human', question: 'Red or blue?', leaseUntil: null } as const;
    expect(read(workItemTooltip(asked, now))[1]).toBe('Question: Red or blue?');
  });

  it('of a finding: fix, severity and place', () => {
    const found = finding(4, { severity: 'high', fix: 'Stop after three tries', rule: 'no-loop', tool: 'eslint' });
    expect(read(findingTooltip(found))).toEqual([
      'F-4 Remark 4',
      'Suggested fix: Stop after three tries',
      '(error) Severity: high · open · Rule: no-loop',
      'src/app.ts:3',
      'Task: T-1',
      'Found: T · by eslint',
    ]);
    expect(findingTooltip(found).heading?.opens).toEqual({ command: 'stateroom.finding.show', arguments: ['F-4'] });
  });
});
