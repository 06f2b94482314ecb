import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../src/build/place.mjs';

const files = {
  'some.test.js': `
    import { describe, expect, it } from 'vitest';
    it('passes', () => {});
    it('fails', () => expect(1).toBe(2));
    it('gives its reason', context => context.skip('no such tool here'));
    it.skip('is switched off', () => {});
    it.todo('is to come');
    let tries = 0;
    it('passes at the third try', { retry: 2 }, () => expect(++tries).toBe(3));
    describe('inside', () => it('passes too', () => {}));
  `,
  'broken.test.js': "throw new Error('cannot load');\n",
  'unhandled.test.js': `
    import { it } from 'vitest';
    it('passes, and something fails behind it', async () => {
      Promise.reject(new Error('nobody caught this'));
      await new Promise(resolve => setImmediate(resolve));
    });
  `,
};

describe('what npm test counts of a vitest run', () => {
  let folder: string;

  beforeAll(async () => {
    // Below the repository, so that the files find vitest.
    await mkdir(place.cache, { recursive: true });
    folder = await mkdtemp(join(place.cache, 'report-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is every pass, failure and skip with its reason, and what failed outside a test', async () => {
    const report = join(folder, 'report.json');
    const program = join(place.root, 'node_modules', 'vitest', 'vitest.mjs');
    const reporter = join(place.root, 'src', 'build', 'vitestReport.mjs');
    await new Promise(resolve => {
      const args = [program, 'run', '--root', folder, `--reporter=${reporter}`];
      execFile(process.execPath, args, { cwd: folder, env: { ...process.env, STATEROOM_REPORT: report } }, resolve);
    });
    const outcome = JSON.parse(await readFile(report, 'utf8'));
    expect({ passed: outcome.passed, failed: outcome.failed }).toEqual({ passed: 4, failed: 3 });
    expect(outcome.repeated).toEqual([
      'some.test.js: passes at the third try at try 3: expected 1 to be 3 // Object.is equality',
    ]);
    expect(outcome.skipped).toEqual([
      { name: 'gives its reason', reason: 'no such tool here' },
      { name: 'is switched off', reason: 'marked skip' },
      { name: 'is to come', reason: 'marked todo' },
    ]);
    expect(outcome.failures.toSorted()).toEqual([
      'broken.test.js: cannot load',
      'some.test.js: fails',
      'unhandled: nobody caught this',
    ]);
  });
});
