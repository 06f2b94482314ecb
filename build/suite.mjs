import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.mjs';
import { findFiles } from './findFiles.mjs';
import { place } from './place.mjs';
import { keepsToDisk, quickFolder } from './quickFolder.mjs';
import { filesToRepeat, withRepeated, withState } from './results.mjs';
import { RigError, say } from './say.mjs';

/** @typedef {import('./results.mjs').Result} Result */

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {() => Promise<boolean>} [present] false when there is nothing to run yet
 * @property {(args: string[], env: NodeJS.ProcessEnv) => Promise<Result[]>} run
 */

/** @type {Record<string, Suite>} */
export const suites = {
  lint: {
    title: 'format, rules and import walls',
    run: async (args, env) => {
      const { checkWalls } = await import('./walls.mjs');
      const breaches = await checkWalls();
      for (const breach of breaches) say('lint', breach);
      if (breaches.length > 0) return breaches.map(name => ({ state: 'failed', name }));
      const verb = args.includes('--write') ? ['check', '--write'] : ['ci'];
      const rest = args.filter(arg => arg !== '--write');
      return one(
        'lint',
        bin('@biomejs/biome', 'bin/biome'),
        [...verb, '--max-diagnostics=60', ...(process.stdout.isTTY ? [] : ['--colors=off']), ...rest],
        env,
      );
    },
  },
  types: { title: 'the TypeScript compiler', run: (_args, env) => types(env) },
  knip: { title: 'nothing unused', run: (args, env) => one('knip', bin('knip', 'bin/knip.js'), args, env) },
  unit: vitestSuite('unit', 'what the code means', 'src', '.spec.ts'),
  house: vitestSuite('house', 'walls, bundles, package', 'test/house'),
  contract: vitestSuite('contract', 'store and surfaces', 'test/contract'),
  crash: vitestSuite('crash', 'killed in the middle', 'test/crash'),
  clients: vitestSuite('clients', 'real clients', 'test/clients'),
  bench: vitestSuite('bench', 'the benchmarks run', 'test/bench'),
  host: {
    title: 'in the real editor',
    present: async () => (await findFiles('test/host', '.test.ts')).length > 0,
    run: async (args, env) => {
      const { runHost } = await import('./hostSuite.mjs');
      return runHost(args, env);
    },
  },
  desktop: {
    title: 'in a downloaded desktop editor',
    present: async () => (await findFiles('test/host', '.test.ts')).length > 0,
    run: async (args, env) => {
      const { runDesktop } = await import('./desktopSuite.mjs');
      return runDesktop(args, env);
    },
  },
  ui: {
    title: 'the packaged extension, on the screen',
    present: async () => (await findFiles('test/ui', '.ui.ts')).length > 0,
    run: async (args, env) => {
      const missing = await missingForEditor();
      if (missing) return skippedSuite('ui', missing);
      return vitest('ui', args, env);
    },
  },
};

/**
 * What `npm test` runs, one stage after the other, the suites of a stage two at a time. Unit and contract keep two cores busy by
 * themselves; beside them, servers and editors miss the few seconds that they may take to end or to answer. Only ui presses keys,
 * which a busy editor loses: it runs alone.
 *
 * @type {readonly (readonly string[])[]}
 */
export const testStages = [
  ['types', 'lint', 'knip', 'house'],
  ['unit'],
  ['contract'],
  ['crash'],
  ['host', 'clients', 'bench'],
  ['ui'],
];

/**
 * Where the temporary folders of this process are, if in memory.
 *
 * @type {string | undefined}
 */
let inMemory;

/**
 * @param {string} name
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Result[]>}
 */
