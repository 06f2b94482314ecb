import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { positiveFrom } from './positive.mjs';
import { add } from './repeatFiles.mjs';

/**
 * How long the runner may take to end its workers when all is counted: it would wait for ever for a process that a test left
 * behind with the output of its worker in hand. In ms.
 */
const graceAtEnd = positiveFrom('STATEROOM_GRACE_AT_END', 60_000);

/**
 * A vitest reporter that writes what `npm test` counts, with the reason of each skip, to the file named by
 * STATEROOM_REPORT.
 */
export default class Report {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<{ message: string }>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {import('./suite.mjs').Outcome} */
    const outcome = { passed: 0, failed: 0, skipped: [], failures: [], repeated: [], files: {} };
    for (const module of modules) {
      const file = countFile(module);
      outcome.files = { ...outcome.files, [module.relativeModuleId]: file };
      add(outcome, file);
    }
    for (const error of unhandledErrors) fail(outcome, 'unhandled', error);
    setTimeout(() => process.exit(outcome.failed === 0 ? process.exitCode : 1), graceAtEnd).unref();
    const path = process.env.STATEROOM_REPORT;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(outcome));
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {import('./suite.mjs').Counts}
 */
function countFile(module) {
  const name = module.relativeModuleId;
  /** @type {import('./suite.mjs').Counts} */
  const counts = { passed: 0, failed: 0, skipped: [], failures: [], repeated: [] };
  for (const error of module.errors()) fail(counts, name, error);
  for (const suite of module.children.allSuites()) {
    for (const error of suite.errors()) fail(counts, `${name}: ${suite.fullName}`, error);
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === 'passed') {
      counts.passed++;
      const retries = test.diagnostic()?.retryCount ?? 0;
      const why = result.errors?.[0]?.message.split('\n')[0] ?? 'it does not say why it failed';
      if (retries > 0) counts.repeated?.push(`${name}: ${test.fullName} at try ${retries + 1}: ${why}`);
    } else if (result.state === 'failed') fail(counts, `${name}: ${test.fullName}`, result.errors[0]);
    else if (result.state === 'skipped') {
      counts.skipped.push({ name: test.fullName, reason: result.note ?? reasonOf(test.options.mode) });
    } else fail(counts, `${name}: ${test.fullName}`, { message: 'it did not run' });
  }
  return counts;
}

/**
 * @param {import('./suite.mjs').Counts} counts
 * @param {string} what
 * @param {{ message: string }} [error]
 */
function fail(counts, what, error) {
  counts.failed++;
  // The end of a long log is what is read first.
  counts.failures.push(`${what}${error === undefined ? '' : `: ${error.message.split('\n')[0]?.slice(0, 300)}`}`);
}

/** @param {string} mode */
function reasonOf(mode) {
  return mode === 'run' ? 'skipped by the test, or its suite could not be set up' : `marked ${mode}`;
}
