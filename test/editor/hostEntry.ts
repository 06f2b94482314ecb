import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../build/results.mjs';

/**
 * What the editor's extension host runs: the bundled host tests beside this file, with mocha. Results and progress go
 * to files, because a host has no way to print.
 *
 * @throws when a test failed, so that the host ends with another exit code than 0
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { default: Mocha } = await import('mocha');
  const progress = join(__dirname, 'progress.log');
  const results: Result[] = [];
  try {
    // Editor, servers and git share two cores: what fails twice is broken, what passes then is named.
    const mocha = new Mocha({ ui: 'bdd', timeout: 200_000, slow: 5_000, color: false, retries: 1 });
    mocha.reporter(Mocha.reporters.Base);
    for (const name of readdirSync(__dirname).sort()) {
      if (name.endsWith('.test.js')) mocha.addFile(join(__dirname, name));
    }
    const say = (line: string): void => appendFileSync(progress, `${line}\n`);
    await new Promise<void>(resolve => {
      const runner = mocha.run(() => resolve());
      runner.on('pass', test => {
        results.push({ state: 'passed', name: test.fullTitle() });
        say(`  ✓ ${test.fullTitle()}${test.duration && test.duration > 1000 ? ` (${test.duration} ms)` : ''}`);
      });
      runner.on('retry', (test, error) => {
        results.push({ state: 'repeated', name: test.fullTitle(), why: firstLine(error) });
        say(`  ↻ ${test.fullTitle()}\n${indent(String(error?.stack ?? error))}`);
      });
      runner.on('fail', (test, error) => {
        results.push({ state: 'failed', name: test.fullTitle(), why: firstLine(error) });
        say(`  × ${test.fullTitle()}\n${indent(String(error?.stack ?? error))}`);
      });
      runner.on('pending', test => {
        results.push({ state: 'skipped', name: test.fullTitle(), why: 'skipped in the test' });
        say(`  - ${test.fullTitle()}`);
      });
    });
    if (results.length === 0) throw new Error('No host test was found.');
  } catch (error) {
    results.push({ state: 'failed', name: 'host', why: String(error) });
    appendFileSync(progress, `  × ${String((error as Error).stack ?? error)}\n`);
  }
  writeFileSync(join(__dirname, 'outcome.json'), JSON.stringify(results));
  const failed = results.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new Error(`${failed} host tests failed.`);
}

function firstLine(error: Error): string {
  return String(error?.message ?? error).split('\n', 1)[0] ?? '';
}

function indent(text: string): string {
  return text.replace(/^/gm, '      ');
}
