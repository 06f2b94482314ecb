import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { place } from './place.mjs';
import { resultText, withState } from './results.mjs';
import { duration, RigError, say } from './say.mjs';
import { runSuite } from './suite.mjs';

/** The files of test/crash whose cases are random. */
export const soakCases = ['killed', 'killedInside', 'stoppedInside', 'takeoverRace', 'fuzz'];

/** The totals of all runs. */
export const soakFile = join(place.root, 'test', 'crash', 'soak.json');

/**
 * The totals of one file of test/crash.
 *
 * @typedef {object} CaseTotals
 * @property {number} rounds that passed
 * @property {string} lastCommit of the last round that passed
 * @property {Record<string, number>} counts by what was counted
 * @property {readonly SoakFailure[]} failures each stays until somebody removes it
 */

/**
 * @typedef {object} SoakFailure
 * @property {number} seed
 * @property {string} commit
 * @property {string} test with the first line of its error
 */

/**
 * @typedef {object} Round
 * @property {number} seed
 * @property {string} commit
 * @property {readonly import('./results.mjs').Result[]} results
 * @property {string} counts lines of a case's name, a number, and what was counted
 */

/**
 * Runs the random crash cases in rounds, each with a seed of its own, and adds the counts of what passed to `soakFile`.
 * `--minutes <n>` is how long (30 by default; no round begins that would probably end later). `--seed <n>` repeats one round and
 * records nothing.
 *
 * @param {string[]} words
 * @returns {Promise<number>} the exit code: 1 if any case failed
 */
export async function runSoak(words) {
  const limit = numberAfter('--minutes', words, 30) * 60_000;
  const repeated = words.includes('--seed') ? numberAfter('--seed', words, 0) : undefined;
  const commit = await commitOfSources();
  const start = performance.now();
  let longest = 0;
  let isGood = true;
  for (let begun = start; begun === start || begun - start + longest <= limit; begun = performance.now()) {
    const round = await runRound(repeated ?? randomInt(2 ** 31), commit);
    longest = Math.max(longest, performance.now() - begun);
    const failed = withState(round.results, 'failed');
    for (const result of failed) say('soak', `seed ${round.seed}: ${resultText(result)}`);
    isGood &&= failed.length === 0;
    if (repeated !== undefined) break;
    const totals = addRound(await readTotals(), round);
    await writeFile(soakFile, `${JSON.stringify(totals, undefined, 2)}\n`);
    say('soak', `after ${duration(performance.now() - start)}, in all runs:`);
    for (const [name, { rounds, counts }] of Object.entries(totals)) {
      const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      say('soak', `${name}, ${rounds} rounds: ${parts.join(', ')}`);
    }
  }
  return isGood ? 0 : 1;
}

/**
 * The totals after one more round. A case with a failed test adds its failures and no counts.
 *
 * @param {Readonly<Record<string, CaseTotals>>} totals
 * @param {Round} round
 * @returns {Record<string, CaseTotals>}
 */
export function addRound(totals, { seed, commit, results, counts }) {
  const counted = counts.split('\n').filter(line => line !== '');
  const next = soakCases.map(name => {
    const before = totals[name] ?? { rounds: 0, lastCommit: '', counts: {}, failures: [] };
    // A failure without a file is of the whole run.
    const failed = withState(results, 'failed').filter(({ file = '' }) => file === '' || file === fileOf(name));
    if (failed.length > 0) {
      const failures = failed.map(result => ({ seed, commit, test: resultText(result) }));
      return [name, { ...before, failures: [...before.failures, ...failures] }];
    }
    const sums = { ...before.counts };
    for (const line of counted) {
      const [, of, count, what = ''] = /^(\w+) (\d+) (.+)$/.exec(line) ?? [];
      if (of === name) sums[what] = (sums[what] ?? 0) + Number(count);
    }
    return [name, { ...before, rounds: before.rounds + 1, lastCommit: commit, counts: sums }];
  });
  return Object.fromEntries(next);
}

/**
 * @param {number} seed
 * @param {string} commit
 * @returns {Promise<Round>}
 */
async function runRound(seed, commit) {
  const file = join(place.report, 'soakCounts');
  await mkdir(place.report, { recursive: true });
  await rm(file, { force: true });
  say('soak', `begins a round with seed ${seed}`);
  const results = await runSuite('crash', soakCases.map(fileOf), {
    STATEROOM_TESTS: 'soak',
    STATEROOM_SEED: String(seed),
    STATEROOM_COUNTS: file,
  });
  return { seed, commit, results, counts: existsSync(file) ? await readFile(file, 'utf8') : '' };
}

/** @param {string} name */
function fileOf(name) {
  return `test/crash/${name}.test.ts`;
}

/** @returns {Promise<Record<string, CaseTotals>>} */
async function readTotals() {
  return existsSync(soakFile) ? JSON.parse(await readFile(soakFile, 'utf8')) : {};
}

/** The commit that the counts are of. Changes that are in no commit are refused: counts would be of nothing that can be named. */
async function commitOfSources() {
  const paths = ['src', 'test/crash', ':!test/crash/soak.json'];
  const changed = await mustRun('git', ['status', '--porcelain', '--', ...paths], { cwd: place.root });
  if (changed !== '') throw new RigError(`Commit the changes to src and test/crash first:\n${changed.trimEnd()}`);
  return (await mustRun('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: place.root })).trim();
}

/**
 * @param {string} option
 * @param {string[]} words
 * @param {number} usual
 */
function numberAfter(option, words, usual) {
  if (!words.includes(option)) return usual;
  const text = words[words.indexOf(option) + 1] ?? '';
  if (!/^\d+$/.test(text)) throw new RigError(`${option} must be a whole number (got "${text}").`, 2);
  return Number(text);
}
