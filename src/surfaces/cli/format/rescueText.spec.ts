import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../operations/catalogue.js';
import { texts as laneText } from './laneText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';

const view = { style: makeStyle(false), width: 100, now: Date.parse('2026-11-02T10:00:00.000Z') };

function say(operationName: string, data: unknown): string {
  const operation = findOperation(operationName);
  if (operation === undefined) throw new Error(`There is no ${operationName}.`);
  return resultText(operation, data, view, {}, laneText);
}

const tip = '3f2a9c1d5e6f7a8b3f2a9c1d5e6f7a8b3f2a9c1d';
const ref = 'refs/stateroom/rescue/login/20261102T095500000Z';
const rescue = {
  ref,
  lane: 'login',
  keptAt: '2026-11-02T09:55:00.000Z',
  directory: '/repositories/shop.worktrees/login',
  head: tip,
  branch: 'feature/login',
  operation: 'rebase',
  secrets: 1,
};
const lane = {
  ref: 'L-3',
  lane: 'login',
  status: 'closed',
  closeReason: 'cancelled',
  state: 'FAILED',
  worktreePath: '/repositories/shop.worktrees/login',
  worker: { attempt: 2 },
};

describe('what is kept', () => {
  it('is named when a lane is closed, with what was not kept and the way back', () => {
    const leftBehind = [
      { path: 'node_modules/', bytes: 123_000_000 },
      { path: 'inner/', bytes: null },
    ];
    for (const name of ['worker.cancel', 'lane.close']) {
      expect(
        say(name, { ...lane, worktree: 'removed', rescue: ref, leftBehind, teardownSkipped: null, stillBlocked: [] }),
      ).toBe(
        `L-3 (login) is closed, cancelled.
  Its files are backed up as login/20261102T095500000Z. To restore them: stateroom worker restore login
  Not backed up: node_modules/ (123 MB)
  Not backed up: inner/`,
      );
    }
    const left = { ...lane, worktree: 'left', rescue: null, leftBehind: [], teardownSkipped: null, stillBlocked: [] };
    expect(say('lane.close', left)).toBe(
      'L-3 (login) is closed, cancelled.\n  Its worktree stays: /repositories/shop.worktrees/login',
    );
    expect(say('lane.close', { ...left, worktree: 'removed', teardownSkipped: 'Nobody trusts `x`.' })).toBe(
      'L-3 (login) is closed, cancelled.\n  Teardown was skipped. Nobody trusts `x`.\n  A person can trust them with: stateroom trust grant',
    );
  });

  it('is followed by who waits for the work item of a closed lane', () => {
    const stillBlocked = [{ ref: 'W-2', title: 'Tell users', status: 'pending' }];
    const closed = { ...lane, worktree: 'removed', rescue: null, leftBehind: [], teardownSkipped: null, stillBlocked };
    expect(say('worker.cancel', closed)).toBe(
      'L-3 (login) is closed, cancelled.\n  Still blocked: W-2 Tell users (pending)',
    );
  });

  it('is told when it comes back, or a lane begins anew', () => {
    const restored = { ...lane, state: 'ASSIGNED', rescue: ref, missingSecrets: ['.env'], reopened: 'W-6' };
    expect(say('worker.restore', restored)).toBe(
      `L-3 (login) is assigned again, in /repositories/shop.worktrees/login.
  Its files were restored from login/20261102T095500000Z.
  W-6 is open again.
  Missing: .env (its copy next to the store no longer exists)`,
    );
    expect(say('worker.retry', { ...lane, state: 'ASSIGNED', rescue: ref, setup: null })).toBe(
      'L-3 (login) was restarted, attempt 2, in /repositories/shop.worktrees/login.\n  The last attempt is backed up as login/20261102T095500000Z.',
    );
    const elsewhere = { ref, worktreePath: '/repositories/old', head: tip, missingSecrets: [] };
    expect(
      say('lane.rescueRestore', { ...elsewhere, renamedBranches: { 'feature/login': 'feature/login-kept' } }),
    ).toBe(
      'login/20261102T095500000Z is in /repositories/old, at 3f2a9c1d5e on no branch.\n  feature/login has new commits since; its backed-up state is feature/login-kept.',
    );
  });

  it('is listed, shown, and named before it is forgotten', () => {
    const table = [
      'rescue                     kept       branch         head        in progress  secrets',
      'login/20261102T095500000Z  5 min ago  feature/login  3f2a9c1d5e  rebase             1',
    ].join('\n');
    expect(say('lane.rescues', { rescues: [rescue] })).toBe(table);
    expect(say('lane.rescues', { rescues: [] })).toBe('No backups: no worktree has been removed.');
    expect(say('lane.rescuePrune', { pruned: false, rescues: [rescue] })).toBe(
      `To delete these permanently, use --yes:\n${table}`,
    );
    expect(say('lane.rescuePrune', { pruned: true, rescues: [rescue] })).toBe(`Deleted:\n${table}`);
    const shown = {
      ...rescue,
      commit: tip,
      branches: { 'refs/heads/feature/login': tip },
      secretPaths: ['.env'],
      emptyFolders: ['tmp'],
      leftBehind: [{ path: 'dist/', bytes: 2000 }],
    };
    expect(
      resultText(findOperation('lane.rescue') as never, shown, { ...view, width: undefined } as never, {}, laneText),
    ).toBe(
      `login/20261102T095500000Z
  kept       2026-11-02T09:55:00.000Z
  worktree   /repositories/shop.worktrees/login
  head       3f2a9c1d5e on feature/login
  operation  a rebase in progress
  branches   refs/heads/feature/login 3f2a9c1d5e
  secrets    .env
  folders    tmp (empty)
  not saved  dist/ (2 kB)
  commit     ${tip}`,
    );
  });
});
