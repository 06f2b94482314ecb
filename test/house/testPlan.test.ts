import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { testStages } from '../../build/suite.mjs';
import { checkoutFiles, filesLeftOut, filesOfFullRun, hashForSuite } from '../../build/testPlan.mjs';

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

it('the files of a checkout are what git says of them, and the index is as it was', async () => {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: place.root, encoding: 'utf8' }).trim();
  const before = git('ls-files', '--stage');
  const files = await checkoutFiles();
  expect(files.find(line => line.endsWith('\tpackage.json'))).toMatch(/^100644 [0-9a-f]{40} 0\tpackage\.json$/);
  expect(git('ls-files', '--stage')).toBe(before);
});

const line = (path: string, hash = 'a') => `100644 ${hash.repeat(40)} 0\t${path}`;

it.each([
  [
    'src/store/store.ts',
    ['types', 'lint', 'knip', 'house', 'unit', 'contract', 'crash', 'host', 'clients', 'bench', 'ui'],
  ],
  [
    'test/editor/window.ts',
    ['types', 'lint', 'knip', 'house', 'unit', 'contract', 'crash', 'host', 'clients', 'bench', 'ui'],
  ],
  ['test/ui/queue.ui.ts', ['types', 'lint', 'knip', 'house', 'ui']],
  ['test/host/restricted/restrictedMode.test.ts', ['types', 'lint', 'knip', 'house', 'host']],
  ['webview-ui/src/rows.spec.ts', ['types', 'lint', 'knip', 'house', 'unit']],
])('%s is reason to run these suites again', (path, suites) => {
  const again = testStages
    .flat()
    .filter(suite => hashForSuite(suite, [line(path)]) !== hashForSuite(suite, [line(path, 'b')]));
  expect(again).toEqual(suites);
});
