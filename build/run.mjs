#!/usr/bin/env node
import { ensureDependencies } from './dependency.mjs';
import { place } from './place.mjs';
import { RigError, runMain, say } from './say.mjs';
import { underToolNode } from './toolNode.mjs';

/** @typedef {{ what: string, run: (args: string[]) => Promise<number> }} Task */

/** @type {Record<string, Task>} */
const tasks = {
  build: {
    what: 'bundle everything into dist; --watch keeps at it, --development keeps names and source maps',
    run: async args => {
      if (process.env.STATEROOM_BUILT === '1') return 0;
      const { bundle } = await import('./bundle.mjs');
      await bundle({ watch: args.includes('--watch'), development: args.includes('--development') });
      return 0;
    },
  },
  generate: {
    what: 'the lists in src that are made from its folders',
    run: async () => {
      const { generate } = await import('./generate.mjs');
      const changed = await generate();
      say('generate', changed.length === 0 ? 'nothing to change' : `changed ${changed.join(', ')}`);
      return 0;
    },
  },
  lint: { what: 'Biome: format, rules, import walls; --write mends what it can', run: args => tool('lint', args) },
  types: { what: 'the TypeScript compiler over every project', run: args => tool('types', args) },
  knip: { what: 'what is written and never used', run: args => tool('knip', args) },
  unit: { what: 'src/**/*.spec.ts; further words go to vitest', run: args => tool('unit', args) },
  house: { what: 'test/house: import walls, bundles, package', run: args => tool('house', args) },
  accept: {
    what: 'writes names and answers of operations, stored rows, tools for agents and menus of rows, as they are now, to the golden files',
    run: async () => {
      const { bundle } = await import('./bundle.mjs');
      await bundle({});
      const names = await tool('house', ['test/house/golden.test.ts', 'test/house/answers.test.ts', '--update']);
      return (await tool('contract', ['test/contract/mcpTools.test.ts', '--update'])) || names;
    },
  },
  contract: { what: 'test/contract', run: args => tool('contract', args) },
  clients: { what: 'test/clients: real MCP clients', run: args => tool('clients', args) },
  crash: { what: 'test/crash in full length', run: args => tool('crash', args, { STATEROOM_TESTS: 'all' }) },
  soak: {
    what: 'the random cases of test/crash in rounds, for --minutes N; adds what passed to test/crash/soak.json',
    run: async args => {
      const { runSoak } = await import('./soak.mjs');
      return runSoak(args);
    },
  },
  bench: {
    what: 'the benchmarks; without words all of them, and writes docs/benchmarks.md; `coordination` alone runs agents',
    run: async args => {
      const { packageVsix } = await import('./packageVsix.mjs');
      const { runBench, runCoordination } = await import('./bench.mjs');
      // What is measured is what is built: an older dist would be measured without a word.
      if (process.env.STATEROOM_BUILT !== '1') await packageVsix();
      if (args[0] === 'coordination') return (await runCoordination(args.slice(1))).code;
      const page = args.length === 0 ? ['--page', 'docs/benchmarks.md'] : [];
      return (await runBench([...args, ...page])).code;
    },
  },
  host: { what: 'test/host in the npm VS Code', run: args => tool('host', args) },
  desktop: { what: 'test/host in a downloaded desktop VS Code', run: args => tool('desktop', args) },
  ui: { what: 'test/ui: the packaged extension in a browser', run: args => tool('ui', args) },
  lockfile: {
    what: 'complete package-lock.json after npm changed it',
    run: async () => {
      const { completeLockfile } = await import('./lockfile.mjs');
      await completeLockfile();
      return 0;
    },
  },
  package: {
    what: 'build, then dist/stateroom-<version>.vsix',
    run: async () => {
      const { packageVsix } = await import('./packageVsix.mjs');
      await packageVsix();
      return 0;
    },
  },
  pack: {
    what: 'package, then dist/stateroom-<version>.tgz, which npm installs',
    run: async () => {
      const { packageNpm } = await import('./packageNpm.mjs');
      await packageNpm();
      return 0;
    },
  },
};

/**
 * Runs a suite outside `npm test`: same command, but its output alone and its exit code as it is.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function tool(name, args, env = {}) {
  const { runSuite } = await import('./suite.mjs');
  const { countText, withState } = await import('./results.mjs');
  const results = await runSuite(name, args, env);
  for (const { why } of withState(results, 'skipped')) say(name, `skipped: ${why}`);
  say(name, countText(results));
  return withState(results, 'failed').length === 0 ? 0 : 1;
}

function help() {
  const rows = Object.entries(tasks).map(([name, { what }]) => `  ${name.padEnd(10)}${what}`);
  return ['Usage: node build/run.mjs <task> [words]', '', ...rows, ''].join('\n');
}

runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (name === '--help' || name === '') {
    process.stdout.write(help());
    return name === '' ? 2 : 0;
  }
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) throw new RigError(`There is no task "${name}"; the tasks are ${Object.keys(tasks).join(', ')}.`, 2);
  const elsewhere = await underToolNode();
  if (elsewhere !== undefined) return elsewhere;
  await ensureDependencies();
  process.chdir(place.root);
  return task.run(args);
});
