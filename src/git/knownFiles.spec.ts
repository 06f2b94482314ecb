import { mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { knowFiles } from '../../test/support/gitIndex.js';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';

let repo: GitTestRepository;
let folder: string;

beforeEach(() => {
  repo = new GitTestRepository();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-index-')));
});

afterEach(async () => {
  await repo.close();
  rmSync(folder, { recursive: true });
});

it('a copy’s index is, byte for byte, what git makes of it by looking at the files again', () => {
  repo.commit('More', { 'a/b/longer name é.txt': 'x\n', seven77: '', eight888: 'y\n', nine99999: 'z\n' });
  for (const name of ['README.md', 'a/b/longer name é.txt', 'seven77', 'eight888', 'nine99999'])
    utimesSync(join(repo.repository, name), 1_600_000_000, 1_600_000_000 + name.length / 10);
  const index = join(repo.repository, '.git', 'index');
  const stale = readFileSync(index);
  repo.git('update-index', '--refresh');
  const fresh = readFileSync(index);
  expect(fresh.equals(stale)).toBe(false);
  writeFileSync(index, stale);
  knowFiles(repo.repository);
  expect(readFileSync(index).equals(fresh)).toBe(true);
});

it('a repository that is a copy stands as git left the first one, and git has nothing to look at again', async () => {
  const second = new GitTestRepository();
  try {
    expect(second.git('diff-files', '--name-only')).toBe('');
    expect(second.git('log', '--format=%H')).toBe(repo.git('log', '--format=%H'));
    second.write('README.md', 'one\ntwo\nTHREE\n');
    expect(second.git('diff-files', '--name-only')).toBe('README.md');
  } finally {
    await second.close();
  }
});
