import type { coreGroups } from './coreCatalogue.js';
import { loadLaneOperations } from './loadLaneCatalogue.js';
import type { AnyOperation } from './operation.js';

/** A group of operations; `lane` has everything loaded with lanes; editors do not load `run`, `retro` and `snapshot` at startup. */
export type Group = keyof typeof coreGroups | 'run' | 'retro' | 'snapshot' | 'lane';

/**
 * Loads one group. A command runs for a tenth of a second, and creating the schemas of all operations would take most of that: so it loads
 * only the group that it needs, and so does the MCP server with the first call.
 */
export const loadGroup: Readonly<Record<Group, () => Promise<Readonly<Record<string, AnyOperation>>>>> = {
  repository: async () => (await import('./repository/repositoryOperations.js')).repositoryOperations,
  queue: async () => (await import('./queue/queueOperations.js')).queueOperations,
  import: async () => (await import('./import/importOperations.js')).importOperations,
  task: async () => (await import('./task/taskOperations.js')).taskOperations,
  decision: async () => (await import('./decision/decisionOperations.js')).decisionOperations,
  blocker: async () => (await import('./blocker/blockerOperations.js')).blockerOperations,
  action: async () => (await import('./action/actionOperations.js')).actionOperations,
  touched: async () => (await import('./touched/touchedOperations.js')).touchedOperations,
  compaction: async () => (await import('./compaction/compactionOperations.js')).compactionOperations,
  slice: async () => (await import('./slice/sliceOperations.js')).sliceOperations,
  evidence: async () => (await import('./evidence/evidenceOperations.js')).evidenceOperations,
  finding: async () => (await import('./finding/findingOperations.js')).findingOperations,
  gate: async () => (await import('./gate/gateOperations.js')).gateOperations,
  hooks: async () => (await import('./hooks/hooksOperations.js')).hooksOperations,
  trust: async () => (await import('./trust/trustOperations.js')).trustOperations,
  plan: async () => (await import('./plan/planOperations.js')).planOperations,
  review: async () => (await import('./review/reviewOperations.js')).reviewOperations,
  run: async () => (await import('./run/runOperations.js')).runOperations,
  retro: async () => (await import('./retro/retroOperations.js')).retroOperations,
  snapshot: async () => (await import('./snapshot/snapshotOperations.js')).snapshotOperations,
  workflow: async () => (await import('./workflow/workflowOperations.js')).workflowOperations,
  events: async () => (await import('./events/eventsOperations.js')).eventsOperations,
  store: async () => (await import('./store/storeOperations.js')).storeOperations,
  lane: loadLaneOperations,
};

/** Groups whose name differs from the first word of the operation's name. */
const groupsByWord: Readonly<Record<string, Group>> = {
  ritual: 'workflow',
  worker: 'lane',
  message: 'lane',
  report: 'lane',
};

/** The operation of this name (`queue.claim`), loading its group alone; undefined for an unknown name. */
export async function loadOperation(name: string): Promise<AnyOperation | undefined> {
  const word = name.split('.', 1)[0] ?? '';
  const group = groupsByWord[word] ?? word;
  if (!Object.hasOwn(loadGroup, group)) return undefined;
  return Object.values(await loadGroup[group as Group]()).find(operation => operation.name === name);
}
