import type { MenuRow } from './rowMenu.js';

/** Of an active investigation with everything that it may hold, and of a closed one. */
export const runsMenus: readonly MenuRow[] = [
  { row: 'Why is the checkout', context: 'run status:active' },
  { row: 'The import still', context: 'hypothesis status:open of:active' },
  { row: 'Evidence', context: 'runGroup:evidence of:active' },
  { row: 'It began in May', context: 'runEvidence of:active' },
  { row: 'Commands', context: 'runGroup:commands of:active' },
  { row: 'npm test', context: 'runCommand of:active' },
  { row: 'Learnings', context: 'runGroup:learnings of:active' },
  { row: 'Nothing tested', context: 'runLearning of:active' },
  { row: 'Why did the build', context: 'run status:closed' },
];
