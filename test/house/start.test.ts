import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';

describe('npm start, told something wrong', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stateroom-start-'));
    await writeFile(join(folder, 'notes.txt'), 'notes\n');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const cases: [name: string, words: (folder: string) => string[], sentence: (folder: string) => string][] = [
    [
      'a path that is not there',
      where => [join(where, 'nowhere')],
      where => `There is no folder ${join(where, 'nowhere')}: name the folder of a git repository.`,
    ],
    [
      'a file',
      where => [join(where, 'notes.txt')],
      where => `${join(where, 'notes.txt')} is a file: name the folder of a git repository.`,
    ],
    [
      'a folder that is no repository',
      where => [where],
      where => `${where} is not inside a git repository: run "git init" there first, or name another folder.`,
    ],
    [
      'a port that is none',
      () => ['--port', 'eighty'],
      () =>
        'npm start did not understand its words: --port takes a number up to 65535, not "eighty". See "npm start -- --help".',
    ],
    [
      'an option it does not have',
      () => ['--fast'],
      () => 'npm start did not understand its words: Unknown option \'--fast\'. See "npm start -- --help".',
    ],
    [
      'two repositories',
      where => [where, where],
      () =>
        'npm start did not understand its words: it opens one repository, and two or more were named. See "npm start -- --help".',
    ],
  ];

  for (const [name, words, sentence] of cases) {
    it(`says one sentence about ${name} and ends with 2`, async () => {
      expect(await start(words(folder))).toEqual({ code: 2, stdout: '', stderr: `${sentence(folder)}\n` });
    });
  }

  it('tells how it is used', async () => {
    const { code, stdout } = await start(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm start \[-- \[repository\]/);
  });
});

function start(words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, NO_COLOR: '1', GIT_CEILING_DIRECTORIES: tmpdir() };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(place.root, 'build', 'start.mjs'), ...words], { env }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}
