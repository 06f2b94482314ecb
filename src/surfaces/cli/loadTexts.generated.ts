// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import type { Group } from '../../operations/groupsByWord.generated.js';
import type { Texts } from './format/resultText.js';

/** Loaders of terminal texts, by group; a group without its own texts has none. */
export const loadTexts: Readonly<Partial<Record<Group, () => Promise<{ readonly texts: Texts }>>>> = {
  repository: () => import('./format/repositoryText.js'),
  queue: () => import('./format/queueText.js'),
  import: () => import('./format/importText.js'),
  task: () => import('./format/taskText.js'),
  decision: () => import('./format/decisionText.js'),
  touched: () => import('./format/touchedText.js'),
  compaction: () => import('./format/compactionText.js'),
  slice: () => import('./format/sliceText.js'),
  evidence: () => import('./format/evidenceText.js'),
  finding: () => import('./format/findingText.js'),
  gate: () => import('./format/gateText.js'),
  hooks: () => import('./format/hooksText.js'),
  trust: () => import('./format/trustText.js'),
  plan: () => import('./format/planText.js'),
  review: () => import('./format/reviewText.js'),
  workflow: () => import('./format/workflowText.js'),
  events: () => import('./format/eventsText.js'),
  store: () => import('./format/storeText.js'),
  run: () => import('./format/runText.js'),
  retro: () => import('./format/retroText.js'),
  snapshot: () => import('./format/snapshotText.js'),
  lane: () => import('./format/laneText.js'),
};
