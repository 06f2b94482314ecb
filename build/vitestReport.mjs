import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { positiveFrom } from './positive.mjs';

/**
 * How long the runner may take to end its workers when all is counted: it would wait forever for a process that a test left
 * behind with the output of its worker in hand. In ms.
 */
const graceAtEnd = positiveFrom('STATEROOM_GRACE_AT_END', 60_000);

/** A vitest reporter that writes what `npm test` counts (`Result[]`) to the file named by STATEROOM_REPORT. */
export default class Report {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<{ message: string }>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const results = [...modules.flatMap(resultsOf), ...unhandledErrors.map(error => failed('unhandled', error))];
    const isGood = results.every(({ state }) => state !== 'failed');
    setTimeout(() => process.exit(isGood ? process.exitCode : 1), graceAtEnd).unref();
    const path = process.env.STATEROOM_REPORT;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(results));
  }
}

/** @param {import('vitest/node').TestModule} module */
function resultsOf(module) {
  const file = module.relativeModuleId;
  const results = module.errors().map(error => failed(file, error));
  for (const suite of module.children.allSuites()) {
    results.push(...suite.errors().map(error => failed(`${file}: ${suite.fullName}`, error)));
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    const name = `${file}: ${test.fullName}`;
    if (result.state === 'passed') {
      results.push({ state: 'passed', name });
      const retries = test.diagnostic()?.retryCount ?? 0;
      if (retries === 0) continue;
      results.push({ ...failed(`${name} at try ${retries + 1}`, result.errors?.[0]), state: 'repeated' });
    } else if (result.state === 'failed') results.push(failed(name, result.errors[0]));
    else if (result.state === 'skipped') {
      results.push({ state: 'skipped', name, why: result.note ?? reasonOf(test.options.mode) });
    } else results.push({ state: 'failed', name, why: 'it did not run' });
  }
  return results.map(result => ({ ...result, file }));
}

/**
 * The end of a long log is what is read first: a failure has its reason with it.
 *
 * @param {string} name
 * @param {{ message: string }} [error]
 * @returns {import('./results.mjs').Result}
 */
function failed(name, error) {
  return { state: 'failed', name, why: error?.message.split('\n')[0]?.slice(0, 300) ?? 'it does not say why' };
}

/** @param {string} mode */
function reasonOf(mode) {
  return mode === 'run' ? 'skipped by the test, or its suite could not be set up' : `marked ${mode}`;
}
