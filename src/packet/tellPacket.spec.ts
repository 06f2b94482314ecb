import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { seedLongTask } from '../../test/support/seedLongTask.js';
import { currentLog, flip, storeFiles } from '../../test/support/storeFiles.js';
import { invoke } from '../operations/invoke.js';
import { taskContext } from '../operations/task/taskContext.js';
import { taskStart } from '../operations/task/taskStart.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('a store that is to be minded', () => {
  /** The context of a session that opens the store after `change`. */
  async function answerAfter(change: (store: string) => void, input: { budget?: number; profile?: 'identity' } = {}) {
    await repo.store.close();
    const folder = join(repo.directory, 'store');
    change(folder);
    const store = repo.openStore();
    try {
      return await invoke(taskContext, { ...repo.context(), store }, input);
    } finally {
      await store.close();
    }
  }

  it('is named in the answer, within its budget', async () => {
    await seedLongTask(repo.store, repo.now, repo.repository);
    await repo.store.maintenance.compact();
    const flipped = (store: string) => flip(storeFiles(store, /^base\./).at(-1) ?? '', 20);
    const answer = await answerAfter(flipped, { budget: 1500 });
    expect(answer).toMatchObject({
      store: { state: 'ready', reason: 'base.00000002 is missing or damaged. base.00000001 was used instead.' },
      task: { ref: 'T-1' },
    });
    expect(bytes(answer)).toBeLessThanOrEqual(1500);
    expect(await answerAfter(() => undefined, { profile: 'identity' })).toMatchObject({
      store: { reason: expect.stringContaining('damaged') },
      profile: 'identity',
    });
  });

  it('is named where what was written later cannot be read, with or without a task', async () => {
    await repo.add('First');
    await repo.task('x-1');
    await repo.task('y-1');
    const store = { state: 'corrupt', reason: expect.stringMatching(/\.$/) };
    expect(await answerAfter(folder => flip(currentLog(folder), 'x-1'))).toMatchObject({ store });
  });

  it('is not named where all is well', async () => {
    await repo.task('x-1');
    expect(Object.keys(await repo.ok(taskContext, {}))).not.toContain('store');
  });
});

describe('the budget that a repository agrees on', () => {
  const agree = (context: object) => repo.commit('Agree', { '.stateroom/config.json': JSON.stringify({ context }) });
  beforeEach(async () => {
    await seedLongTask(repo.store, repo.now, repo.repository);
  });

  it('is that of the base branch, and shortens by default', async () => {
    agree({ budget: 2000 });
    expect(bytes(await repo.ok(taskContext, {}))).toBeLessThanOrEqual(2000);
    repo.git('switch', '-q', '-c', 'sly');
    agree({ budget: 64_000, policy: 'warn' });
    expect(bytes(await repo.ok(taskContext, {}))).toBeLessThanOrEqual(2000);
    const asked = bytes(await repo.ok(taskContext, { budget: 6000 }));
    expect(asked).toBeGreaterThan(2000);
    expect(asked).toBeLessThanOrEqual(6000);
  });

  it('is overstepped with a warning, where that is the policy', async () => {
    agree({ policy: 'warn' });
    const answer = await repo.ok(taskContext, {});
    expect(bytes(answer)).toBeGreaterThan(4000);
    expect(answer).toMatchObject({
      findings: { first: Array.from({ length: 10 }, () => expect.anything()) },
      touchedFiles: Array.from({ length: 20 }, () => expect.anything()),
      warning: expect.stringMatching(/^This answer has about \d+ bytes, over its budget of 4000\.$/),
    });
    expect(Object.keys(await repo.ok(taskContext, { budget: 64_000 }))).not.toContain('warning');
    // Who names a budget gets it.
    const asked = await repo.ok(taskContext, { budget: 2000 });
    expect(bytes(asked)).toBeLessThanOrEqual(2000);
    expect(Object.keys(asked)).not.toContain('warning');
  });

  it('refuses what is larger, where that is the policy, and says what to ask for', async () => {
    agree({ policy: 'fail' });
    const refusal = await repo.refused(taskContext, {});
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^The context of this task is \d+ bytes, over its budget of 4000\.$/),
      details: { budget: 4000, retryWith: { profile: 'hot_summary' } },
    });
    const { retryWith } = refusal.details as { retryWith: { budget: number } };
    expect(bytes(await repo.ok(taskContext, retryWith))).toBeLessThanOrEqual(retryWith.budget);
    expect(bytes(await repo.ok(taskContext, { budget: 1500 }))).toBeLessThanOrEqual(1500);
    expect(await repo.ok(taskContext, { profile: 'identity' })).toMatchObject({ task: { ref: 'T-1' } });
  });

  it('is the usual one where the settings are broken', async () => {
    repo.commit('Break', { '.stateroom/config.json': '{' });
    expect(bytes(await repo.ok(taskContext, {}))).toBeLessThanOrEqual(4000);
  });
});

