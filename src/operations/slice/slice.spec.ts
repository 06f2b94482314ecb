import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, otherAgent } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import { verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { StoreError } from '../../store/storeError.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { invoke } from '../invoke.js';
import { planRegister } from '../plan/planRegister.js';
import { sliceClose } from './sliceClose.js';
import { sliceCommit } from './sliceCommit.js';
import { sliceList } from './sliceList.js';
import { slicePacket } from './slicePacket.js';
import { sliceStart } from './sliceStart.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const rationale = `## Changes
- counts the retries
## Verification
- the test passes
## Schema / Contract Changes
None
## Open Threads
None`;
const test = 'grep -q done README.md';
const session = 's-1';

/** A task on its branch with a slice whose test is red, and the work done that makes it green. */
async function worked(): Promise<void> {
  repo.git('checkout', '-q', '-b', 'feature/x-1');
  await repo.task('x-1', { branch: 'feature/x-1' });
  await repo.ok(sliceStart, { title: 'Count the retries', test });
  repo.write('README.md', 'done\n');
}

/** Registers a plan with two open boxes and a ticked one as that of the only task. */
async function withPlan(): Promise<void> {
  const boxes = '- [x] Begin {#begin}\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n';
  repo.write('.stateroom/plans/limits.md', `# Limits\n\n## Objective\nLimits.\n\n## Steps\n${boxes}`);
  await repo.ok(planRegister, { plan: 'limits' });
}

