import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { keepsToDisk } from '../../build/quickFolder.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';

const memory = '/dev/shm';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder('stateroom-quick-');
});

afterEach(() => folder.remove());

/** What another process is given, and says of it, before it ends. */
function asked(inside: string, env: NodeJS.ProcessEnv = {}): { pid: number | undefined; said: string } {
  const module = pathToFileURL(join(place.root, 'build', 'quickFolder.mjs')).href;
  const body = `
    import { statSync, writeFileSync } from 'node:fs';
    import { quickFolder } from ${JSON.stringify(module)};
    const folder = quickFolder(${JSON.stringify(inside)});
    if (folder !== undefined) writeFileSync(folder + '/left', 'x');
    if (process.env.KILLED) process.kill(process.pid, 'SIGKILL');
    console.log(folder ?? 'none', folder === quickFolder(${JSON.stringify(inside)}), folder && (statSync(folder).mode & 0o7777).toString(8));
  `;
  const { pid, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', body], {
    env: { ...process.env, TMPDIR: undefined, ...env },
    encoding: 'utf8',
  });
  return { pid, said: stdout.trim() };
}

it('temporary folders of suites are on the disk where there is no memory for files', () => {
  expect(asked(join(folder.path, 'none')).said).toBe('none true undefined');
  expect(existsSync(join(folder.path, 'none'))).toBe(false);
});

it('they are where a disk is what is looked at', () => {
  expect(keepsToDisk('bench', {})).toBe(true);
  expect(keepsToDisk('crash', { STATEROOM_TESTS: 'all' })).toBe(true);
  expect(keepsToDisk('crash', {})).toBe(false);
  expect(keepsToDisk('unit', { STATEROOM_TESTS: 'all' })).toBe(false);
});

it('they are where TMPDIR says', () => {
  expect(asked(memory, { TMPDIR: folder.path }).said).toBe('none true undefined');
});

it.runIf(process.platform === 'linux' && asked(memory).said.startsWith(memory))(
  'else they are in memory, go with the process, and take along what a killed one left',
  () => {
    const inside = join(memory, `stateroom-quick-${process.pid}`);
    mkdirSync(inside);
    try {
      const { pid: killed } = asked(inside, { KILLED: '1' });
      const [left = ''] = readdirSync(inside);
      const prefix = left.slice(0, left.length - String(killed).length);
      expect(left).toBe(`${prefix}${killed}`);
      // Of a process that lives, of another container, and not of a process at all; no pid is as large as the last.
      const others = [`${prefix}${process.pid}`, 'sr-0-999999991', `${prefix}mine`, 'other'];
      for (const name of [...others, `${prefix}999999992`]) mkdirSync(join(inside, name));
      const { pid, said } = asked(inside);
      expect(said).toBe(`${join(inside, `${prefix}${pid}`)} true 1777`);
      expect(readdirSync(inside).sort()).toEqual(others.sort());
    } finally {
      spawnSync('rm', ['-rf', inside]);
    }
  },
);
