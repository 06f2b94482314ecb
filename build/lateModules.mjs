import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { place } from './place.mjs';
import { RigError } from './say.mjs';

/**
 * Modules that the editor imports late, by the chunk that they share. Each module with a chunk of its own divides what it has in common with
 * the others into more files: 250 files were 116 kB more of the package, and 170 of them were read at the start, now 20.
 */
const chunks = {
  lanes: [
    'agentHooks/judgeCommand',
    'agentHooks/judgeLoss',
    'agentHooks/shell/expandPath',
    'agentHooks/shell/readShell',
    'git/lane/laneTrees',
    'operations/judgeOwners',
    'operations/lane/finishLanes',
    'operations/lane/laneOperations.generated',
    'operations/lane/recoverIntentLog',
    'operations/lane/takeDownTask',
    'records/agentSession/ensureRunner',
    'surfaces/vscode/lanes/lineWhy',
    'surfaces/vscode/lanes/runLaneAct',
  ],
  workflows: ['surfaces/agentTools', 'surfaces/vscode/workflows/workflows', 'workflows/briefWorkflow'],
  rest: [
    'domain/trust/trustGrant',
    'domain/worker/logAlert',
    'operations/catalogue',
    'operations/gateSteps',
    'operations/run/runOperations.generated',
    'packet/tellPacket',
    'present/outputPage',
    'present/runRows',
    'records/gate/changedPackages',
    'records/gate/readProofChanges',
    'records/run/logInActiveRun',
    'records/snapshot/dashboardFile',
    'records/snapshot/renewDashboard',
    'store/engine/sqljs/textIndex',
    'surfaces/vscode/commands/allCommands',
    'surfaces/vscode/commands/nextNeed',
    'surfaces/vscode/commands/operationRun',
    'surfaces/vscode/commands/requireCommand',
    'surfaces/vscode/commands/searchRecords',
    'surfaces/vscode/commands/weeklyRetro',
    'surfaces/vscode/dashboard/dashboardPanel',
    'surfaces/vscode/records/recordPanel',
    'surfaces/vscode/records/rowActs',
    'surfaces/vscode/timeline/timeline',
  ],
};

/** Large and rarely needed beside others: each is a chunk of its own. */
export const ownChunks = [
  'messages/german',
  'operations/import/runImport',
  'sample/sample',
  'store/engine/sqljs/openSqljsStore',
  'surfaces/vscode/dashboard/workGraph',
];

/** Name of the chunk of each late module, by its path below src without ending. */
export const lateChunks = new Map(
  Object.entries(chunks).flatMap(([chunk, modules]) => modules.map(module => [module, chunk])),
);

/**
 * Makes modules of one chunk out of those that are imported late.
 *
 * @type {import('esbuild').Plugin}
 */
export const lateModules = {
  name: 'late-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ importer, kind, path, resolveDir, namespace }) => {
      if (kind !== 'dynamic-import' || namespace === 'late') return undefined;
      const module = resolve(resolveDir, path).slice(join(place.root, 'src').length + 1);
      const chunk = lateChunks.get(module.replaceAll('\\', '/').replace(/\.js$/, ''));
      return importer === '' || chunk === undefined ? undefined : { path: chunk, namespace: 'late' };
    });
    onLoad({ filter: /^/, namespace: 'late' }, ({ path }) => {
      const modules = chunks[/** @type {keyof typeof chunks} */ (path)];
      requireDifferentNames(modules);
      return {
        contents: modules.map(module => `export * from './src/${module}.js';`).join('\n'),
        resolveDir: place.root,
      };
    });
  },
};

/**
 * A name that two of them export would be in neither.
 *
 * @param {readonly string[]} modules
 */
function requireDifferentNames(modules) {
  const found = new Map();
  for (const module of modules) {
    const source = readFileSync(join(place.root, 'src', `${module}.ts`), 'utf8');
    for (const [, name] of source.matchAll(
      /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|enum) (\w+)/gm,
    )) {
      const other = found.get(name);
      if (other !== undefined) {
        throw new RigError(`${other} and ${module} both export ${name}: rename it, or give one another chunk.`);
      }
      found.set(name, module);
    }
  }
}
