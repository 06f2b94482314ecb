import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { place } from './place.mjs';

/**
 * Files that `npm test` leaves to `npm run test:all`, by suite: what they show is shown once more by a file that runs always, or
 * holds code that seldom changes. A new file runs always until it is listed here.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const filesOfFullRun = {
  unit: [
    'src/operations/finding/sequence.spec.ts',
    'src/operations/lane/openLaneFailure.spec.ts',
    'src/operations/lane/retryLane.spec.ts',
    'src/operations/lane/worker/clearMerged.spec.ts',
    'src/git/lane/removeWorkTree.spec.ts',
  ],
  contract: [
    'agentHook',
    'cliFuzz',
    'cliStream',
    'dashboardFile',
    'day',
    'finding',
    'hookManagers',
    'laneBadInput',
    'laneHooks',
    'laneRights',
    'laneStreams',
    'mcpHeartbeats',
    'mcpEnd',
    'mcpJunk',
    'mcpKill',
    'mcpLanes',
    'mcpOldVersion',
    'mcpPlaces',
    'mcpRace',
    'mcpWorker',
    'oneCount',
    'planReview',
    'protectedPush',
    'runs',
    'stories/changedStories',
    'stories/mergedStories',
    'version010Claims',
    'version010Files',
    'version010Hooks',
    'version010Killed',
    'version010Lanes',
    'version010Schema',
    'workerLife',
  ].map(name => `test/contract/${name}.test.ts`),
  crash: [
    'claims',
    'everyCall',
    'fuzz',
    'killedInside',
    'laneDiskFull',
    'laneKilled',
    'laneRescue',
    'live',
    'memory',
    'messages',
    'outside',
    'place',
    'sandbox',
    'startRace',
    'surfaceRace',
  ].map(name => `test/crash/${name}.test.ts`),
  // Of the others, whole agents are left out instead.
  clients: ['addMcp', 'conformance', 'everyAction', 'hooks', 'plugins'].map(name => `test/clients/${name}.test.ts`),
  host: [
    'agentTools',
    'findings',
    'hostileStrings',
    'laneFiles',
    'lanes',
    'lanesTalk',
    'links',
    'nowView',
    'plainFolder/noRepository',
    'planLenses',
    'queueCommands',
    'readingCommands',
    'references',
    'reportIssue',
    'restricted/restrictedMode',
    'repositories/repositories',
    'taskCommands',
    'undo',
    'updatedExtension',
    'viewReasons',
    'wholeAgentTools',
    'workItemPages',
  ].map(name => `test/host/${name}.test.ts`),
  ui: [
    'chat',
    'chatPlaces',
    'chatStates',
    'chords',
    'connectAgent',
    'dashboard',
    'dashboardFilters',
    'dashboardLanes',
    'dashboardStates',
    'dayStory',
    'findings',
    'findingsInCode',
    'findingsPictures',
    'firstRun',
    'german',
    'lanes',
    'lanesPictures',
    'now',
    'palette',
    'queue',
    'queuePictures',
    'queueStates',
    'recordPages',
    'references',
    'referencesGrammar',
    'reports',
    'repositories',
    'reviewDesk',
    'reviewStory',
    'runs',
    'statusBar',
    'timeline',
    'walkthrough',
  ].map(name => `test/ui/${name}.ui.ts`),
};

/** Suites that `npm test` leaves out unless they are named. */
export const suitesOfFullRun = ['bench'];

/** Where a change is reason to run every crash test, as only these see what it may break. */
const crashSources = ['src/store', 'src/platform', 'src/git/rescue'];

const shortVariable = 'STATEROOM_SHORT_SUITES';

/**
 * Whether this process runs the short form of a suite. A suite that is run alone, by `node build/run.mjs`, has all its files.
 *
 * @param {string} suite
 */
export function isShort(suite) {
  return (process.env[shortVariable] ?? '').split(',').includes(suite);
}

/**
 * The files that a suite leaves out in this process.
 *
 * @param {string} suite
 * @returns {readonly string[]}
 */
export function filesLeftOut(suite) {
  return isShort(suite) ? (filesOfFullRun[suite] ?? []) : [];
}

