import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  cleanEnvironment,
  finished,
  git,
  makeRepository,
  programFile,
  run,
  start,
  storeOf,
  until,
  userNode,
  writeIn,
} from './cliRig.js';

const actor = 'ada';

/** Runs and reads the one object on stdout. */
async function json(args: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await run(args, { cwd, actor });
  return { code, stderr, ...(JSON.parse(stdout) as { ok: boolean; data: Record<string, unknown> }) };
}

describe('evidence run', () => {
  it('prints what the command prints, where it prints it, and ends with its code', async () => {
    const cwd = makeRepository();
    const ran = await run(['evidence', 'run', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7', '--json'], {
      cwd,
      actor,
    });
    expect(ran.stdout).toBe('out\n');
    expect(ran.stderr).toBe(`err\nE-1 failed with 7, fresh: sh -c 'echo out; echo err >&2; exit 7' --json\n`);
    expect(ran.code).toBe(7);
    const { evidence } = await answer(['evidence', 'list'], { cwd });
    expect(evidence).toMatchObject([{ ref: 'E-1', exitCode: 7, passed: false, grade: 'observed', fresh: true }]);
  });

  it('keeps stdout for the answer with --json and --quiet', async () => {
    const cwd = makeRepository();
    const told = await json(['evidence', 'run', '--json', '--', 'echo out'], cwd);
    expect(told).toMatchObject({ code: 0, ok: true, stderr: 'out\n', data: { exitCode: 0, tail: 'out\n' } });
    const quiet = await run(['evidence', 'run', '--quiet', '--', 'echo out'], { cwd, actor });
    expect([quiet.stdout, quiet.stderr, quiet.code]).toEqual(['E-2\n', 'out\n', 0]);
  });

  it('ends with 125 whenever it is Stateroom that fails', async () => {
    const cwd = makeRepository();
    for (const args of [
      ['evidence', 'run'],
      ['evidence', 'run', '--what', '--', 'true'],
      ['evidence', 'run', '--task', 'T-9', '--', 'true'],
      ['evidence', 'run', '--directory', '..', '--', 'true'],
    ]) {
      const { code, stdout } = await run(args, { cwd, actor });
      expect([args, code, stdout]).toEqual([args, 125, '']);
    }
    writeFileSync(join(cwd, '.git', 'stateroom'), 'no folder');
    expect((await run(['evidence', 'run', '--', 'true'], { cwd, actor })).code).toBe(125);
  });

  it('runs in the folder where one stands', async () => {
    const cwd = makeRepository();
    writeIn(cwd, 'packages/a b/file.ts', '');
    const here = join(cwd, 'packages/a b');
    expect((await run(['evidence', 'run', '--', 'pwd'], { cwd: here, actor })).stdout).toBe(`${here}\n`);
    const { evidence } = await answer(['evidence', 'show', 'E-1'], { cwd });
    expect(evidence).toMatchObject({ directory: 'packages/a b' });
  });

  it('ends the command with itself, and records nothing', async () => {
    const cwd = makeRepository();
    const pidFile = join(storeOf(cwd), '..', 'pid');
    const child = start(['evidence', 'run', '--', `echo $$ > '${pidFile}'; sleep 60`], { cwd, actor });
    child.stdin.end();
    const ended = finished(child);
    await until('the command runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await until('the command has ended', () => !isRunning(pid));
    expect(await answer(['evidence', 'list'], { cwd })).toMatchObject({ evidence: [] });
  });

  it('is not taken in by the variables of a hook', async () => {
    const cwd = makeRepository();
    const other = makeRepository();
    git(cwd, 'commit', '-q', '--allow-empty', '-m', 'More');
    const env = { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git/index'), GIT_WORK_TREE: other };
    const words = ['evidence', 'run', '--', 'git rev-parse HEAD'];
    const { stdout } = await run(words, { cwd, actor, env });
    expect(stdout.trim()).toBe(git(cwd, 'rev-parse', 'HEAD').trim());
    const { evidence } = await answer(['evidence', 'list'], { cwd });
    expect(evidence).toMatchObject([{ commit: stdout.trim(), treeHash: git(cwd, 'rev-parse', 'HEAD^{tree}').trim() }]);
  });
});

it.each([
  ['evidence run --', 3],
  ['evidence run --json --', 3],
] as const)('finishes and records `%s` whose output nobody reads to its end', async (words, code) => {
  const cwd = makeRepository();
  const lines = 'i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done';
  const command = `${lines}; sleep 0.2; ${lines}; touch ../finished; exit 3`;
  const script = `"$@" sh -c '${command.replaceAll("'", "'\\''")}' 2>&1 | head -n 1; echo "code $PIPESTATUS"`;
  const args = ['-c', script, 'bash', userNode, programFile, ...words.split(' ')];
  const child = spawn('bash', args, { cwd, env: cleanEnvironment({ STATEROOM_ACTOR: actor }) });
  const { stdout, stderr } = await finished(child);
  expect([stdout, stderr]).toEqual([`line 0\ncode ${code}\n`, '']);
  expect(existsSync(join(cwd, '..', 'finished'))).toBe(true);
  const { evidence } = await answer(['evidence', 'list'], { cwd });
  expect(evidence).toMatchObject([{ ref: 'E-1', exitCode: 3, passed: false, grade: 'observed' }]);
});

it.each(['evidence run --', 'evidence run --json --'])(
  'ends `%s` whose output nobody reads and that has no end',
  async words => {
    const cwd = makeRepository();
    const script = '"$@" yes 2>&1 | head -n 1; echo "code $PIPESTATUS"';
    const args = ['-c', script, 'bash', userNode, programFile, ...words.split(' ')];
    const child = spawn('bash', args, { cwd, env: cleanEnvironment({ STATEROOM_ACTOR: actor }) });
    const { stdout, stderr } = await finished(child);
    expect([stdout, stderr]).toEqual(['y\ncode 128\n', '']);
    const { evidence } = await answer(['evidence', 'list'], { cwd });
    expect(evidence).toMatchObject([{ ref: 'E-1', exitCode: null, passed: false, result: 'killed by a signal; y' }]);
  },
);

it('starts a slice whose test prints more than anybody reads', async () => {
  const cwd = makeRepository();
  git(cwd, 'checkout', '-q', '-b', 'feature/done-1');
  await answer(['task', 'start', 'Say that it is done', '--ref', 'done-1', '--here'], { cwd, actor });
  const test = 'i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done; sleep 0.2; echo more; exit 1';
  const script = '"$@" 2>&1 | head -n 1; echo "code $PIPESTATUS"';
  const args = ['-c', script, 'bash', userNode, programFile, 'slice', 'start', 'Say it', '--test', test];
  const { stdout } = await finished(spawn('bash', args, { cwd, env: cleanEnvironment({ STATEROOM_ACTOR: actor }) }));
  expect(stdout).toMatch(/code 0\n$/);
  expect(await answer(['slice', 'list'], { cwd })).toMatchObject({ slices: [{ ref: 'S-1', status: 'open' }] });
});

it('works through a slice from red to closed', async () => {
  const cwd = makeRepository();
  git(cwd, 'checkout', '-q', '-b', 'feature/done-1');
  await answer(['task', 'start', 'Say that it is done', '--ref', 'done-1', '--here'], { cwd, actor });
  const test = 'grep -q done README.md';
  const started = await answer(['slice', 'start', 'Say it', '--test', test], { cwd, actor });
  expect(started).toMatchObject({ state: 'red', slice: { ref: 'S-1', status: 'open' } });
  writeFileSync(join(cwd, 'README.md'), 'done\n');
  const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
    .map(heading => `${heading}\nNone\n`)
    .join('');
  const close = ['slice', 'close', '--rationale', '-'];
  const early = await run(close, { cwd, actor, input: rationale });
  expect([early.code, early.stderr]).toEqual([
    3,
    `stateroom: Cannot close S-1: no passing run of “${test}” for this tree.\n  Record a passing run on this tree. Run \`stateroom evidence run --slice S-1 -- ${test}\`.\n`,
  ]);
  expect(await answer(['slice', 'commit'], { cwd, actor })).toMatchObject({ made: true, recorded: true });
  expect((await run(['evidence', 'run', '--', test], { cwd, actor })).code).toBe(0);
  const closed = await run(close, { cwd, actor, input: rationale });
  expect([closed.code, closed.stdout]).toEqual([0, 'Closed S-1 Say it by D-1 ada_slice_complete_done-1_s1_say_it.\n']);
  expect(await answer(['slice', 'packet'], { cwd })).toMatchObject({ changedFiles: ['README.md'], reviewKind: 'code' });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