export async function runSuite(name, args = [], env = {}) {
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;
  if (!suite) throw new RigError(`There is no suite "${name}"; the suites are ${Object.keys(suites).join(', ')}.`, 2);
  const onDisk = keepsToDisk(name, { ...process.env, ...env });
  if (!onDisk) inMemory = quickFolder();
  if (inMemory !== undefined) process.env.TMPDIR = inMemory;
  // A suite before this one may have put this process into memory.
  const disk = onDisk && inMemory !== undefined ? { TMPDIR: undefined } : {};
  // A log is read with plain eyes.
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
  return suite.run(args, { ...plain, ...disk, ...env });
}

/**
 * Why the editor cannot be tested on this machine, with what to do about it; undefined when it can.
 *
 * @returns {Promise<string | undefined>}
 */
export async function missingForEditor() {
  const { browserRemedy, ensureBrowser } = await import('./browser.mjs');
  const { ensureEditor } = await import('./editor.mjs');
  if (!(await ensureBrowser())) return `no browser on this machine: ${browserRemedy}`;
  await ensureEditor();
  return undefined;
}

/**
 * @param {string} name
 * @param {string} reason
 * @returns {Result[]}
 */
export function skippedSuite(name, reason) {
  return [{ state: 'skipped', name, why: reason }];
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} folder
 * @param {string} [ending]
 * @returns {Suite}
 */
function vitestSuite(name, title, folder, ending = '.test.ts') {
  return {
    title,
    present: async () => (await findFiles(folder, ending)).length > 0,
    run: (args, env) => vitest(name, args, env),
  };
}

/**
 * @param {string} project
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result[]>}
 */
async function vitest(project, args, env) {
  const results = await vitestOnce(project, args, env);
  // A busy editor loses a key now and then.
  const mayRepeat = project === 'ui' && !args.some(arg => arg.startsWith('-'));
  const files = mayRepeat ? filesToRepeat(results) : [];
  if (files.length === 0) return results;
  say(project, `tries ${files.join(', ')} once more`);
  return withRepeated(results, await vitestOnce(project, files, env));
}

/**
 * @param {string} project
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result[]>}
 */
async function vitestOnce(project, args, env) {
  const report = join(place.report, `${project}.json`);
  await rm(report, { force: true });
  const program = join(place.root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(place.root, 'build', 'vitestReport.mjs');
  const { code } = await command(
    process.execPath,
    // A suite may be of several projects, as unit is.
    [program, 'run', '--project', `${project}*`, '--reporter=default', `--reporter=${reporter}`, ...args],
    { cwd: place.root, env: { ...env, STATEROOM_REPORT: report } },
  );
  return readReport(report, project, code);
}

/**
 * What a runner wrote about its tests. A runner that failed without a failed test counts as one failure.
 *
 * @param {string} path
 * @param {string} name
 * @param {number} code the runner's exit code
 * @returns {Promise<Result[]>}
 */
export async function readReport(path, name, code) {
  /** @type {Result[]} */
  const results = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : [];
  if (withState(results, 'failed').length === 0 && (code !== 0 || !existsSync(path))) {
    results.push({ state: 'failed', name, why: `the runner ended with exit code ${code}` });
  }
  return results;
}

/**
 * A program that passes or fails as a whole.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result[]>}
 */
async function one(name, program, args, env) {
  const { code } = await command(process.execPath, [program, ...args], { cwd: place.root, env });
  return [{ state: code === 0 ? 'passed' : 'failed', name }];
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result[]>}
 */
async function types(env) {
  const compiler = bin('typescript', 'bin/tsc');
  const projects = ['tsconfig.json', 'webview-ui/tsconfig.json', 'test/ui/tsconfig.json'];
  let code = 0;
  for (const project of projects.filter(path => existsSync(join(place.root, path)))) {
    const result = await command(process.execPath, [compiler, '--noEmit', '-p', project], { cwd: place.root, env });
    code ||= result.code;
  }
  return [{ state: code === 0 ? 'passed' : 'failed', name: 'types' }];
}

/**
 * @param {string} name
 * @param {string} path
 */
function bin(name, path) {
  return join(place.root, 'node_modules', ...name.split('/'), path);
}
