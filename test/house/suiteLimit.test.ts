import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { command, startChild, withinTime } from '../../build/command.mjs';
import { place } from '../../build/place.mjs';

const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};

it('npm test ends a suite that takes too long, counts it as failed by its name, and ends with its last line', async () => {
  const run = promisify(execFile)(process.execPath, [join(place.root, 'build', 'test.mjs'), 'types'], {
    env: { ...process.env, NO_COLOR: '1', STATEROOM_SUITE_LIMIT: '100' },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code?: number; stdout: string };
  expect(code).toBe(1);
  expect(stdout).toContain('failed  types: the suite had not ended after 0.1 s and was ended\n');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});

it('what work started is ended with its time, nothing more is started, and what it waits for keeps nobody', async () => {
  const pids: (number | undefined)[] = [];
  let after: unknown;
  const work = async (): Promise<void> => {
    // One that is deaf to the request.
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
    const child = startChild(process.execPath, ['-e', deaf], { stdio: 'ignore' });
    pids.push(child.pid);
    await new Promise(done => child.once('close', done));
    after = await command(process.execPath, ['-e', '']).catch((error: unknown) => error);
    await new Promise(() => undefined);
  };
  const result = await withinTime(300, work, 500);
  expect(result).toBe(undefined);
  await expect.poll(() => pids.map(isAlive)).toEqual([false]);
  await expect.poll(() => String(after)).toContain('was not started: the time for it is over.');
});

it('work that ends in time gives what it came to, or why it failed, and its children live on', async () => {
  const child = await withinTime(60_000, async () =>
    startChild(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }),
  );
  await wait(50);
  expect(isAlive(child?.pid)).toBe(true);
  child?.kill('SIGKILL');
  await expect(withinTime(60_000, () => Promise.reject(new Error('no such suite')))).rejects.toThrow('no such suite');
});