describe('slice.start', () => {
  it('runs the test and records RED with HEAD, the exit code and one event', async () => {
    const task = await repo.task('x-1');
    const head = repo.git('rev-parse', 'HEAD');
    await withPlan();
    const answer = await repo.ok(sliceStart, { title: 'Count the retries', test, item: 'count' });
    expect(answer).toMatchObject({
      state: 'red',
      warning: null,
      slice: {
        ref: 'S-1',
        task: `T-${task.number}`,
        title: 'Count the retries',
        status: 'open',
        testCommand: test,
        redEvidence: 'E-1',
        planItem: 'count',
        base: head,
        commit: head,
        changedFiles: [],
        decision: null,
        closedAt: null,
        revision: 1,
      },
      evidence: { ref: 'E-1', slice: 'S-1', passed: false, exitCode: 1, grade: 'observed', fresh: true, commit: head },
    });
    expect(await repo.eventTypes()).toEqual(['plan_registered', 'slice_started']);
  });

  it('takes boxes of the plan alone, and names those that are open before anything is run', async () => {
    await repo.task('x-1');
    expect(await repo.refused(sliceStart, { test: 'touch ran', item: 'count' })).toMatchObject({
      code: 'not_found',
      message: 'T-1 has no plan.',
    });
    await withPlan();
    expect(await repo.refused(sliceStart, { test: 'touch ran', item: 'cuont' })).toMatchObject({
      code: 'not_found',
      message: '.stateroom/plans/limits.md has no item cuont.',
      hint: 'Its open items: count, refuse.',
      details: { open: ['count', 'refuse'] },
    });
    // A box that is ticked may be worked on again.
    expect((await repo.ok(sliceStart, { title: 'Again', item: 'begin' })).slice.planItem).toBe('begin');
    repo.remove('.stateroom/plans/limits.md');
    expect((await repo.refused(sliceStart, { test: 'touch ran', item: 'count' })).message).toBe(
      'The plan of T-1, .stateroom/plans/limits.md, is not in this worktree.',
    );
    expect(existsSync(join(repo.repository, 'ran'))).toBe(false);
  });

  it('says so when the test passes before the work', async () => {
    await repo.task('x-1');
    const answer = await repo.ok(sliceStart, { test: 'true' });
    expect(answer).toMatchObject({ state: 'green', slice: { title: 'true' } });
    expect(answer.warning).toMatch(/^The test already passes/);
  });

  it('refuses a test with a secret before it is run, for no run could prove the slice', async () => {
    await repo.task('x-1');
    const test = 'touch ran; curl -u ann:ghp_0123456789abcdefghijABCDEFGHIJ012345 localhost';
    expect(await repo.refused(sliceStart, { test })).toMatchObject({
      code: 'invalid_input',
      message:
        'The test contains what looks like a secret. It would not be stored, so no run could count as evidence for the slice.',
      hint: 'Put the secret in an environment variable that the test reads.',
    });
    expect(existsSync(join(repo.repository, 'ran'))).toBe(false);
    expect(await repo.eventTypes()).not.toContain('slice_started');
  });

  it('needs no test', async () => {
    await repo.task('x-1');
    expect(await repo.ok(sliceStart, { title: 'Think' })).toMatchObject({ state: null, evidence: null });
  });

  it('is refused without a task, and for one that is over', async () => {
    expect(await repo.refused(sliceStart, { title: 'x' })).toMatchObject({ code: 'not_found' });
    await repo.task('gone-1', { archived_at: repo.now });
    expect(await repo.refused(sliceStart, { title: 'x', task: 'gone-1' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'T-1 (gone-1) is archived; nothing can be added to it.',
    });
    await repo.task('done-1', { status: 'done', finished_at: repo.now });
    expect(await repo.refused(sliceStart, { title: 'x', task: 'done-1' })).toMatchObject({
      code: 'transition_not_allowed',
    });
  });
});

describe('files of a slice that began before main went on', () => {
  it.each(['rebase', 'merge'] as const)('are its own after a %s', async way => {
    repo.git('checkout', '-q', '-b', 'feature/x-1');
    await repo.task('x-1', { branch: 'feature/x-1' });
    repo.commit('Earlier slice', { 'earlier.ts': '1\n' });
    await repo.ok(sliceStart, { title: 'Count the retries' });
    repo.git('checkout', '-q', 'main');
    repo.commit('Of others', { 'theirs.ts': '1\n', 'docs/theirs.md': '1\n' });
    repo.git('checkout', '-q', 'feature/x-1');
    repo.commit('Own', { 'own.ts': '1\n' });
    repo.git(...(way === 'rebase' ? ['rebase', '-q', 'main'] : ['merge', '-q', '--no-edit', 'main']));
    repo.write('new.ts', 'new\n');
    expect((await repo.ok(slicePacket, {})).changedFiles).toEqual(['new.ts', 'own.ts']);
    repo.git('add', '.');
    const { slice } = await repo.ok(sliceCommit, {});
    expect(slice.changedFiles).toEqual(['new.ts', 'own.ts']);
    // Merged work is still the slice's.
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--ff-only', 'feature/x-1');
    repo.git('checkout', '-q', 'feature/x-1');
    expect((await repo.ok(slicePacket, {})).changedFiles).toEqual(expect.arrayContaining(['new.ts', 'own.ts']));
  });
});

describe('slice.commit', () => {
  it('commits what is tracked and records the commit with the files', async () => {
    await worked();
    repo.write('new.ts', 'new\n');
    const answer = await repo.ok(sliceCommit, {});
    const head = repo.git('rev-parse', 'HEAD');
    expect(answer).toMatchObject({
      commit: head,
      made: true,
      recorded: true,
      warning: null,
      slice: { status: 'committed', commit: head, changedFiles: ['README.md', 'new.ts'], revision: 2 },
    });
    expect(repo.git('show', '--name-only', '--format=%s', 'HEAD')).toBe('Count the retries\n\nREADME.md');
    const second = await repo.ok(sliceCommit, { message: 'Add a file\n\nBecause.', untracked: true });
    expect(repo.git('show', '--name-only', '--format=%B', 'HEAD')).toBe('Add a file\n\nBecause.\n\n\nnew.ts');
    expect(second.slice).toMatchObject({ status: 'committed', revision: 3 });
    expect(await repo.eventTypes()).toEqual(['slice_started', 'slice_committed', 'slice_committed']);
  });

  it('commits named paths alone', async () => {
    await worked();
    repo.write('src/a.ts', 'a\n');
    const { slice } = await repo.ok(sliceCommit, { paths: ['src/'], untracked: true });
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/a.ts');
    expect(slice.changedFiles).toEqual(['README.md', 'src/a.ts']);
  });

  it('commits new files that were staged, also where nothing else changed', async () => {
    await worked();
    repo.git('checkout', '-q', 'README.md');
    repo.write('new.ts', 'new\n');
    repo.write('src/a.ts', 'a\n');
    expect(await repo.refused(sliceCommit, {})).toMatchObject({ message: 'Nothing to commit.' });
    repo.git('add', 'src/a.ts');
    expect(await repo.refused(sliceCommit, { paths: ['new.ts'] })).toMatchObject({
      message: 'Nothing to commit.',
    });
    const { made } = await repo.ok(sliceCommit, {});
    expect(made).toBe(true);
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/a.ts');
    expect(repo.git('status', '--porcelain')).toBe('?? new.ts');
  });

  it('commits the plan and the settings of the repository with the work, and nothing else of its own', async () => {
    repo.write('.stateroom/plans/retry.md', '- [ ] Retry\n');
    repo.write('.stateroom/config.json', '{}\n');
    repo.write('.stateroom/runs/scratch.txt', 'x\n');
    repo.write('CURRENT_TASK.json', '{}\n');
    await repo.task('x-1', { branch: 'feature/x-1' });
    repo.git('switch', '-q', '-c', 'feature/x-1');
    await repo.ok(sliceStart, { title: 'Plan the retries' });
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      hint: 'Use untracked to commit new files.',
      next: [{ operation: 'slice.commit', input: { message: 'Plan the retries', untracked: true } }],
    });
    await repo.ok(sliceCommit, { paths: ['.stateroom/config.json'], untracked: true });
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('.stateroom/config.json');
    await repo.ok(sliceCommit, { untracked: true });
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('.stateroom/plans/retry.md');
    const tree = openWorkTree(repo.repository, process.env);
    const judged = await tree?.treeHash();
    repo.write('.stateroom/plans/retry.md', '- [x] Retry\n');
    expect(await repo.ok(sliceCommit, { message: 'Tick' })).toMatchObject({ made: true });
    expect(repo.git('show', '--name-only', '--format=%s', 'HEAD')).toBe('Tick\n\n.stateroom/plans/retry.md');
    expect(await tree?.treeHash()).toBe(judged);
    expect(repo.git('status', '--porcelain')).toBe('?? .stateroom/runs/\n?? CURRENT_TASK.json');
  });

  it('takes note of a commit that was made by other means, once', async () => {
    await worked();
    const head = repo.commit('By hand');
    expect(await repo.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, slice: { commit: head } });
    expect(await repo.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, slice: { revision: 2 } });
    expect(await repo.eventTypes()).toEqual(['slice_started', 'slice_committed']);
  });

  it('keeps the commit when the store cannot take note of it', async () => {
    await worked();
    const context = repo.context();
    const failing: typeof context.store = Object.create(context.store, {
      transaction: {
        value: () => Promise.reject(new StoreError('LOCK_TIMEOUT', verbatim('Another process holds the store.'))),
      },
      read: { value: context.store.read.bind(context.store) },
      commitMark: { value: context.store.commitMark.bind(context.store) },
    });
    const answer = await invoke(sliceCommit, { ...context, store: failing }, {});
    if (isRefusal(answer)) throw new Error(say(answer.message));
    const head = repo.git('rev-parse', 'HEAD');
    expect(repo.git('show', '-s', '--format=%s')).toBe('Count the retries');
    expect(answer).toMatchObject({ commit: head, made: true, recorded: false, slice: { status: 'open' } });
    expect(answer.warning).toContain('Another process holds the store.');
    expect(await repo.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, recorded: true });
  });

  it('is refused, and changes nothing, where a commit would be lost or nothing is there', async () => {
    await worked();
    const status = () => repo.git('status', '--porcelain', '--branch');
    repo.git('checkout', '-q', '-b', 'other');
    const before = status();
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'other is checked out here, but T-1 (x-1) is on feature/x-1.',
    });
    expect(status()).toBe(before);
    repo.git('checkout', '-q', '--detach');
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      message: 'HEAD is detached: the commit would not be on any branch.',
      hint: 'Switch to a branch first: feature/x-1.',
    });
    repo.git('checkout', '-q', '--force', 'feature/x-1');
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'Nothing to commit.',
    });
    repo.write('new.ts', '');
    expect(await repo.refused(sliceCommit, {})).toMatchObject({ hint: 'Use untracked to commit new files.' });
  });

  it('is refused in the middle of a merge or rebase', async () => {
    await worked();
    repo.commit('Ours');
    repo.git('checkout', '-q', '-b', 'theirs', 'main');
    repo.commit('Theirs', { 'README.md': 'theirs\n' });
    repo.git('checkout', '-q', 'feature/x-1');
    expect(() => repo.git('merge', 'theirs')).toThrow();
    expect(await repo.refused(sliceCommit, {})).toMatchObject({ message: 'A merge is in progress here.' });
    repo.git('merge', '--abort');
    expect(() => repo.git('rebase', 'theirs')).toThrow();
    expect(await repo.refused(sliceCommit, {})).toMatchObject({ message: 'A rebase is in progress here.' });
  });

  it('says what a hook of the repository said', async () => {
    await worked();
    repo.write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint: 2 errors" >&2\nexit 1\n');
    chmodSync(join(repo.repository, '.git/hooks/pre-commit'), 0o755);
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'Git could not commit: lint: 2 errors',
    });
    expect(repo.git('status', '--porcelain')).toBe('M README.md');
  });

  it('works in a repository without commits', async () => {
    repo.git('checkout', '-q', '--orphan', 'fresh');
    await repo.task('x-1', { branch: 'fresh' });
    await repo.ok(sliceStart, { title: 'First' });
    const { commit, slice } = await repo.ok(sliceCommit, { untracked: true });
    expect(commit).toBe(repo.git('rev-parse', 'HEAD'));
    expect(slice).toMatchObject({ base: null, status: 'committed', changedFiles: [] });
  });
});