describe('the context of a task with 1,000 decisions, 500 findings and 5,000 touched files', () => {
  beforeEach(async () => {
    await seedLongTask(repo.store, repo.now, repo.repository);
    repo.write('AGENTS.md', '# Agents\n');
    repo.write('openspec/changes/add-limit/proposal.md', '# Add\n');
    repo.write('openspec/changes/archive/old/proposal.md', '# Old\n');
  });

  it('is useful in 4,000 bytes, and says what it left out', async () => {
    const answer = await repo.ok(taskContext, {});
    expect(bytes(answer)).toBeLessThanOrEqual(4000);
    expect(answer).toMatchObject({
      profile: 'hot_summary',
      task: {
        ref: 'T-1',
        name: 'long-1',
        objective: 'Limit the rate of logins for each account',
        focus: 'The second of two clients',
        status: 'in_progress',
        branch: 'feature/long-1',
        base: 'main',
        revision: 1,
      },
      findings: {
        open: { high: 50, medium: 450, low: 0 },
        first: [
          { ref: 'F-10', severity: 'high', place: 'src/limit/part9.ts:3-7' },
          { ref: 'F-20', severity: 'high', place: 'src/limit/part19.ts:3-7' },
          { ref: 'F-30', severity: 'high', place: 'src/limit/part29.ts:3-7' },
          { ref: 'F-40', severity: 'high', place: 'src/limit/part39.ts:3-7' },
          { ref: 'F-50', severity: 'high', place: 'src/limit/part49.ts:3-7' },
        ],
      },
      blockers: [{ ref: 'B-1' }, { ref: 'B-2' }],
      nextActions: [{ ref: 'A-6' }, { ref: 'A-5' }, { ref: 'A-4' }, { ref: 'A-3' }, { ref: 'A-2' }],
      slices: [{ ref: 'S-12', title: 'Slice 12', status: 'open' }, { ref: 'S-11' }, { ref: 'S-10' }],
    });
    expect('omitted' in answer && answer.omitted).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^findings: \d+ of 500$/),
        expect.stringMatching(/^decisions: \d of 1000$/),
        expect.stringMatching(/^touchedFiles: \d+ of 5000$/),
      ]),
    );
  });

  it.each([1500, 2000, 3000, 6000, 12_000, 64_000])('keeps within %d bytes', async budget => {
    for (const profile of ['identity', 'hot_summary', 'review_packet', 'open_items', 'full_debug'] as const) {
      const answer = await repo.ok(taskContext, { budget, profile });
      expect(bytes(answer), profile).toBeLessThanOrEqual(budget);
      expect(answer).toMatchObject({ profile, task: { ref: 'T-1' } });
    }
  });

  it('has the sections of its profile, whatever the budget', async () => {
    const sections = async (profile: 'identity' | 'review_packet' | 'open_items' | 'full_debug') =>
      Object.keys(await repo.ok(taskContext, { profile, budget: 1500 }));
    expect(await sections('identity')).toEqual(['profile', 'task', 'omitted', 'digest']);
    expect(await sections('review_packet')).toEqual([
      'profile',
      'task',
      'findings',
      'verdicts',
      'slices',
      'decisions',
      'touchedFiles',
      'omitted',
      'digest',
    ]);
    expect(await sections('open_items')).toEqual([
      'profile',
      'task',
      'gates',
      'findings',
      'blockers',
      'nextActions',
      'omitted',
      'digest',
    ]);
  });

  it('names the documents that are there, and changes that are under way', async () => {
    expect(await repo.ok(taskContext, { budget: 8000 })).toMatchObject({
      documents: ['AGENTS.md', 'openspec/changes/add-limit'],
    });
  });

  it('shows as many touched files as were asked for', async () => {
    const answer = await repo.ok(taskContext, { profile: 'full_debug', budget: 64_000, touchedFiles: 2 });
    expect(answer).toMatchObject({
      touchedFiles: [
        { path: 'src/limit/deep/folder/file4999.ts', change: 'edit' },
        { path: 'src/limit/deep/folder/file4998.ts', change: 'edit' },
      ],
    });
  });

  it('is not repeated to who has it', async () => {
    const { digest } = await repo.ok(taskContext, {});
    expect(await repo.ok(taskContext, { digest })).toEqual({ unchanged: true, digest });
    repo.write('CLAUDE.md', '# Claude\n');
    expect(await repo.ok(taskContext, { digest, budget: 8000 })).toMatchObject({ task: { ref: 'T-1' } });
  });

  it('says what the store knows against closing, and asks git only when told', async () => {
    expect(await repo.ok(taskContext, {})).toMatchObject({
      gates: {
        store: [
          'open_high_finding',
          'open_medium_finding',
          'open_slice',
          'slice_without_decision',
          'open_blocker',
          'pending_next_action',
        ],
      },
    });
    expect(await repo.ok(taskContext, { gates: true })).toMatchObject({
      gates: {
        'review-ready': expect.arrayContaining(['open_high_finding', 'missing_test_evidence']),
        'close-check': expect.arrayContaining(['on_protected_base', 'open_blocker']),
      },
    });
  });
});

describe('where there is no task', () => {
  it('answers that, and what to do', async () => {
    repo.write('CLAUDE.md', '# Claude\n');
    expect(await repo.ok(taskContext, {})).toMatchObject({
      task: null,
      documents: ['CLAUDE.md'],
      hint: 'No task is active here. Start one for what you are asked to do.',
      queue: { ready: 0, blocked: 0, yours: [], first: [] },
    });
  });

  it('lists several that could be meant, and never guesses', async () => {
    await repo.ok(taskStart, { objective: 'One thing', here: false });
    await repo.ok(taskStart, { objective: 'Another thing', here: false });
    expect(await repo.refused(taskContext, {})).toMatchObject({
      code: 'ambiguous',
      message: '2 active tasks match: T-2 (t2-another-thing), T-1 (t1-one-thing).',
      details: {
        candidates: [
          { task: 'T-2', ref: 't2-another-thing', objective: 'Another thing', branch: 'feature/t2-another-thing' },
          { task: 'T-1', ref: 't1-one-thing', objective: 'One thing', branch: 'feature/t1-one-thing' },
        ],
      },
    });
    expect(await repo.ok(taskContext, { task: 't1-one-thing', profile: 'identity' })).toMatchObject({
      task: { ref: 'T-1' },
    });
  });
});
