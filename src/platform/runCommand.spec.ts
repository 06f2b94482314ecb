import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandRequest } from './commandRunner.js';
import { commandRunner } from './runCommand.js';

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-run-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const runner = commandRunner({
  PATH: process.env.PATH,
  KEPT: 'yes',
  GIT_DIR: '/nowhere',
  GIT_INDEX_FILE: '/nowhere/i',
});

async function run(command: CommandRequest['command'], more: Partial<CommandRequest> = {}) {
  const said = { stdout: '', stderr: '' };
  const { durationMs, ...outcome } = await runner.run({
    command,
    directory,
    onOutput: (chunk, stream) => {
      said[stream] += new TextDecoder().decode(chunk);
    },
    ...more,
  });
  expect(durationMs).toBeGreaterThanOrEqual(0);
  return { ...outcome, ...said };
}

describe('commandRunner', () => {
  it('runs a line in the shell, and a program with its arguments without one', async () => {
    expect(await run('echo "$KEPT $MORE" && pwd && exit 3', { environment: { MORE: 'more' } })).toEqual({
      exitCode: 3,
      stdout: `yes more\n${directory}\n`,
      stderr: '',
    });
    expect(await run([process.execPath, '-e', 'console.error(process.argv[1])', '$KEPT && x'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '$KEPT && x\n',
    });
  });

  it('hands on nothing of what a hook says about its repository, and an empty stdin', async () => {
    expect(await run('echo "[$GIT_DIR$GIT_INDEX_FILE]"; cat; echo end')).toMatchObject({ stdout: '[]\nend\n' });
  });

  it('says that there is no such program', async () => {
    expect(await run(['no-such-program-here', 'x'])).toEqual({
      exitCode: null,
      endedBy: 'not-found',
      stdout: '',
      stderr: '',
    });
  });

  it('says that a signal ended it', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, endedBy: 'signal' });
  });

  it('ends the whole group when its time is up, also what ignores the request', async () => {
    const pidFile = join(directory, 'pid');
    const deaf = `sh -c 'trap "" TERM; echo $$ > ${pidFile}; while :; do sleep 0.05; done' & wait`;
    const started = run(deaf, { timeoutMs: 2000 });
    expect(await started).toMatchObject({ exitCode: null, endedBy: 'timeout' });
    expect(existsSync(pidFile)).toBe(true);
    await gone(Number(readFileSync(pidFile, 'utf8')));
  });

  it('ends it when it is cancelled, and does not start what was cancelled before', async () => {
    const cancel = new AbortController();
    const started = run('echo begun; sleep 60', {
      signal: cancel.signal,
      onOutput: () => cancel.abort(),
    });
    expect(await started).toMatchObject({ exitCode: null, endedBy: 'cancelled' });
    expect(await run('echo begun', { signal: cancel.signal })).toMatchObject({ endedBy: 'cancelled', stdout: '' });
  });

  it('does not wait for what the command left running', async () => {
    const pidFile = join(directory, 'pid');
    const result = await run(`sleep 60 & echo $! > ${pidFile}; echo done`);
    process.kill(Number(readFileSync(pidFile, 'utf8')));
    expect(result).toEqual({ exitCode: 0, stdout: 'done\n', stderr: '' });
  });
});

/** Waits until a process has ended. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
      // Ended, and only not yet collected by its parent.
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return;
    } catch {
      return;
    }
    await new Promise(done => setTimeout(done, 10));
  }
}
