import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../build/lock.mjs';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';

const children: ChildProcess[] = [];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder('stateroom-lock-');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await folder.remove();
});

/** Another process with the rig's lock in its hands, as `body` says. */
function other(body: string): ChildProcess {
  const lock = JSON.stringify(join(place.root, 'build', 'lock.mjs'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', `import { withLock } from ${lock};\n${body}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

describe('the lock between runs of the rig', () => {
  it('lets one process at a time do its work', async () => {
    const name = `count-${process.pid}`;
    const file = join(folder.path, 'count');
    await writeFile(file, '0');
    const body = `
      import { readFile, writeFile } from 'node:fs/promises';
      const file = ${JSON.stringify(file)};
      for (let round = 0; round < 5; round++) {
        await withLock(${JSON.stringify(name)}, async () => {
          const count = Number(await readFile(file, 'utf8'));
          await new Promise(resolve => setImmediate(resolve));
          await writeFile(file, String(count + 1));
        });
      }`;
    const codes = await Promise.all([1, 2, 3, 4].map(async () => (await once(other(body), 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await readFile(file, 'utf8')).toBe('20');
  });

  it('is taken over from a process that was killed', async () => {
    const name = `dead-${process.pid}`;
    const holder = other(
      `await withLock(${JSON.stringify(name)}, () => { console.log('taken'); return new Promise(resolve => setTimeout(resolve, 600_000)); });`,
    );
    if (holder.stdout) await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await withLock(name, async () => 'mine')).toBe('mine');
  });

  it('is free again after work that failed', async () => {
    const name = `failed-${process.pid}`;
    await expect(withLock(name, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await withLock(name, async () => 'mine')).toBe('mine');
  });
});
