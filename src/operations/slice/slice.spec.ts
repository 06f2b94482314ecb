import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom } from '../../../test/support/gitRoom.js';
import { agent, otherAgent } from '../../../test/support/testRoom.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openWorkTree } from '../../git/openWorkTree.js';
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

let room: GitRoom;
beforeEach(() => {
  room = new GitRoom();
});
afterEach(() => room.close());

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
  room.git('checkout', '-q', '-b', 'feature/x-1');
  await room.task('x-1', { branch: 'feature/x-1' });
  await room.ok(sliceStart, { title: 'Count the retries', test });
  room.write('README.md', 'done\n');
}

/** Registers a plan with two open boxes and a ticked one as that of the only task. */
async function withPlan(): Promise<void> {
  const boxes = '- [x] Begin {#begin}\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n';
  room.write('.stateroom/plans/limits.md', `# Limits\n\n## Objective\nLimits.\n\n## Steps\n${boxes}`);
  await room.ok(planRegister, { plan: 'limits' });
}

describe('slice.start', () => {
  it('runs the test and records RED with HEAD, the exit code and one event', async () => {
    const task = await room.task('x-1');
    const head = room.git('rev-parse', 'HEAD');
    await withPlan();
    const answer = await room.ok(sliceStart, { title: 'Count the retries', test, item: 'count' });
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
    expect(await room.eventTypes()).toEqual(['plan_registered', 'slice_started']);
  });

  it('takes boxes of the plan alone, and names those that are open before anything is run', async () => {
    await room.task('x-1');
    expect(await room.refused(sliceStart, { test: 'touch ran', item: 'count' })).toMatchObject({
      code: 'not_found',
      message: 'T-1 has no plan.',
    });
    await withPlan();
    expect(await room.refused(sliceStart, { test: 'touch ran', item: 'cuont' })).toMatchObject({
      code: 'not_found',
      message: '.stateroom/plans/limits.md has no box cuont.',
      hint: 'Its open boxes are: count, refuse.',
      details: { open: ['count', 'refuse'] },
    });
    // A box that is ticked may be worked on again.
    expect((await room.ok(sliceStart, { title: 'Again', item: 'begin' })).slice.planItem).toBe('begin');
    room.remove('.stateroom/plans/limits.md');
    expect((await room.refused(sliceStart, { test: 'touch ran', item: 'count' })).message).toBe(
      'The plan of T-1, .stateroom/plans/limits.md, is not in this work tree.',
    );
    expect(existsSync(join(room.repository, 'ran'))).toBe(false);
  });

  it('says so when the test passes before the work', async () => {
    await room.task('x-1');
    const answer = await room.ok(sliceStart, { test: 'true' });
    expect(answer).toMatchObject({ state: 'green', slice: { title: 'true' } });
    expect(answer.warning).toMatch(/^The test passes before the work/);
  });

  it('needs no test', async () => {
    await room.task('x-1');
    expect(await room.ok(sliceStart, { title: 'Think' })).toMatchObject({ state: null, evidence: null });
  });

  it('is refused without a task, and for one that is over', async () => {
    expect(await room.refused(sliceStart, { title: 'x' })).toMatchObject({ code: 'not_found' });
    await room.task('gone-1', { archived_at: room.now });
    expect(await room.refused(sliceStart, { title: 'x', task: 'gone-1' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'T-1 (gone-1) is archived; nothing is added to it any more.',
    });
    await room.task('done-1', { status: 'done', finished_at: room.now });
    expect(await room.refused(sliceStart, { title: 'x', task: 'done-1' })).toMatchObject({
      code: 'transition_not_allowed',
    });
  });
});

describe('slice.commit', () => {
  it('commits what is tracked and records the commit with the files', async () => {
    await worked();
    room.write('new.ts', 'new\n');
    const answer = await room.ok(sliceCommit, {});
    const head = room.git('rev-parse', 'HEAD');
    expect(answer).toMatchObject({
      commit: head,
      made: true,
      recorded: true,
      warning: null,
      slice: { status: 'committed', commit: head, changedFiles: ['README.md', 'new.ts'], revision: 2 },
    });
    expect(room.git('show', '--name-only', '--format=%s', 'HEAD')).toBe('Count the retries\n\nREADME.md');
    const second = await room.ok(sliceCommit, { message: 'Add a file\n\nBecause.', untracked: true });
    expect(room.git('show', '--name-only', '--format=%B', 'HEAD')).toBe('Add a file\n\nBecause.\n\n\nnew.ts');
    expect(second.slice).toMatchObject({ status: 'committed', revision: 3 });
    expect(await room.eventTypes()).toEqual(['slice_started', 'slice_committed', 'slice_committed']);
  });

  it('commits named paths alone', async () => {
    await worked();
    room.write('src/a.ts', 'a\n');
    const { slice } = await room.ok(sliceCommit, { paths: ['src/'], untracked: true });
    expect(room.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/a.ts');
    expect(slice.changedFiles).toEqual(['README.md', 'src/a.ts']);
  });

  it('commits new files that were staged, also where nothing else changed', async () => {
    await worked();
    room.git('checkout', '-q', 'README.md');
    room.write('new.ts', 'new\n');
    room.write('src/a.ts', 'a\n');
    expect(await room.refused(sliceCommit, {})).toMatchObject({ message: 'There is nothing to commit.' });
    room.git('add', 'src/a.ts');
    expect(await room.refused(sliceCommit, { paths: ['new.ts'] })).toMatchObject({
      message: 'There is nothing to commit.',
    });
    const { made } = await room.ok(sliceCommit, {});
    expect(made).toBe(true);
    expect(room.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/a.ts');
    expect(room.git('status', '--porcelain')).toBe('?? new.ts');
  });

  it('commits the plan and the settings of the repository with the work, and nothing else of its own', async () => {
    room.write('.stateroom/plans/retry.md', '- [ ] Retry\n');
    room.write('.stateroom/config.json', '{}\n');
    room.write('.stateroom/runs/scratch.txt', 'x\n');
    room.write('CURRENT_TASK.json', '{}\n');
    await room.task('x-1', { branch: 'feature/x-1' });
    room.git('switch', '-q', '-c', 'feature/x-1');
    await room.ok(sliceStart, { title: 'Plan the retries' });
    expect(await room.refused(sliceCommit, {})).toMatchObject({ hint: 'New files are committed with untracked.' });
    await room.ok(sliceCommit, { paths: ['.stateroom/config.json'], untracked: true });
    expect(room.git('show', '--name-only', '--format=', 'HEAD')).toBe('.stateroom/config.json');
    await room.ok(sliceCommit, { untracked: true });
    expect(room.git('show', '--name-only', '--format=', 'HEAD')).toBe('.stateroom/plans/retry.md');
    const tree = openWorkTree(room.repository, process.env);
    const judged = await tree?.treeHash();
    room.write('.stateroom/plans/retry.md', '- [x] Retry\n');
    expect(await room.ok(sliceCommit, { message: 'Tick' })).toMatchObject({ made: true });
    expect(room.git('show', '--name-only', '--format=%s', 'HEAD')).toBe('Tick\n\n.stateroom/plans/retry.md');
    expect(await tree?.treeHash()).toBe(judged);
    expect(room.git('status', '--porcelain')).toBe('?? .stateroom/runs/\n?? CURRENT_TASK.json');
  });

  it('takes note of a commit that was made by other means, once', async () => {
    await worked();
    const head = room.commit('By hand');
    expect(await room.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, slice: { commit: head } });
    expect(await room.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, slice: { revision: 2 } });
    expect(await room.eventTypes()).toEqual(['slice_started', 'slice_committed']);
  });

  it('keeps the commit when the store cannot take note of it', async () => {
    await worked();
    const context = room.context();
    const failing: typeof context.store = Object.create(context.store, {
      transaction: {
        value: () => Promise.reject(new StoreError('LOCK_TIMEOUT', 'Another process holds the store.')),
      },
      read: { value: context.store.read.bind(context.store) },
    });
    const answer = await invoke(sliceCommit, { ...context, store: failing }, {});
    if (isRefusal(answer)) throw new Error(answer.message);
    const head = room.git('rev-parse', 'HEAD');
    expect(room.git('show', '-s', '--format=%s')).toBe('Count the retries');
    expect(answer).toMatchObject({ commit: head, made: true, recorded: false, slice: { status: 'open' } });
    expect(answer.warning).toContain('Another process holds the store.');
    expect(await room.ok(sliceCommit, {})).toMatchObject({ commit: head, made: false, recorded: true });
  });

  it('is refused, and changes nothing, where a commit would be lost or nothing is there', async () => {
    await worked();
    const status = () => room.git('status', '--porcelain', '--branch');
    room.git('checkout', '-q', '-b', 'other');
    const before = status();
    expect(await room.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'other is checked out here, and T-1 (x-1) is worked on in feature/x-1.',
    });
    expect(status()).toBe(before);
    room.git('checkout', '-q', '--detach');
    expect(await room.refused(sliceCommit, {})).toMatchObject({
      message: 'HEAD is detached: a commit here would be on no branch.',
      hint: 'Switch to a branch first: feature/x-1.',
    });
    room.git('checkout', '-q', '--force', 'feature/x-1');
    expect(await room.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'There is nothing to commit.',
    });
    room.write('new.ts', '');
    expect(await room.refused(sliceCommit, {})).toMatchObject({ hint: 'New files are committed with untracked.' });
  });

  it('is refused in the middle of a merge or rebase', async () => {
    await worked();
    room.commit('Ours');
    room.git('checkout', '-q', '-b', 'theirs', 'main');
    room.commit('Theirs', { 'README.md': 'theirs\n' });
    room.git('checkout', '-q', 'feature/x-1');
    expect(() => room.git('merge', 'theirs')).toThrow();
    expect(await room.refused(sliceCommit, {})).toMatchObject({ message: 'A merge is in progress here.' });
    room.git('merge', '--abort');
    expect(() => room.git('rebase', 'theirs')).toThrow();
    expect(await room.refused(sliceCommit, {})).toMatchObject({ message: 'A rebase is in progress here.' });
  });

  it('says what a hook of the repository said', async () => {
    await worked();
    room.write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint: 2 errors" >&2\nexit 1\n');
    chmodSync(join(room.repository, '.git/hooks/pre-commit'), 0o755);
    expect(await room.refused(sliceCommit, {})).toMatchObject({
      code: 'conflict',
      message: 'git did not commit: lint: 2 errors',
    });
    expect(room.git('status', '--porcelain')).toBe('M README.md');
  });

  it('works in a repository without commits', async () => {
    room.git('checkout', '-q', '--orphan', 'fresh');
    await room.task('x-1', { branch: 'fresh' });
    await room.ok(sliceStart, { title: 'First' });
    const { commit, slice } = await room.ok(sliceCommit, { untracked: true });
    expect(commit).toBe(room.git('rev-parse', 'HEAD'));
    expect(slice).toMatchObject({ base: null, status: 'committed', changedFiles: [] });
  });
});

