import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readGitUser } from './gitUser.js';

const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'stateroom-user-'));
  directories.push(directory);
  return directory;
}

it('reads the name that git uses in the repository', async () => {
  const directory = makeDirectory();
  execFileSync('git', ['init', '-q'], { cwd: directory });
  execFileSync('git', ['config', 'user.name', 'Ada Lovelace'], { cwd: directory });
  expect(await readGitUser(directory, process.env)).toBe('Ada Lovelace');
});

it('answers nothing where git cannot run', async () => {
  expect(await readGitUser(join(makeDirectory(), 'missing'), process.env)).toBeUndefined();
});
