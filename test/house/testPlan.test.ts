import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { checkoutTree, filesLeftOut, filesOfFullRun } from '../../build/testPlan.mjs';

it('each file that only the full run has is there', () => {
  const missing = Object.values(filesOfFullRun)
    .flat()
    .filter(file => !existsSync(join(place.root, file)));
  expect(missing).toEqual([]);
});

it('a suite leaves out files where it is named as short, and no others', () => {
  const before = process.env.STATEROOM_SHORT_SUITES;
  try {
    process.env.STATEROOM_SHORT_SUITES = 'crash,ui';
    expect(filesLeftOut('contract')).toEqual([]);
    expect(filesLeftOut('crash')).toContain('test/crash/everyCall.test.ts');
    expect(filesLeftOut('crash')).not.toContain('test/crash/swap.test.ts');
    process.env.STATEROOM_SHORT_SUITES = '';
    expect(filesLeftOut('crash')).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.STATEROOM_SHORT_SUITES;
    else process.env.STATEROOM_SHORT_SUITES = before;
  }
});

it('the tree of a checkout is what git says of all its files, and the index is as it was', async () => {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: place.root, encoding: 'utf8' }).trim();
  const before = git('ls-files', '--stage');
  const tree = await checkoutTree();
  expect(tree).toMatch(/^[0-9a-f]{40}$/);
  expect(git('ls-tree', tree, 'package.json').split('\t')[1]).toBe('package.json');
  expect(git('ls-files', '--stage')).toBe(before);
});
