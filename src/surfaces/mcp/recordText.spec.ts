import { describe, expect, it } from 'vitest';
import { detailLines, renderText } from './text.js';

const lane = {
  ref: 'L-1',
  id: '01KAHM0Z0000000000000000AA',
  lane: 'pay',
  description: 'Pay in cents',
  kind: 'implement',
  status: 'review',
  workItem: 'W-4',
  branch: 'feature/pay',
  base: 'main',
  worktreePath: '/shop.worktrees/pay',
  ownedPaths: ['src/pay.js'],
  gitWrites: 'agent',
  adopted: false,
  port: 42000,
  agent: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  revision: 2,
  after: [],
  state: 'IN_REVIEW',
  worker: { state: 'IN_REVIEW', agent: 'codex', liveness: 'none', submitted: 'abcdef0123' },
  conflicts: [],
  repeated: false,
};

describe('the text after an act of the reader', () => {
  it('names its own lane in a line, and to who opened it where it is', () => {
    const own = { actor: 'codex', folder: '/shop.worktrees/pay' };
    expect(renderText(lane, own)).toBe('L-1 pay IN_REVIEW: Pay in cents (W-4)');
    expect(renderText(lane, { actor: 'lead', folder: '/shop' })).toBe(
      [
        'L-1 pay IN_REVIEW: Pay in cents (W-4)',
        'branch: feature/pay',
        'worktreePath: /shop.worktrees/pay',
        'ownedPaths: src/pay.js',
        'port: 42000',
      ].join('\n'),
    );
    expect(renderText({ ...lane, state: 'CONFLICTED', conflicts: ['a.js', 'b.js'] }, own)).toBe(
      'L-1 pay CONFLICTED: Pay in cents (W-4)\nconflicts: a.js, b.js',
    );
  });

  it('shows a read lane with its worker', () => {
    expect(renderText(lane)).toBe(
      [
        'L-1 pay IN_REVIEW: Pay in cents (W-4)',
        'branch: feature/pay',
        'worktreePath: /shop.worktrees/pay',
        'ownedPaths: src/pay.js',
        'port: 42000',
        'createdAt: 2026-11-21T12:00:00Z',
        'revision: 2',
        'worker: {"state":"IN_REVIEW","agent":"codex","submitted":"abcdef01"}',
      ].join('\n'),
    );
  });

  it('leaves out its own name and what it knows of a record, but names others', () => {
    const item = { ref: 'W-3', title: 'Import', status: 'in_flight', owner: 'codex', token: 2, payload: { token: 2 } };
    expect(renderText({ item, takeover: false, previousOwner: null }, { actor: 'codex' })).toBe(
      'W-3 in_flight: Import\n  payload: {"token":2}',
    );
    expect(renderText({ item }, { actor: 'claude' })).toBe(
      'W-3 in_flight: Import\n  owner: codex\n  payload: {"token":2}',
    );
    expect(renderText({ item })).toBe('W-3 in_flight: Import\n  owner: codex\n  token: 2\n  payload: {"token":2}');
  });

  it('shows nothing that it is told to hide, and not that the rest is empty', () => {
    expect(renderText({ item: { ref: 'W-1' }, backup: null }, { hidden: ['item'] })).toBe('Done.');
    expect(renderText({ backup: null })).toBe('backup: none');
  });

  it('says of a run its result, and all that a failed one said', () => {
    const evidence = {
      ref: 'E-3',
      command: 'npm test',
      exitCode: 0,
      passed: true,
      result: 'pass 1',
      commit: 'abcdef0123',
    };
    const answer = { evidence, exitCode: 0, treeChanged: false, tail: 'ok 1\npass 1\n' };
    expect(renderText(answer, { actor: 'codex' })).toBe('E-3 passed: npm test (pass 1) at abcdef01');
    expect(renderText({ ...answer, treeChanged: true }, {})).toContain('\ntreeChanged: true');
    const unread = { ...answer, evidence: { ...evidence, result: null }, tail: '1\n2\n3\n4\n5\n6\n' };
    expect(renderText(unread)).toBe('E-3 passed: npm test at abcdef01\ntail: 2\n3\n4\n5\n6');
    const failed = { ...answer, evidence: { ...evidence, passed: false, exitCode: 1 }, tail: '1\n2\n3\n4\n5\n6\n' };
    expect(renderText(failed)).toBe('E-3 failed (exit code 1): npm test (pass 1) at abcdef01\ntail: 1\n2\n3\n4\n5\n6');
  });
});

