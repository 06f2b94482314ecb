/**
 * What became of a test, or of what failed outside of tests.
 *
 * @typedef {object} Result
 * @property {'passed' | 'failed' | 'skipped' | 'repeated'} state "repeated" notes a failure before a test was tried again
 * @property {string} name
 * @property {string} [why] why it failed or was skipped, in one line
 * @property {string} [file] from the root, where a runner gives it
 */

/** When more than so many failed, files or tests of a window, it is no key that was lost. */
export const maxRepeated = 3;

/**
 * @param {readonly Result[]} results
 * @param {Result['state']} state
 */
export function withState(results, state) {
  return results.filter(result => result.state === state);
}

/** "N passed, N failed, N skipped". @param {readonly Result[]} results */
export function countText(results) {
  return /** @type {const} */ (['passed', 'failed', 'skipped'])
    .map(state => `${withState(results, state).length} ${state}`)
    .join(', ');
}

/** A result in a line, for people. @param {Result} result */
export function resultText({ name, why }) {
  return why === undefined ? name : `${name}: ${why}`;
}

/**
 * The files of a run that are worth one more try, each as a whole: its tests go on from what those before them left, so that
 * after a lost key the tries of one test alone are lost as well. None where something else failed, or more than a few.
 *
 * @param {readonly Result[]} results
 * @returns {string[]}
 */
export function filesToRepeat(results) {
  const files = [...new Set(withState(results, 'failed').map(({ file }) => file))];
  const named = files.filter(file => file !== undefined);
  return named.length === files.length && files.length <= maxRepeated ? named : [];
}

/**
 * The results of a run once some of its files were run again: for those, what the second run says, and what failed before it.
 *
 * @param {readonly Result[]} first
 * @param {readonly Result[]} second of these files alone; of everything, where a runner gives no files
 * @returns {Result[]}
 */
export function withRepeated(first, second) {
  const again = new Set(second.map(({ file }) => file));
  const broken = new Set(withState(second, 'failed').map(({ file }) => file));
  const before = first
    .filter(({ file, state }) => again.has(file) && (state === 'repeated' || (state === 'failed' && !broken.has(file))))
    .map(result => ({ ...result, state: /** @type {const} */ ('repeated') }));
  return [...first.filter(({ file }) => !again.has(file)), ...second, ...before];
}