describe('slice.close', () => {
  it('needs proof on this exact tree by its own test', async () => {
    await worked();
    const why = async () => (await repo.refused(sliceClose, { rationale })).message;
    expect(await why()).toBe(`Cannot close S-1: no passing run of “${test}” for this tree.`);
    await repo.ok(evidenceRun, { command: ['true'] });
    expect(await why()).toBe(`Cannot close S-1: no passing run of “${test}” for this tree.`);
    await repo.ok(evidenceRecord, { command: test, exitCode: 0 });
    expect(await why()).toBe(`Cannot close S-1: the run of “${test}” is below the required grade, observed.`);
    await repo.ok(evidenceRun, { command: [test] });
    repo.write('README.md', 'done, nearly\n');
    expect(await why()).toBe(`Cannot close S-1: the latest run of “${test}” is for a different tree.`);
    repo.write('README.md', 'broken\n');
    await repo.ok(evidenceRun, { command: [test] });
    expect(await why()).toBe(`Cannot close S-1: the latest run of “${test}” failed on this tree.`);
    expect(await repo.refused(sliceClose, { rationale })).toMatchObject({
      code: 'stale',
      hint: 'Record a passing run on this tree.',
      next: [{ operation: 'evidence.run', input: { slice: 'S-1', command: [test] } }],
      details: { slice: 'S-1', proof: 'failed', command: test },
    });
    repo.write('README.md', 'done\n');
    await repo.ok(evidenceRun, { command: [test] });
    expect(await repo.ok(sliceClose, { rationale })).toMatchObject({ slice: { status: 'closed' } });
  });

  it('writes the decision with what git says has changed, and repeats are harmless', async () => {
    await worked();
    const { commit } = await repo.ok(sliceCommit, {});
    await repo.ok(evidenceRun, { command: [test] });
    const decision = 'codex_slice_complete_x-1_count_retries';
    const input = { rationale, decision, session };
    const first = await repo.ok(sliceClose, input);
    expect(first).toMatchObject({
      repeated: false,
      warning: null,
      slice: { status: 'closed', decision: 'D-1', commit, changedFiles: ['README.md'] },
      decision: { ref: 'D-1', task: 'T-1', slice: 'S-1', decision, rationale, origin: 'agent', session, commit },
    });
    expect(await repo.ok(sliceClose, input)).toEqual({ ...first, repeated: true });
    expect(await repo.ok(sliceClose, { ...input, slice: 'S-1' })).toEqual({ ...first, repeated: true });
    expect(await repo.eventTypes()).toEqual(['slice_started', 'slice_committed', 'evidence_recorded', 'slice_closed']);
    expect(await repo.refused(sliceClose, { ...input, session: 's-2', slice: 'S-1' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'S-1 is closed and cannot be closed.',
    });
    expect(await repo.refused(sliceCommit, { slice: 'S-1' })).toMatchObject({ code: 'transition_not_allowed' });
    // The task continues.
    expect(await repo.ok(sliceStart, { title: 'Next' })).toMatchObject({ slice: { ref: 'S-2', status: 'open' } });
  });

  it('makes a name when none is given, and takes the same call of the same session once', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    const first = await repo.ok(sliceClose, { rationale, slice: 'S-1' });
    expect(first.decision).toMatchObject({
      decision: 'codex_slice_complete_x-1_s1_count_the_retries',
      session: 'codex',
    });
    expect(await repo.ok(sliceClose, { rationale, slice: 'S-1' })).toEqual({ ...first, repeated: true });
    expect(await repo.call(sliceClose, { rationale, slice: 'S-1' }, { ...agent, session: 'two' })).toMatchObject({
      code: 'transition_not_allowed',
    });
    expect(await repo.refused(sliceClose, { rationale, slice: 'S-1' }, otherAgent)).toMatchObject({ code: 'conflict' });
  });

  it('is the same again without a name too, while no other slice is open', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    const first = await repo.ok(sliceClose, { rationale });
    const before = await repo.dump();
    expect(await repo.ok(sliceClose, { rationale })).toEqual({ ...first, repeated: true });
    expect(await repo.dump()).toBe(before);
    expect(await repo.refused(sliceClose, { rationale: rationale.replace('counts', 'shows') })).toMatchObject({
      code: 'not_found',
      hint: 'Commit with git what needs no slice, or start the next one.',
    });
    expect(await repo.refused(sliceClose, { rationale }, { ...agent, session: 'two' })).toMatchObject({
      code: 'not_found',
    });
    await repo.ok(sliceStart, { title: 'Next' });
    expect(await repo.ok(sliceClose, { rationale })).toMatchObject({ repeated: false, slice: { ref: 'S-2' } });
  });

  it('takes a list of files over what git or the prose says', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    const changedFiles = ['b.ts', 'a.ts', 'b.ts'];
    const { slice, decision } = await repo.ok(sliceClose, { rationale, changedFiles });
    expect([slice.changedFiles, decision.changedFiles]).toEqual([
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts'],
    ]);
    expect((await repo.ok(slicePacket, {})).changedFiles).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    [
      'a heading is missing',
      rationale.replace('## Open Threads\nNone', ''),
      'The rationale is missing ## Open Threads, or the text below it.',
    ],
    [
      'a section is empty',
      rationale.replace('- the test passes\n', ''),
      'The rationale is missing ## Verification, or the text below it.',
    ],
    [
      'it is too long',
      `${rationale}\n${'x'.repeat(4000)}`,
      'The rationale is 4121 characters long; the limit is 4000.',
    ],
  ])('refuses the rationale when %s', async (_, text, message) => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    expect(await repo.refused(sliceClose, { rationale: text })).toMatchObject({ code: 'invalid_input', message });
  });

  it('refuses a name of another kind with one that would do', async () => {
    await worked();
    expect(await repo.refused(sliceClose, { rationale, decision: 'codex_choice_x-1_it' })).toMatchObject({
      details: { suggestion: 'codex_slice_complete_x-1_it' },
    });
  });

  it('asks no proof of documents alone', async () => {
    await repo.task('x-1');
    await repo.ok(sliceStart, { title: 'Write it down' });
    repo.write('docs/design.md', 'so\n');
    expect(await repo.ok(sliceClose, { rationale })).toMatchObject({ slice: { changedFiles: ['docs/design.md'] } });
    expect(await repo.ok(slicePacket, { slice: 'S-1' })).toMatchObject({ reviewKind: 'planning' });
  });

  it('takes plain text, and answers the same text again with the same decision', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    const plain = { rationale: 'Counts the retries.\n\nThe test passes.' };
    const { decision } = await repo.ok(sliceClose, plain);
    expect(decision.rationale).toBe(
      [
        ...['## Changes', 'Counts the retries.', 'The test passes.', '## Verification', 'None stated.'],
        ...['## Schema / Contract Changes', 'None stated.', '## Open Threads', 'None stated.'],
      ].join('\n\n'),
    );
    expect(await repo.ok(sliceClose, plain)).toMatchObject({ repeated: true, decision: { ref: decision.ref } });
  });

  it('has one winner when two close it at the same moment', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: [test] });
    const answers = await Promise.all(
      [agent, { ...agent, session: 'two' }].map(actor => repo.call(sliceClose, { rationale, slice: 'S-1' }, actor)),
    );
    expect(answers.map(answer => (isRefusal(answer) ? answer.code : 'closed')).sort()).toEqual([
      'closed',
      'transition_not_allowed',
    ]);
  });
});

