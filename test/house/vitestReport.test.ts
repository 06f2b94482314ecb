import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { countText, filesToRepeat, type Result, resultText, withRepeated, withState } from '../../build/results.mjs';

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

// What it leaves holds the output of the worker, for which vitest waits without a limit.
const leaving = `
  import { spawn } from 'node:child_process';
  import { createServer } from 'node:net';
  import { it } from 'vitest';
  it('leaves a server and a program', async () => {
    const server = createServer();
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    spawn(process.execPath, ['-e', 'setTimeout(console.log, 20_000, "it went"); console.log("left", process.pid)'], {
      detached: true,
      stdio: 'inherit',
    }).unref();
    await new Promise(done => setTimeout(done, 500));
  });
`;

const texts = (results: readonly Result[], state: Result['state']) =>
  withState(results, state).map(resultText).toSorted();

describe('what npm test counts of a vitest run', () => {
  let folder: string;

  /** Runs vitest on files of the folder, as suites do; how it ended, what it printed, and what was counted. */
  async function run(words: string[] = [], environment: NodeJS.ProcessEnv = {}) {
    const report = join(folder, 'report.json');
    const program = join(place.root, 'node_modules', 'vitest', 'vitest.mjs');
    const reporter = join(place.root, 'build', 'vitestReport.mjs');
    const args = [program, 'run', '--root', folder, '--reporter=default', `--reporter=${reporter}`, ...words];
    const env = { ...process.env, NO_COLOR: '1', STATEROOM_REPORT: report, ...environment };
    const end = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    const results: Result[] = JSON.parse(await readFile(report, 'utf8'));
    return { ...end, results };
  }

  beforeAll(async () => {
    // Below the repository, so that the files find vitest.
    await mkdir(place.cache, { recursive: true });
    folder = await mkdtemp(join(place.cache, 'report-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is every pass, failure and skip with its reason, and what failed outside a test', async () => {
    const { results } = await run();
    expect(countText(results)).toBe('4 passed, 3 failed, 3 skipped');
    expect(texts(results, 'repeated')).toEqual([
      'some.test.js: passes at the third try at try 3: expected 1 to be 3 // Object.is equality',
    ]);
    expect(texts(results, 'skipped')).toEqual([
      'some.test.js: gives its reason: no such tool here',
      'some.test.js: is switched off: marked skip',
      'some.test.js: is to come: marked todo',
    ]);
    expect(texts(results, 'failed')).toEqual([
      'broken.test.js: cannot load',
      'some.test.js: fails: expected 1 to be 2 // Object.is equality',
      'unhandled: nobody caught this',
    ]);
  });

  it('is, of a file that was run again, what the second run says, and that it had to be', async () => {
    const { results: first } = await run(['some', 'broken']);
    expect(filesToRepeat(first).toSorted()).toEqual(['broken.test.js', 'some.test.js']);
    await writeFile(join(folder, 'broken.test.js'), "import { it } from 'vitest';\nit('loads now', () => {});\n");
    const { results: second } = await run(['broken']);
    await writeFile(join(folder, 'broken.test.js'), files['broken.test.js']);
    const both = withRepeated(first, second);
    expect(countText(both)).toBe('4 passed, 1 failed, 3 skipped');
    expect(texts(both, 'failed')).toEqual(['some.test.js: fails: expected 1 to be 2 // Object.is equality']);
    expect(texts(both, 'repeated')).toEqual([
      'broken.test.js: cannot load',
      'some.test.js: passes at the third try at try 3: expected 1 to be 3 // Object.is equality',
    ]);
  });

  it('calls nothing repeated that failed again', () => {
    const failed: Result[] = [
      { state: 'failed', name: 'it', file: 'a.ts' },
      { state: 'repeated', name: 'other', file: 'a.ts' },
    ];
    const both = withRepeated(failed, failed.slice(0, 1));
    expect(both.map(({ state, name }) => `${name} ${state}`)).toEqual(['it failed', 'other repeated']);
  });

  it('is what the first run says where something failed outside of files, or in many', async () => {
    expect(filesToRepeat((await run(['unhandled'])).results)).toEqual([]);
    const of = (count: number): Result[] =>
      Array.from({ length: count }, (_, index) => ({ state: 'failed', name: 'it', file: `${index}.ts` }));
    expect(filesToRepeat(of(3))).toEqual(['0.ts', '1.ts', '2.ts']);
    expect(filesToRepeat(of(4))).toEqual([]);
  });

  it('ends soon after it was counted, whatever a test left behind', async () => {
    await writeFile(join(folder, 'leaving.test.js'), leaving);
    const { code, stdout, results } = await run(['leaving'], { STATEROOM_GRACE_AT_END: '1000' });
    process.kill(Number(/left (\d+)/.exec(stdout)?.[1]), 'SIGKILL');
    // Not because the program did.
    expect(stdout).not.toContain('it went');
    expect({ code, counts: countText(results) }).toEqual({ code: 0, counts: '1 passed, 0 failed, 0 skipped' });
  });
});
