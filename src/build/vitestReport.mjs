import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { positiveFrom } from './positive.mjs';

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
    const outcome = { passed: 0, failed: 0, skipped: [], failures: [], repeated: [] };
    for (const module of modules) {
      for (const error of module.errors()) this.#fail(outcome, `${module.relativeModuleId}: ${error.message}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors())
          this.#fail(outcome, `${module.relativeModuleId}: ${suite.fullName}: ${error.message}`);
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') {
          outcome.passed++;
          const retries = test.diagnostic()?.retryCount ?? 0;
          const why = result.errors?.[0]?.message.split('\n')[0] ?? 'it does not say why it failed';
          if (retries > 0)
            outcome.repeated?.push(`${module.relativeModuleId}: ${test.fullName} at try ${retries + 1}: ${why}`);
        } else if (result.state === 'failed') this.#fail(outcome, `${module.relativeModuleId}: ${test.fullName}`);
        else if (result.state === 'skipped') {
          outcome.skipped.push({ name: test.fullName, reason: result.note ?? reasonOf(test.options.mode) });
        } else this.#fail(outcome, `${module.relativeModuleId}: ${test.fullName} did not run`);
      }
    }
    for (const error of unhandledErrors) this.#fail(outcome, `unhandled: ${error.message}`);
    setTimeout(() => process.exit(outcome.failed === 0 ? process.exitCode : 1), graceAtEnd).unref();
    const path = process.env.STATEROOM_REPORT;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(outcome));
  }

  /**
   * @param {import('./suite.mjs').Outcome} outcome
   * @param {string} what
   */
  #fail(outcome, what) {
    outcome.failed++;
    outcome.failures.push(what.split('\n')[0] ?? what);
  }
}

/** @param {string} mode */
function reasonOf(mode) {
  return mode === 'run' ? 'skipped by the test, or its suite could not be set up' : `marked ${mode}`;
}
