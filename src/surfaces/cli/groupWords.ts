import type { Group } from '../../operations/loadGroup.js';

/** First words of each group's command lines, known before its declarations are loaded. */
export const groupWords: Readonly<Record<Group, readonly string[]>> = {
  repository: ['init', 'status', 'now', 'dashboard', 'trends', 'trend-rows', 'search', 'doctor'],
  queue: ['queue'],
  import: ['import'],
  task: ['task', 'context'],
  decision: ['decision'],
  blocker: ['blocker'],
  action: ['action'],
  touched: ['touched'],
  compaction: ['compaction'],
  slice: ['slice'],
  evidence: ['evidence'],
  finding: ['finding'],
  gate: ['gate', 'gates'],
  hooks: ['hooks'],
  trust: ['trust'],
  plan: ['plan'],
  review: ['review'],
  run: ['run'],
  retro: ['retro'],
  snapshot: ['snapshot'],
  workflow: ['ritual'],
  events: ['events'],
  store: ['store'],
  lane: ['lane', 'worker', 'message', 'report', 'lost'],
};