describe('slice.list and slice.packet', () => {
  it('lists slices newest first, and never guesses which of several is meant', async () => {
    await worked();
    await repo.ok(sliceStart, { title: 'Second' });
    const { slices, counts, nextCursor } = await repo.ok(sliceList, { limit: 1 });
    expect([slices.map(({ ref }) => ref), counts]).toEqual([['S-2'], { open: 2, committed: 0, closed: 0 }]);
    expect(
      (await repo.ok(sliceList, { cursor: nextCursor ?? '', status: 'open' })).slices.map(({ ref }) => ref),
    ).toEqual(['S-1']);
    expect(await repo.refused(sliceCommit, {})).toMatchObject({
      code: 'ambiguous',
      message: 'T-1 has 2 open slices: S-1, S-2.',
    });
    expect(await repo.refused(sliceCommit, { slice: 'S-9' })).toMatchObject({ code: 'not_found' });
  });

  it('shows what a reviewer needs', async () => {
    await worked();
    const base = repo.git('rev-parse', 'HEAD');
    expect(await repo.ok(slicePacket, {})).toMatchObject({ changedFiles: ['README.md'], decision: null });
    const { commit } = await repo.ok(sliceCommit, {});
    await repo.ok(evidenceRun, { command: [test] });
    await repo.ok(sliceClose, { rationale });
    repo.write('README.md', 'and on\n');
    const packet = await repo.ok(slicePacket, { slice: 'S-1' });
    expect(packet).toMatchObject({
      label: 'S-1 Count the retries',
      changedFiles: ['README.md'],
      testCommands: [test],
      reviewKind: 'code',
      range: `${base}..${commit}`,
      decision: { ref: 'D-1', rationale },
    });
    expect(packet.evidence.map(({ ref, passed, fresh }) => [ref, passed, fresh])).toEqual([
      ['E-2', true, false],
      ['E-1', false, false],
    ]);
  });

  it('is refused for a task without slices', async () => {
    await repo.task('x-1');
    expect(await repo.refused(slicePacket, {})).toMatchObject({ message: 'T-1 (x-1) has no slices yet.' });
  });
});