/**
 * Sets what `npm test` runs, for this process and those it starts: everything at full size with `all`; else the short form,
 * with the whole crash suite where the store has changed since everything passed last.
 *
 * @param {boolean} all
 * @returns {Promise<string | undefined>} why a suite is not shortened, for people
 */
export async function planTests(all) {
  if (all) {
    process.env.STATEROOM_TESTS = 'all';
    process.env[shortVariable] = '';
    return undefined;
  }
  const reason = await whyAllCrashTests();
  const short = Object.keys(filesOfFullRun).filter(suite => suite !== 'crash' || reason === undefined);
  process.env[shortVariable] = short.join(',');
  return reason;
}

/** @returns {Promise<string | undefined>} */
async function whyAllCrashTests() {
  const page = await readFile(join(place.root, 'docs', 'testing.md'), 'utf8').catch(() => '');
  const commit = /^Last commit on which everything passed: `([0-9a-f]{40})`/m.exec(page)?.[1];
  if (commit === undefined) return 'docs/testing.md names no commit on which everything passed';
  try {
    const { stdout } = await git(['diff', '--name-only', commit, '--', ...crashSources]);
    const [first] = stdout.split('\n');
    return first === '' ? undefined : `${first} changed since everything passed`;
  } catch {
    return `commit ${commit.slice(0, 10)}, on which everything passed, is not in this clone`;
  }
}

/** Which suites passed at full size, and on which files: a run that was ended continues where it was. */
const passedFile = join(place.cache, 'passed.json');

/** Suites that read every file of the checkout, tests included. */
const suitesOfAllFiles = ['lint', 'types', 'knip', 'house'];

/**
 * Every file of this checkout as it is, committed or not, without what git ignores.
 *
 * @returns {Promise<string[]>} lines of `git ls-files --stage`: mode, hash and path
 */
export async function checkoutFiles() {
  await mkdir(place.cache, { recursive: true });
  const index = join(place.cache, `tree.${process.pid}.index`);
  const env = { GIT_INDEX_FILE: index };
  try {
    const { stdout: own } = await git(['rev-parse', '--git-path', 'index']);
    // With it git need not read each file again.
    await copyFile(join(place.root, own.trim()), index).catch(() => undefined);
    await git(['add', '--all'], env);
    return (await git(['ls-files', '--stage'], env)).stdout.trimEnd().split('\n');
  } finally {
    await rm(index, { force: true });
  }
}

/**
 * One hash of the files that decide whether a suite passes. A file of tests counts for its own suite alone, as no file imports
 * one: after a mistake in one screen test was mended, the crash suite need not run again.
 *
 * @param {string} suite
 * @param {readonly string[]} files of `checkoutFiles`
 * @returns {string}
 */
export function hashForSuite(suite, files) {
  const own = suite === 'unit' ? /\.spec\.ts$/ : new RegExp(`\ttest/${suite}/`);
  const counts = (/** @type {string} */ line) =>
    suitesOfAllFiles.includes(suite) || !/\.(?:spec|test|ui)\.ts$/.test(line) || own.test(line);
  return createHash('sha256').update(files.filter(counts).join('\n')).digest('hex');
}

/**
 * What a suite came to at full size on these files, if it passed.
 *
 * @param {string} suite
 * @param {string} hash of `hashForSuite`
 * @returns {Promise<import('./results.mjs').Result[] | undefined>}
 */
export async function passedBefore(suite, hash) {
  const passed = await readPassed();
  return passed[suite]?.hash === hash ? passed[suite].results : undefined;
}

/**
 * @param {string} suite
 * @param {string} hash of `hashForSuite`
 * @param {import('./results.mjs').Result[]} results
 */
export async function notePassed(suite, hash, results) {
  const passed = await readPassed();
  passed[suite] = { hash, results };
  await writeFile(passedFile, JSON.stringify(passed));
}

/** @returns {Promise<Record<string, { hash: string, results: import('./results.mjs').Result[] }>>} */
async function readPassed() {
  try {
    return JSON.parse(await readFile(passedFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function git(args, env = {}) {
  return promisify(execFile)('git', args, { cwd: place.root, env: { ...process.env, ...env }, maxBuffer: 1 << 24 });
}