describe('slice.close', () => {
  it('needs proof of exactly this tree by its own test', async () => {
    await worked();
    const why = async () => (await room.refused(sliceClose, { rationale })).message;
    expect(await why()).toBe(`S-1 cannot be closed: nothing proves “${test}”.`);
    await room.ok(evidenceRun, { command: ['true'] });
    expect(await why()).toBe(`S-1 cannot be closed: nothing proves “${test}”.`);
    await room.ok(evidenceRecord, { command: test, exitCode: 0 });
    expect(await why()).toBe(`S-1 cannot be closed: “${test}” is proven by less than observed.`);
    await room.ok(evidenceRun, { command: [test] });
    room.write('README.md', 'done, nearly\n');
    expect(await why()).toBe(
      `S-1 cannot be closed: the proof of “${test}” is of another tree than the one that is there now.`,
    );
    room.write('README.md', 'broken\n');
    await room.ok(evidenceRun, { command: [test] });
    expect(await why()).toBe(`S-1 cannot be closed: “${test}” fails on this tree.`);
    expect(await room.refused(sliceClose, { rationale })).toMatchObject({
      code: 'stale',
      hint: `Run it through Stateroom: evidence run -- ${test}`,
      details: { slice: 'S-1', proof: 'failed', command: test },
    });
    room.write('README.md', 'done\n');
    await room.ok(evidenceRun, { command: [test] });
    expect(await room.ok(sliceClose, { rationale })).toMatchObject({ slice: { status: 'closed' } });
  });

  it('writes the decision with what git says has changed, and repeats are harmless', async () => {
    await worked();
    const { commit } = await room.ok(sliceCommit, {});
    await room.ok(evidenceRun, { command: [test] });
    const decision = 'codex_slice_complete_x-1_count_retries';
    const input = { rationale, decision, session };
    const first = await room.ok(sliceClose, input);
    expect(first).toMatchObject({
      repeated: false,
      warning: null,
      slice: { status: 'closed', decision: 'D-1', commit, changedFiles: ['README.md'] },
      decision: { ref: 'D-1', task: 'T-1', slice: 'S-1', decision, rationale, origin: 'agent', session, commit },
    });
    expect(await room.ok(sliceClose, input)).toEqual({ ...first, repeated: true });
    expect(await room.ok(sliceClose, { ...input, slice: 'S-1' })).toEqual({ ...first, repeated: true });
    expect(await room.eventTypes()).toEqual(['slice_started', 'slice_committed', 'evidence_recorded', 'slice_closed']);
    expect(await room.refused(sliceClose, { ...input, session: 's-2', slice: 'S-1' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'S-1 is closed and cannot be closed.',
    });
    expect(await room.refused(sliceCommit, { slice: 'S-1' })).toMatchObject({ code: 'transition_not_allowed' });
    // The task goes on.
    expect(await room.ok(sliceStart, { title: 'Next' })).toMatchObject({ slice: { ref: 'S-2', status: 'open' } });
  });

  it('makes a name when none is given, and takes the same call of the same session once', async () => {
    await worked();
    await room.ok(evidenceRun, { command: [test] });
    const first = await room.ok(sliceClose, { rationale, slice: 'S-1' });
    expect(first.decision).toMatchObject({
      decision: 'codex_slice_complete_x-1_s1_count_the_retries',
      session: 'codex',
    });
    expect(await room.ok(sliceClose, { rationale, slice: 'S-1' })).toEqual({ ...first, repeated: true });
    expect(await room.call(sliceClose, { rationale, slice: 'S-1' }, otherAgent)).toMatchObject({
      code: 'transition_not_allowed',
    });
  });

  it('takes a list of files over what git or the prose says', async () => {
    await worked();
    await room.ok(evidenceRun, { command: [test] });
    const changedFiles = ['b.ts', 'a.ts', 'b.ts'];
    const { slice, decision } = await room.ok(sliceClose, { rationale, changedFiles });
    expect([slice.changedFiles, decision.changedFiles]).toEqual([
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts'],
    ]);
    expect((await room.ok(slicePacket, {})).changedFiles).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    [
      'a heading is missing',
      rationale.replace('## Open Threads\nNone', ''),
      'The rationale lacks ## Open Threads, or text below it.',
    ],
    [
      'a section is empty',
      rationale.replace('- the test passes\n', ''),
      'The rationale lacks ## Verification, or text below it.',
    ],
    [
      'it is too long',
      `${rationale}\n${'x'.repeat(4000)}`,
      'The rationale has 4121 characters, at most 4000 are kept.',
    ],
  ])('refuses the rationale when %s', async (_, text, message) => {
    await worked();
    await room.ok(evidenceRun, { command: [test] });
    expect(await room.refused(sliceClose, { rationale: text })).toMatchObject({ code: 'invalid_input', message });
  });

  it('refuses a name of another kind with one that would do', async () => {
    await worked();
    expect(await room.refused(sliceClose, { rationale, decision: 'codex_choice_x-1_it' })).toMatchObject({
      details: { suggestion: 'codex_slice_complete_x-1_it' },
    });
  });

  it('asks no proof of documents alone', async () => {
    await room.task('x-1');
    await room.ok(sliceStart, { title: 'Write it down' });
    room.write('docs/design.md', 'so\n');
    expect(await room.ok(sliceClose, { rationale })).toMatchObject({ slice: { changedFiles: ['docs/design.md'] } });
    expect(await room.ok(slicePacket, { slice: 'S-1' })).toMatchObject({ reviewKind: 'planning' });
  });

  it('has one winner when two close it at the same moment', async () => {
    await worked();
    await room.ok(evidenceRun, { command: [test] });
    const answers = await Promise.all(
      [agent, otherAgent].map(actor => room.call(sliceClose, { rationale, slice: 'S-1' }, actor)),
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
    await room.ok(sliceStart, { title: 'Second' });
    const { slices, counts, nextCursor } = await room.ok(sliceList, { limit: 1 });
    expect([slices.map(({ ref }) => ref), counts]).toEqual([['S-2'], { open: 2, committed: 0, closed: 0 }]);
    expect(
      (await room.ok(sliceList, { cursor: nextCursor ?? '', status: 'open' })).slices.map(({ ref }) => ref),
    ).toEqual(['S-1']);
    expect(await room.refused(sliceCommit, {})).toMatchObject({
      code: 'ambiguous',
      message: '2 slices of T-1 could be meant: S-1, S-2.',
    });
    expect(await room.refused(sliceCommit, { slice: 'S-9' })).toMatchObject({ code: 'not_found' });
  });

  it('shows what a reviewer needs', async () => {
    await worked();
    const base = room.git('rev-parse', 'HEAD');
    expect(await room.ok(slicePacket, {})).toMatchObject({ changedFiles: ['README.md'], decision: null });
    const { commit } = await room.ok(sliceCommit, {});
    await room.ok(evidenceRun, { command: [test] });
    await room.ok(sliceClose, { rationale });
    room.write('README.md', 'and on\n');
    const packet = await room.ok(slicePacket, { slice: 'S-1' });
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
    await room.task('x-1');
    expect(await room.refused(slicePacket, {})).toMatchObject({ message: 'T-1 (x-1) has no slice yet.' });
  });
});
