import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { place } from './place.mjs';

/**
 * Files that `npm test` leaves to `npm run test:all`, by suite: what they show is shown once more by a file that runs always, or
 * holds code that seldom changes. A new file runs always until it is listed here. A listed unit spec runs too where its folder
 * has changed since everything passed: `specsOfChanges`.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const filesOfFullRun = {
  unit: [
    'src/git/lane/isSameChange.spec.ts',
    'src/git/lane/keptOnce.spec.ts',
    'src/git/lane/mergeBranch.spec.ts',
    'src/git/lane/mergeCheckouts.spec.ts',
    'src/git/lane/removeWorkTree.spec.ts',
    'src/git/lane/surveyLanes.spec.ts',
    'src/git/rescue/rescue.spec.ts',
    'src/install/startingState.spec.ts',
    'src/operations/finding/sequence.spec.ts',
    'src/operations/import/hostileFiles.spec.ts',
    'src/operations/import/manyEntries.spec.ts',
    'src/operations/import/manyRows.spec.ts',
    'src/operations/lane/adoptLane.spec.ts',
    'src/operations/lane/branchOfOthers.spec.ts',
    'src/operations/lane/closeLane.spec.ts',
    'src/operations/lane/laneChain.spec.ts',
    'src/operations/lane/laneSurroundings.spec.ts',
    'src/operations/lane/openLaneFailure.spec.ts',
    'src/operations/lane/otherFolder.spec.ts',
    'src/operations/lane/retryLane.spec.ts',
    'src/operations/lane/sinceReview.spec.ts',
    'src/operations/lane/worker/clearMerged.spec.ts',
    'src/operations/lane/worker/laneTask.spec.ts',
    'src/operations/lane/worker/racingApprovals.spec.ts',
    'src/operations/lane/worker/reviewer.spec.ts',
    'src/operations/lane/worker/workerVerbs.spec.ts',
    'src/operations/review/rebasedReview.spec.ts',
    'src/operations/store/archivedMessages.spec.ts',
    'src/operations/task/takeDown.spec.ts',
    'src/platform/redact.spec.ts',
    'src/records/finding/locateFindings.spec.ts',
    'src/records/thread/threadSequence.spec.ts',
    'src/surfaces/vscode/actsInDiff.spec.ts',
    'src/surfaces/vscode/leftWorktree.spec.ts',
    'src/surfaces/vscode/otherWays.spec.ts',
    'src/surfaces/vscode/recordMerged.spec.ts',
    'src/surfaces/vscode/repository/watchStoreFolder.spec.ts',
    'src/surfaces/vscode/startAgent.spec.ts',
    'src/surfaces/vscode/unresolvedComments.spec.ts',
    'src/surfaces/vscode/unsentComments.spec.ts',
    'src/workflows/codeWorkflows.spec.ts',
  ],
  contract: [
    'agentHook',
    'assignee',
    'cliFuzz',
    'cliHostile',
    'cliStream',
    'dashboardFile',
    'day',
    'finding',
    'forgedReview',
    'hookManagers',
    'lane',
    'laneBadInput',
    'laneHooks',
    'laneRights',
    'laneStreams',
    'mcpHeartbeats',
    'mcpEnd',
    'mcpJunk',
    'mcpKill',
    'mcpLanes',
    'mcpMoved',
    'mcpOldVersion',
    'mcpPlaces',
    'mcpRace',
    'mcpWorker',
    'oneCount',
    'payloadNumbers',
    'planReview',
    'protectedPush',
    'runRefusals',
    'runs',
    'stories/changedStories',
    'stories/mergedStories',
    'task',
    'version010Claims',
    'version010Files',
    'version010Hooks',
    'version010Killed',
    'version010Lanes',
    'version010Takeover',
    'version010Threads',
    'workerLife',
  ].map(name => `test/contract/${name}.test.ts`),
  crash: [
    'approval',
    'archive',
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
    'planted',
    'plantedStore',
    'sandbox',
    'startRace',
    'stoppedInside',
    'surfaceRace',
    'takeoverRace',
    'threadRace',
  ].map(name => `test/crash/${name}.test.ts`),
  // Of the others, whole agents are left out instead.
  clients: ['addMcp', 'conformance', 'everyAction', 'hooks', 'plugins'].map(name => `test/clients/${name}.test.ts`),
  host: [
    'agentTerminals',
    'agentTools',
    'dashboardFile',
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
    'board',
    'chat',
    'chatPlaces',
    'chatStates',
    'chords',
    'connectAgent',
    'dashboard',
    'dashboardFilters',
    'dashboardStates',
    'dayStory',
    'findings',
    'findingsInCode',
    'findingsPictures',
    'firstRun',
    'german',
    'lanes',
    'lanesPictures',
    'lanesStory',
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
/** Files of `filesOfFullRun` that run nevertheless. */
const changedVariable = 'STATEROOM_CHANGED_SPECS';

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
  if (!isShort(suite)) return [];
  const changed = (process.env[changedVariable] ?? '').split(',');
  return (filesOfFullRun[suite] ?? []).filter(file => !changed.includes(file));
}