describe('the text of a read', () => {
  it('lists work in progress and what a person must do, each piece once and without commands of people', () => {
    const since = '2026-11-21T12:00:00.000Z';
    const need = {
      kind: 'approval',
      ref: 'L-2',
      item: 'W-5',
      title: 'Receipt',
      since,
      next: 'worker approve x',
      acts: [{}],
    };
    const work = {
      ref: 'W-5',
      title: 'Receipt',
      item: 'W-5',
      lane: 'L-2',
      laneName: 'x',
      who: 'codex',
      state: 'IN_REVIEW',
      since,
    };
    const claims = [
      { ref: 'W-5', title: 'Receipt', status: 'in_flight' },
      { ref: 'W-6', title: 'Rates', status: 'in_flight' },
    ];
    expect(
      renderText({
        health: { state: 'ready', location: '/store' },
        needs: [need],
        inProgress: [work],
        needsYou: [],
        inFlight: claims,
      }),
    ).toBe(
      [
        'needs:',
        '- L-2 approval: Receipt (W-5) since=2026-11-21T12:00:00Z',
        'inProgress:',
        '- W-5 IN_REVIEW: Receipt lane=L-2 who=codex since=2026-11-21T12:00:00Z',
        'inFlight:',
        '- W-6 in_flight: Rates',
      ].join('\n'),
    );
    expect(renderText({ health: { state: 'corrupt', location: '/store' } })).toBe(
      'health: {"state":"corrupt","location":"/store"}',
    );
  });

  it('shortens events of Stateroom, but none of others and none that is shown alone', () => {
    const event = { id: 4, at: '2026-11-21T12:00:00.000Z', actor: 'codex', workItem: 'W-7' };
    const payload = { token: 3, status: 'done', leaseUntil: null };
    const own = { ...event, type: 'work_item_resolved', payload };
    expect(renderText({ events: [own] })).toBe(
      'events:\n- #4 2026-11-21T12:00:00Z work_item_resolved W-7 by codex {"status":"done"}',
    );
    expect(renderText({ events: [own] }, { isWhole: true })).toContain('{"token":3,"status":"done","leaseUntil":null}');
    expect(renderText({ events: [{ ...own, payload: { passed: false, exitCode: 1 } }] })).toContain('{"passed":false}');
    expect(renderText({ events: [{ ...event, type: 'deployed', payload: { token: 3 } }] })).toContain('{"token":3}');
  });

  it('says a reason of a gate in a line with its remedy', () => {
    const reason = {
      code: 'dirty_worktree',
      owner: 'feature_branch',
      text: 'Uncommitted: a.js.',
      fix: 'Commit it.',
      about: ['a.js'],
    };
    expect(renderText({ ready: false, reasons: [reason] })).toBe(
      'ready: false\nreasons:\n- dirty_worktree: Uncommitted: a.js. Commit it.',
    );
  });
});

describe('the details of a refusal', () => {
  it('are shown where its sentences do not say them', () => {
    expect(detailLines({ owner: 'ann', token: 3, lanes: [], tasks: ['T-1'] }, 'ann works on W-1 in T-1.')).toEqual([]);
    expect(detailLines({ owner: 'ann', into: 'develop' }, 'ann works on W-1.')).toEqual([
      'details: {"into":"develop"}',
    ]);
    expect(detailLines(undefined, 'No.')).toEqual([]);
  });

  it('list the problems and reasons after the first, which the sentence has', () => {
    const issues = [
      { field: 'done', problem: 'it must be text' },
      { field: 'next', problem: 'it is missing' },
    ];
    expect(detailLines({ issues }, 'Invalid input: done: it must be text.')).toEqual(['- next: it is missing']);
    const reasons = [
      { code: 'a', owner: 'x', text: 'One.', fix: 'Do it.' },
      { code: 'b', owner: 'x', text: 'Two.', fix: 'Do that.', about: ['B-1'] },
    ];
    expect(detailLines({ reasons }, 'Not finished: One. Do it.')).toEqual(['- b: Two. Do that.']);
  });
});
