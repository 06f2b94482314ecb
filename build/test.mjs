#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun, withinTime } from './command.mjs';
import { ensureDependencies } from './dependency.mjs';
import { place } from './place.mjs';
import { positiveFrom } from './positive.mjs';
import { countText, resultText, withState } from './results.mjs';
import { duration, paint, RigError, runMain, say } from './say.mjs';
import { setup } from './setup.mjs';
import { ensureNode, underToolNode } from './toolNode.mjs';

const help = `Usage: npm test [-- <suite> …]
       npm run test:all [-- <suite> …]

Installs what is missing, builds, packages, and runs the suites. Ends with "N passed, N failed, N skipped".
"npm test" runs the short form of each suite; "npm run test:all" runs every file at full size, and skips a suite that
passed at full size on the same files. docs/testing.md says what runs when.
Without a name it runs all suites: `;

/** Suites that read the sources alone and need no build. */
const sourceSuites = ['lint', 'types', 'knip', 'unit'];

/** How long one suite may take, in ms: the run always ends, and says how. The longest takes half of it. */
const suiteLimit = (/** @type {boolean} */ all) => positiveFrom('STATEROOM_SUITE_LIMIT', (all ? 100 : 40) * 60_000);

runMain(async () => {
  const started = performance.now();
  const all = process.argv[2] === '--all';
  const limit = suiteLimit(all);
  const words = process.argv.slice(all ? 3 : 2);
  const { suites, runSuite, testStages } = await import('./suite.mjs');
  const testOrder = testStages.flat();
  if (words.includes('--help')) {
    process.stdout.write(`${help}${testOrder.join(', ')}.\n`);
    return 0;
  }
  const unknown = words.find(word => !testOrder.includes(word));
  if (unknown !== undefined) {
    throw new RigError(`There is no suite "${unknown}"; the suites are ${testOrder.join(', ')}.`, 2);
  }
  // Each waits for the network most of the time.
  await Promise.all([ensureNode(), ensureDependencies()]);
  const elsewhere = await underToolNode();
  if (elsewhere !== undefined) return elsewhere;
  process.chdir(place.root);
  await mkdir(place.report, { recursive: true });

  const { planTests, checkoutFiles, hashForSuite, passedBefore, notePassed, suitesOfFullRun } = await import(
    './testPlan.mjs'
  );
  const offered = all || words.length > 0 ? testOrder : testOrder.filter(name => !suitesOfFullRun.includes(name));
  const names = await selected(words, offered, suites);
  for (const [suite, reason] of Object.entries(await planTests(all))) if (names.includes(suite)) say(suite, reason);
  const files = all ? await checkoutFiles() : undefined;
  const prepared = prepare(names).then(
    () => undefined,
    error => error,
  );

  /** @type {import('./results.mjs').Result[]} */
  const total = [];
  /** @type {string[]} */
  const summary = [];
  /** @type {Map<string, number>} */
  const reasons = new Map();
  const run = async (/** @type {string} */ name) => {
    const unprepared = sourceSuites.includes(name) ? undefined : await prepared;
    const begun = performance.now();
    process.stdout.write(
      `\n${paint(1, `[${names.indexOf(name) + 1}/${names.length}] ${name}: ${suites[name]?.title}`)}\n`,
    );
    /** @type {import('./results.mjs').Result[]} */
    let results;
    try {
      if (unprepared !== undefined) throw unprepared;
      const hash = files && hashForSuite(name, files);
      const before = hash === undefined ? undefined : await passedBefore(name, hash);
      if (before) say(name, 'passed before on the same files');
      const tooLong = `the suite had not ended after ${duration(limit)} and was ended`;
      results = before ?? (await withinTime(limit, () => runSuite(name))) ?? [{ state: 'failed', name: tooLong }];
      if (hash && !before && withState(results, 'failed').length === 0) await notePassed(name, hash, results);
    } catch (error) {
      process.stdout.write(`${/** @type {Error} */ (error).stack ?? error}\n`);
      results = [{ state: 'failed', name: 'the suite could not run' }];
    }
    total.push(...results.map(result => ({ ...result, name: `${name}: ${result.name}` })));
    for (const { why } of withState(results, 'skipped')) {
      const reason = `${name}: ${why}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const line = `${countText(results)} in ${duration(performance.now() - begun)}`;
    summary.push(`${name.padEnd(9)} ${line}`);
    say(name, paint(withState(results, 'failed').length > 0 ? 31 : 32, line));
  };
  for (const stage of testStages) {
    const left = stage.filter(name => names.includes(name));
    const next = async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift()) await run(name);
    };
    await Promise.all([next(), next()]);
  }

  process.stdout.write(`\n${summary.join('\n')}\n`);
  for (const [reason, times] of reasons) process.stdout.write(`skipped (${times})  ${reason}\n`);
  for (const one of withState(total, 'repeated'))
    process.stdout.write(`${paint(33, 'repeated')}  ${resultText(one)}\n`);
  for (const one of withState(total, 'failed')) process.stdout.write(`${paint(31, 'failed')}  ${resultText(one)}\n`);
  const last = countText(total);
  await writeFile(join(place.report, 'last.txt'), `${last}\n`);
  process.stdout.write(`in ${duration(performance.now() - started)}\n${last}\n`);
  const code = withState(total, 'failed').length === 0 ? 0 : 1;
  // What a suite that was ended still waits for must not keep the run.
  setTimeout(() => process.exit(code), 10_000).unref();
  return code;
});

/**
 * Builds and packages, and installs what the editor's tests need, for the suites that read more than sources. In a process of its
 * own: compressing keeps one busy for seconds at a time.
 *
 * @param {readonly string[]} names of suites
 */
async function prepare(names) {
  if (names.every(name => sourceSuites.includes(name))) return;
  const screens = names.includes('host') || names.includes('ui');
  const program = join(place.root, 'build', 'run.mjs');
  await Promise.all([
    mustRun(process.execPath, [program, 'package'], { cwd: place.root, what: 'The build', quiet: false }),
    screens ? setup({ editor: true, browser: true }) : undefined,
  ]);
}

/**
 * The suites to run: those named, else all; one without files yet is left out.
 *
 * @param {string[]} words
 * @param {string[]} order
 * @param {Record<string, import('./suite.mjs').Suite>} suites
 */
async function selected(words, order, suites) {
  const names = [];
  for (const name of order) {
    if (words.length > 0 && !words.includes(name)) continue;
    if ((await suites[name]?.present?.()) !== false) names.push(name);
    else if (words.includes(name)) throw new RigError(`The suite "${name}" has no files.`, 2);
  }
  return names;
}