/**
 * Which unit specs of `filesOfFullRun` a change concerns: those that changed, and those in whose folder, or below it, anything
 * but another spec did.
 *
 * @param {readonly string[]} changed paths of files
 * @returns {string[]}
 */
export function specsOfChanges(changed) {
  return (filesOfFullRun.unit ?? []).filter(spec =>
    changed.some(file => file === spec || (file.startsWith(`${posix.dirname(spec)}/`) && !file.endsWith('.spec.ts'))),
  );
}

/**
 * Sets what `npm test` runs, for this process and those it starts: everything at full size with `all`; else the short form,
 * with the whole crash suite where the store has changed since everything passed last, and the unit specs of what has changed.
 *
 * @param {boolean} all
 * @returns {Promise<Readonly<Record<string, string>>>} by suite, why it is not shortened or what it runs besides, for people
 */
export async function planTests(all) {
  process.env[changedVariable] = '';
  if (all) {
    process.env.STATEROOM_TESTS = 'all';
    process.env[shortVariable] = '';
    return {};
  }
  const { changed, reason } = await changedSinceFullRun();
  const ofStore = changed.find(file => crashSources.some(folder => file.startsWith(`${folder}/`)));
  const specs = specsOfChanges(changed);
  process.env[changedVariable] = specs.join(',');
  /** @type {Record<string, string>} */
  const reasons = {};
  if (reason !== undefined) for (const suite of ['unit', 'crash']) reasons[suite] = `runs whole: ${reason}`;
  if (ofStore !== undefined) reasons.crash = `runs whole: ${ofStore} changed since everything passed`;
  const whole = Object.keys(reasons);
  if (specs.length > 0) {
    reasons.unit = `runs ${specs.length} more of its files, whose folders changed since everything passed`;
  }
  const short = Object.keys(filesOfFullRun).filter(suite => !whole.includes(suite));
  process.env[shortVariable] = short.join(',');
  return reasons;
}

/** @returns {Promise<{ changed: string[], reason?: string }>} with a reason where that cannot be said */
async function changedSinceFullRun() {
  const page = await readFile(join(place.root, 'docs', 'testing.md'), 'utf8').catch(() => '');
  const commit = /^Last commit on which everything passed: `([0-9a-f]{40})`/m.exec(page)?.[1];
  if (commit === undefined) {
    return { changed: [], reason: 'docs/testing.md names no commit on which everything passed' };
  }
  try {
    const { stdout } = await git(['diff', '--name-only', '--no-renames', commit]);
    return { changed: stdout.split('\n').filter(file => file !== '') };
  } catch {
    const reason = `commit ${commit.slice(0, 10)}, on which everything passed, is not in this clone`;
    return { changed: [], reason };
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
