/** When more than so many failed, files or tests of a window, it is no key that was lost. */
export const maxRepeated = 3;

/**
 * The files of a run that are worth one more try, each as a whole: its tests go on from what those before them left, so that
 * after a lost key the tries of one test alone are lost as well. None where something else failed, or more than a few.
 *
 * @param {import('./suite.mjs').Outcome} outcome
 * @returns {string[]}
 */
export function filesToRepeat({ failed, files = {} }) {
  const broken = Object.entries(files).filter(([, counts]) => counts.failed > 0);
  const inFiles = broken.reduce((sum, [, counts]) => sum + counts.failed, 0);
  return inFiles === failed && broken.length <= maxRepeated ? broken.map(([file]) => file) : [];
}

/**
 * What a run comes to once some of its files were run again: for those, what the second run says, and which had to be.
 *
 * @param {import('./suite.mjs').Outcome} first
 * @param {import('./suite.mjs').Outcome} second of these files alone
 * @returns {import('./suite.mjs').Outcome}
 */
export function withRepeated(first, second) {
  /** @type {import('./suite.mjs').Outcome} */
  const outcome = { passed: 0, failed: 0, skipped: [], failures: [], repeated: [] };
  const again = second.files ?? {};
  for (const [file, counts] of Object.entries(first.files ?? {})) {
    const then = again[file];
    if (then === undefined) add(outcome, counts);
    else outcome.repeated?.push(...repeatedBefore(counts, then, 'its file again'));
  }
  add(outcome, second);
  return outcome;
}

/**
 * What had to be repeated of a file or window that was run again: what failed, where it passes now, and what was before.
 *
 * @param {import('./suite.mjs').Counts} first
 * @param {import('./suite.mjs').Counts} second
 * @param {string} how
 */
export function repeatedBefore({ failures, repeated = [] }, second, how) {
  return [...repeated, ...(second.failed === 0 ? failures.map(what => `${what} (${how})`) : [])];
}

/**
 * @param {import('./suite.mjs').Counts} sum is added to
 * @param {import('./suite.mjs').Counts} counts
 */
export function add(sum, { passed, failed, skipped, failures, repeated = [] }) {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped.push(...skipped);
  sum.failures.push(...failures);
  sum.repeated?.push(...repeated);
}
