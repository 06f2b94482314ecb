import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
      const killed = `sr-${asked(inside, { KILLED: '1' }).pid}`;
      const owner = readFileSync(join(inside, killed, '.owner'), 'utf8');
      const made: [name: string, owner: string | undefined, ageInHours: number][] = [
        [`sr-${process.pid}`, owner, 30],
        // No pid is as large. Who counts pids for himself may have it; nobody has it for longer than a day.
        ['sr-999999991', owner, 0],
        ['sr-999999992', 'another container', 20],
        ['sr-999999993', 'another container', 30],
        ['sr-999999994', undefined, 20],
        ['sr-999999995', undefined, 30],
        ['sr-mine', owner, 30],
        ['other', owner, 30],
      ];
      for (const [name, mark, ageInHours] of made) {
        mkdirSync(join(inside, name));
        writeFileSync(join(inside, name, 'file'), 'x');
        if (mark !== undefined) writeFileSync(join(inside, name, '.owner'), mark);
        const at = new Date(Date.now() - ageInHours * 3_600_000);
        utimesSync(join(inside, name), at, at);
      }
      const { pid, said } = asked(inside);
      expect(said).toBe(`${join(inside, `sr-${pid}`)} true 1777`);
      expect(readdirSync(inside).sort()).toEqual(
        [`sr-${process.pid}`, 'other', 'sr-999999992', 'sr-999999994', 'sr-mine'].sort(),
      );
      expect(statSync(join(inside, 'other')).isDirectory()).toBe(true);
    } finally {
      spawnSync('rm', ['-rf', inside]);
    }
  },
);
