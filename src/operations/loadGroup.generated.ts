// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import type { Group } from './groupsByWord.generated.js';
import type { AnyOperation } from './operation.js';

/**
 * Loads one group. A command runs for a tenth of a second, and creating the schemas of all operations would take most of that: so it loads
 * only the group that it needs, and so does the MCP server with the first call.
 */
export const loadGroup: Readonly<Record<Group, () => Promise<Readonly<Record<string, AnyOperation>>>>> = {
  repository: async () => (await import('./repository/repositoryOperations.generated.js')).repositoryOperations,
  queue: async () => (await import('./queue/queueOperations.generated.js')).queueOperations,
  import: async () => (await import('./import/importOperations.generated.js')).importOperations,
  task: async () => (await import('./task/taskOperations.generated.js')).taskOperations,
  decision: async () => (await import('./decision/decisionOperations.generated.js')).decisionOperations,
  blocker: async () => (await import('./blocker/blockerOperations.generated.js')).blockerOperations,
  action: async () => (await import('./action/actionOperations.generated.js')).actionOperations,
  touched: async () => (await import('./touched/touchedOperations.generated.js')).touchedOperations,
  compaction: async () => (await import('./compaction/compactionOperations.generated.js')).compactionOperations,
  slice: async () => (await import('./slice/sliceOperations.generated.js')).sliceOperations,
  evidence: async () => (await import('./evidence/evidenceOperations.generated.js')).evidenceOperations,
  finding: async () => (await import('./finding/findingOperations.generated.js')).findingOperations,
  gate: async () => (await import('./gate/gateOperations.generated.js')).gateOperations,
  hooks: async () => (await import('./hooks/hooksOperations.generated.js')).hooksOperations,
  trust: async () => (await import('./trust/trustOperations.generated.js')).trustOperations,
  plan: async () => (await import('./plan/planOperations.generated.js')).planOperations,
  review: async () => (await import('./review/reviewOperations.generated.js')).reviewOperations,
  workflow: async () => (await import('./workflow/workflowOperations.generated.js')).workflowOperations,
  events: async () => (await import('./events/eventsOperations.generated.js')).eventsOperations,
  store: async () => (await import('./store/storeOperations.generated.js')).storeOperations,
  run: async () => (await import('./run/runOperations.generated.js')).runOperations,
  retro: async () => (await import('./retro/retroOperations.generated.js')).retroOperations,
  snapshot: async () => (await import('./snapshot/snapshotOperations.generated.js')).snapshotOperations,
  lane: async () => (await import('./lane/laneOperations.generated.js')).laneOperations,
};
