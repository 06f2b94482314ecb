import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { person, startOfTime } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { invoke } from '../invoke.js';
import { evidenceList } from './evidenceList.js';
import { evidenceReceipt } from './evidenceReceipt.js';
import { evidenceRecord } from './evidenceRecord.js';
import { evidenceRun } from './evidenceRun.js';
import { evidenceShow } from './evidenceShow.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const logFolder = () => join(repo.directory, 'store', 'evidence');
const isFresh = async (id = 'E-1') => (await repo.ok(evidenceShow, { id })).evidence.fresh;

describe('evidence.run', () => {
  it('ends a command without a limit at that of a caller who waits for the answer', async () => {
    const context = { ...repo.context(), answerLimitMs: 500 };
    expect(await invoke(evidenceRun, context, { command: ['echo begun; sleep 60'] })).toMatchObject({
      exitCode: 124,
      evidence: { exitCode: null, passed: false, result: 'timed out after 0.5 s; begun' },
    });
  });

  it.skipIf(process.platform === 'win32')('runs nothing where its output cannot be kept', async () => {
    mkdirSync(join(repo.directory, 'store'), { recursive: true });
    symlinkSync(repo.directory, logFolder());
    await expect(invoke(evidenceRun, repo.context(), { command: ['touch ran'] })).rejects.toThrow(
      `${logFolder()} is a link or a file, not a folder of the store, so nothing was written. Move it away.`,
    );
    expect(existsSync(join(repo.repository, 'ran'))).toBe(false);
  });

  it('records the command, what came of it, and what it ran on', async () => {
    const task = await repo.task('x');
    const head = repo.git('rev-parse', 'HEAD');
    const answer = await repo.ok(evidenceRun, { command: ['echo one; echo "2 passed" >&2; exit 0'] });
    const { durationMs, ...evidence } = answer.evidence;
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(evidence).toEqual({
      ref: 'E-1',
      id: evidence.id,
      task: `T-${task.number}`,
      slice: null,
      command: 'echo one; echo "2 passed" >&2; exit 0',
      directory: '',
      exitCode: 0,
      passed: true,
      result: '2 passed',
      grade: 'observed',
      treeHash: repo.git('rev-parse', 'HEAD^{tree}'),
      fresh: true,
      logHash: createHash('sha256')
        .update(readFileSync(join(logFolder(), `${evidence.id}.log`)))
        .digest('hex'),
      logBytes: 13,
      actor: 'codex',
      role: 'agent',
      harness: 'codex',
      model: null,
      effort: null,
      session: null,
      branch: 'main',
      commit: head,
      startedAt: '2026-11-02T10:00:00.000Z',
      createdAt: '2026-11-02T10:00:00.000Z',
    });
    expect(answer).toMatchObject({ exitCode: 0, treeChanged: false });
    expect(await repo.eventTypes()).toEqual(['evidence_recorded']);
  });

  it('has the numbers and failing tests of a runner as its result, and no proof in a run of no test', async () => {
    const said = (...lines: string[]) => `printf '%s\\n' ${lines.map(line => `'${line}'`).join(' ')}`;
    const failed = said('✖ adds (1 ms)', 'ℹ tests 2', 'ℹ pass 1', 'ℹ fail 1', 'ℹ duration_ms 712.6');
    expect(await repo.ok(evidenceRun, { command: [`${failed}; exit 1`] })).toMatchObject({
      evidence: { passed: false, result: 'tests 2, pass 1, fail 1; ✖ adds (1 ms)' },
    });
    expect(await repo.ok(evidenceRun, { command: [said('ℹ tests 0', 'ℹ pass 0', 'ℹ duration_ms 4')] })).toMatchObject({
      evidence: { exitCode: 0, passed: false, result: 'no test ran, tests 0' },
      exitCode: 0,
    });
    expect(await repo.ok(evidenceRun, { command: [said('ℹ tests 1', 'ℹ pass 1')] })).toMatchObject({
      evidence: { passed: true, result: 'tests 1, pass 1' },
    });
  });

  it.each([
    ['exit 3', 3, false, 3],
    ['true', 0, true, 0],
    ['kill -9 $$', null, false, 128],
    ['no-such-program-at-all', 127, false, 127],
  ])('of %s hands on its exit code', async (line, exitCode, passed, handedOn) => {
    const answer = await repo.ok(evidenceRun, { command: [line] });
    expect(answer.evidence).toMatchObject({ exitCode, passed });
    expect(answer.exitCode).toBe(handedOn);
    expect(evidenceRun.exitCode?.(answer)).toBe(handedOn);
  });

  it('takes several words for a program and its arguments', async () => {
    const answer = await repo.ok(evidenceRun, { command: ['printf', '%s;', 'a b', '$HOME'] });
    expect(answer).toMatchObject({ tail: 'a b;$HOME;', evidence: { command: "printf '%s;' 'a b' '$HOME'" } });
    expect(await repo.ok(evidenceRun, { command: ['no-such-program', 'x'] })).toMatchObject({
      exitCode: 127,
      evidence: { exitCode: null, passed: false, result: 'program not found' },
    });
  });

  it('hands on the output as it comes, and keeps it without secrets, for its owner alone', async () => {
    const token = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
    const heard: string[] = [];
    const answer = await invoke(
      evidenceRun,
      {
        ...repo.context(),
        output: (chunk, stream) => void heard.push(`${stream} ${new TextDecoder().decode(chunk)}`),
      },
      { command: [`API_KEY=abcd1234 printf '%s\\n' ${token}`] },
    );
    if (isRefusal(answer)) throw new Error(say(answer.message));
    expect(heard).toEqual([`stdout ${token}\n`]);
    expect(answer.tail).toBe('[redacted]\n');
    expect(answer.evidence.command).toBe(`API_KEY=[redacted] printf '%s\\n' [redacted]`);
    const file = join(logFolder(), `${answer.evidence.id}.log`);
    expect(readFileSync(file, 'utf8')).toBe('[redacted]\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(logFolder()).mode & 0o777).toBe(0o700);
    expect(await repo.dump()).not.toContain('abcdefghijklmnopqrstuvwxyz');
  });

  it('proves neither tree when the command changes it', async () => {
    const answer = await repo.ok(evidenceRun, { command: ['echo more >> README.md'] });
    expect(answer).toMatchObject({ treeChanged: true, evidence: { passed: true, treeHash: null, fresh: false } });
    expect(await isFresh()).toBe(false);
  });

  it('ends what takes too long, and says so', async () => {
    expect(await repo.ok(evidenceRun, { command: ['echo begun; sleep 60'], timeoutSeconds: 3 })).toMatchObject({
      exitCode: 124,
      evidence: { exitCode: null, passed: false, result: 'timed out after 3 s; begun' },
    });
  });

  it('records nothing of what was cancelled', async () => {
    const cancel = new AbortController();
    const context = { ...repo.context(), signal: cancel.signal, output: () => cancel.abort() };
    expect(await invoke(evidenceRun, context, { command: ['echo begun; sleep 60'] })).toMatchObject({
      refused: true,
      code: 'timed_out',
    });
    expect(existsSync(logFolder())).toBe(false);
    expect(await repo.dump()).toBe('absent');
  });

  it('runs in a folder of the worktree, and in no other', async () => {
    mkdirSync(join(repo.repository, 'packages/a'), { recursive: true });
    expect(await repo.ok(evidenceRun, { command: ['pwd'], directory: './packages/a' })).toMatchObject({
      tail: `${repo.repository}/packages/a\n`,
      evidence: { directory: 'packages/a' },
    });
    for (const directory of ['..', '/tmp', 'a/../../b']) {
      expect(await repo.refused(evidenceRun, { command: ['pwd'], directory })).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('keeps the beginning and the end of a long output, and the hash of all of it', async () => {
    const answer = await repo.ok(evidenceRun, { command: ['yes "a line of output" | head -c 9000000; echo end'] });
    expect(answer.evidence.logBytes).toBe(9_000_004);
    const kept = readFileSync(join(logFolder(), `${answer.evidence.id}.log`), 'utf8');
    expect(kept.length).toBeLessThan(8.5 * 1024 * 1024);
    expect(kept).toMatch(/\n\[\d+ bytes omitted\]\n/);
    expect(kept.endsWith('end\n')).toBe(true);
    expect(answer.tail.endsWith('end\n')).toBe(true);
  });

  it('refuses before it runs anything when several tasks could be meant, or none of that name is there', async () => {
    await repo.task('x');
    await repo.task('y');
    const command = ['touch ran'];
    expect(await repo.refused(evidenceRun, { command })).toMatchObject({ code: 'ambiguous' });
    expect(await repo.refused(evidenceRun, { command, task: 'T-9' })).toMatchObject({ code: 'not_found' });
    expect(await repo.refused(evidenceRun, { command, slice: 'S-9' })).toMatchObject({ code: 'not_found' });
    expect(await repo.refused(evidenceRun, { command: [' '] })).toMatchObject({ code: 'invalid_input' });
    expect(existsSync(join(repo.repository, 'ran'))).toBe(false);
    expect((await repo.ok(evidenceRun, { command: ['true'], task: 'T-2' })).evidence.task).toBe('T-2');
  });

  it('is refused outside of a worktree, and where nothing may be run', async () => {
    const { workTree, commands, ...context } = repo.context();
    expect(await invoke(evidenceRun, { ...context, commands }, { command: ['true'] })).toMatchObject({
      code: 'no_repository',
    });
    expect(await invoke(evidenceRun, { ...context, workTree }, { command: ['true'] })).toMatchObject({
      code: 'not_allowed',
    });
  });

  it('works on a detached HEAD, in a repository without commits and in the middle of a merge', async () => {
    repo.git('checkout', '-q', '--detach');
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({ branch: null, fresh: true });
    repo.git('checkout', '-q', '-b', 'one');
    repo.commit('One', { 'README.md': 'one\n' });
    repo.git('checkout', '-q', '-b', 'two', 'main');
    repo.commit('Two', { 'README.md': 'two\n' });
    expect(() => repo.git('merge', 'one')).toThrow();
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({ branch: 'two', fresh: true });
    repo.git('merge', '--abort');
    repo.git('checkout', '-q', '--orphan', 'fresh');
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({
      branch: 'fresh',
      commit: null,
      fresh: true,
    });
  });
});

describe('a proof goes stale', () => {
  const acts: [string, () => unknown][] = [
    ['an edit of a tracked file', () => repo.write('README.md', 'one\ntwo\nfour\n')],
    ['a new file that is not ignored', () => repo.write('new.ts', '')],
    ['a checkout that changes the tree', () => repo.git('checkout', '-q', 'HEAD~1')],
    [
      'an amend that changes the tree',
      () => {
        repo.write('README.md', 'amended\n');
        repo.git('commit', '-q', '--amend', '--all', '--no-edit');
      },
    ],
  ];
  it.each(acts)('on %s', async (_, act) => {
    repo.commit('More', { 'more.ts': 'more\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    expect(await isFresh()).toBe(true);
    act();
    expect(await isFresh()).toBe(false);
  });

  it('and is fresh again when the edit is taken back', async () => {
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.write('README.md', 'edited\n');
    expect(await isFresh()).toBe(false);
    repo.git('checkout', '-q', 'README.md');
    expect(await isFresh()).toBe(true);
  });
});

describe('a proof stays fresh', () => {
  const acts: [string, () => unknown][] = [
    ['a touched time', () => repo.write('README.md', 'one\ntwo\nthree\n')],
    ['an ignored file', () => repo.write('out.log', 'x')],
    ['another branch name', () => repo.git('checkout', '-q', '-b', 'other')],
    ['an amend of the message alone', () => repo.git('commit', '-q', '--amend', '-m', 'Else')],
    ['Stateroom’s own files', () => repo.write('.stateroom/plans/p.md', '- [x] done\n')],
  ];
  it.each(acts)('on %s', async (_, act) => {
    repo.commit('Ignore', { '.gitignore': '*.log\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    act();
    expect(await isFresh()).toBe(true);
  });

  it('on a commit of exactly the tested tree', async () => {
    repo.write('README.md', 'tested\n');
    repo.write('new.ts', 'tested\n');
    await repo.ok(evidenceRun, { command: ['true'] });
    const commit = repo.commit('Tested');
    expect(await isFresh()).toBe(true);
    repo.write('README.md', 'more\n');
    expect(await isFresh()).toBe(false);
    expect((await repo.ok(evidenceShow, { id: 'E-1', at: commit.slice(0, 9) })).evidence.fresh).toBe(true);
    expect((await repo.ok(evidenceShow, { id: 'E-1', at: 'HEAD~1' })).evidence.fresh).toBe(false);
  });
});

describe('evidence.record', () => {
  it.each([
    [{ exitCode: 0 }, { grade: 'said', passed: true, exitCode: 0, result: null, logHash: null }],
    [{ passed: false }, { grade: 'said', passed: false, exitCode: null }],
    [
      { exitCode: 1, result: '3 failed' },
      { grade: 'reported', passed: false, exitCode: 1, result: '3 failed' },
    ],
    [
      { exitCode: 0, log: 'all\ngood\n' },
      { grade: 'reported', passed: true, logBytes: 9 },
    ],
  ])('grades %j', async (said, expected) => {
    const { evidence } = await repo.ok(evidenceRecord, { command: 'npm test', ...said });
    expect(evidence).toMatchObject({ ...expected, command: 'npm test', fresh: true });
    expect(await repo.eventTypes()).toEqual(['evidence_recorded']);
  });

  it('is about the commit that is named, and refuses a made-up one', async () => {
    const first = repo.git('rev-parse', 'HEAD');
    repo.commit('Second', { 'README.md': 'second\n' });
    const said = { command: 'npm test', exitCode: 0 };
    const { evidence } = await repo.ok(evidenceRecord, { ...said, commit: first.slice(0, 10) });
    expect(evidence).toMatchObject({ commit: first, treeHash: repo.git('rev-parse', `${first}^{tree}`), fresh: false });
    for (const commit of ['0123456789abcdef0123456789abcdef01234567', 'deadbeef', 'no-branch']) {
      expect(await repo.refused(evidenceRecord, { ...said, commit })).toMatchObject({
        code: 'not_found',
        message: `Commit ${commit} not found in this repository.`,
      });
    }
  });

  it.each([
    [{ exitCode: 0 }, 'No command given.'],
    [{ command: 'npm test' }, 'No result given for “npm test”.'],
    [{ command: 'npm test', exitCode: 1, passed: true }, 'passed contradicts the exit code 1.'],
  ])('refuses %j', async (said, message) => {
    expect(await repo.refused(evidenceRecord, said)).toMatchObject({ code: 'invalid_input', message });
  });
});

describe('a receipt of CI', () => {
  const pair = generateKeyPairSync('ed25519');
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

  function trust(...ciKeys: string[]): void {
    repo.commit('Trust', { '.stateroom/config.json': JSON.stringify({ gate: { ciKeys } }) });
  }

  it('makes a proof of grade ci, once the base branch names its key', async () => {
    trust(publicKey);
    const signed = await repo.ok(evidenceReceipt, { command: ['echo "7 passed"'], key }, person);
    expect(signed).toMatchObject({
      publicKey,
      exitCode: 0,
      receipt: { command: 'echo "7 passed"', result: '7 passed' },
    });
    const receipt = JSON.stringify(signed.receipt);
    const { evidence } = await repo.ok(evidenceRecord, { receipt });
    expect(evidence).toMatchObject({ grade: 'ci', passed: true, result: '7 passed', fresh: true, exitCode: 0 });
    const wrapped = JSON.stringify({ ok: true, data: signed });
    expect((await repo.ok(evidenceRecord, { receipt: wrapped })).evidence.grade).toBe('ci');
  });

  it('is refused when it was changed, signed by another or for a commit that is not here', async () => {
    trust('not a key', publicKey);
    const { receipt } = await repo.ok(evidenceReceipt, { command: ['exit 1'], key }, person);
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const foreign = (await repo.ok(evidenceReceipt, { command: ['true'], key: other }, person)).receipt;
    const nobody =
      'The receipt is not valid evidence: it is not signed with a key from gate.ciKeys on the base branch.';
    for (const forged of [{ ...receipt, exitCode: 0 }, { ...receipt, signature: 'AAAA' }, foreign]) {
      expect(await repo.refused(evidenceRecord, { receipt: JSON.stringify(forged) })).toMatchObject({
        message: nobody,
      });
    }
    expect(await repo.refused(evidenceRecord, { receipt: '{' })).toMatchObject({ code: 'invalid_input' });
    expect(await repo.refused(evidenceRecord, { receipt: '{}' })).toMatchObject({ code: 'invalid_input' });
    expect(await repo.refused(evidenceRecord, { receipt: JSON.stringify(receipt), exitCode: 0 })).toMatchObject({
      message: 'Use receipt or exitCode, not both.',
    });
  });

  it('counts keys of the base branch alone', async () => {
    trust();
    repo.git('checkout', '-q', '-b', 'feature/x');
    trust(publicKey);
    const { receipt } = await repo.ok(evidenceReceipt, { command: ['true'], key }, person);
    expect(await repo.refused(evidenceRecord, { receipt: JSON.stringify(receipt) })).toMatchObject({
      message: 'The receipt is not valid evidence: no key is configured to verify it.',
    });
  });

  it('is made of a clean checkout with a proper key only', async () => {
    expect(await repo.refused(evidenceReceipt, { command: ['true'], key: 'no key' })).toMatchObject({
      message: 'The key is not an Ed25519 private key in PEM format.',
    });
    repo.write('new.ts', '');
    expect(await repo.refused(evidenceReceipt, { command: ['true'], key })).toMatchObject({
      message: 'The worktree does not match a commit exactly, so a receipt cannot name one.',
    });
  });
});

describe('evidence.list and evidence.show', () => {
  it('lists by filters, newest first, page by page', async () => {
    await repo.task('x');
    await repo.ok(evidenceRun, { command: ['true'] });
    await repo.ok(evidenceRun, { command: ['false'] });
    await repo.ok(evidenceRecord, { command: 'npm test', exitCode: 0 });
    repo.commit('Second', { 'README.md': 'second\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    const refs = async (input: Parameters<typeof repo.ok<typeof evidenceList.input, typeof evidenceList.output>>[1]) =>
      (await repo.ok(evidenceList, input)).evidence.map(({ ref }) => ref);
    expect(await refs({})).toEqual(['E-4', 'E-3', 'E-2', 'E-1']);
    expect(await refs({ fresh: true })).toEqual(['E-4']);
    expect(await refs({ fresh: false })).toEqual(['E-3', 'E-2', 'E-1']);
    expect(await refs({ fresh: true, at: 'HEAD~1' })).toEqual(['E-3', 'E-2', 'E-1']);
    expect(await refs({ passed: false })).toEqual(['E-2']);
    expect(await refs({ grade: 'said' })).toEqual(['E-3']);
    expect(await refs({ command: 'true', commit: 'HEAD' })).toEqual(['E-4']);
    expect(await refs({ task: 'x', branch: 'main', limit: 1 })).toEqual(['E-4']);
    const first = await repo.ok(evidenceList, { limit: 3 });
    expect(first.judgedTree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    const second = await repo.ok(evidenceList, { limit: 3, cursor: first.nextCursor ?? '' });
    expect(second.evidence.map(({ ref, fresh }) => [ref, fresh])).toEqual([['E-1', false]]);
    expect(second.nextCursor).toBeNull();
    expect(await repo.refused(evidenceList, { cursor: 'x' })).toMatchObject({ code: 'invalid_input' });
    expect(await repo.refused(evidenceList, { task: 'none' })).toMatchObject({ code: 'not_found' });
  });

  it('shows the end of the output, and says when it is gone', async () => {
    const { evidence } = await repo.ok(evidenceRun, { command: ['echo one; echo two'] });
    expect(await repo.ok(evidenceShow, { id: evidence.id, tail: 4 })).toMatchObject({ log: 'two\n', leftOut: 4 });
    expect(readdirSync(logFolder())).toEqual([`${evidence.id}.log`]);
    const { rmSync } = await import('node:fs');
    rmSync(logFolder(), { recursive: true });
    expect(await repo.ok(evidenceShow, { id: 'E-1' })).toMatchObject({ log: null, leftOut: null });
    expect(await repo.refused(evidenceShow, { id: 'E-2' })).toMatchObject({
      code: 'not_found',
      message: 'Evidence E-2 not found.',
    });
  });

  it('judges nothing where there is no worktree', async () => {
    await repo.ok(evidenceRun, { command: ['true'] });
    const { workTree, ...context } = repo.context();
    const answer = await invoke(evidenceShow, context, { id: 'E-1' });
    expect(answer).toMatchObject({ evidence: { fresh: null, startedAt: new Date(startOfTime).toISOString() } });
    expect(workTree?.folder).toBe('');
  });
});
