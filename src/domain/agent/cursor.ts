import type { Agent } from './agent.js';

export const cursor: Agent = {
  harness: 'cursor',
  title: 'Cursor',
  marks: ['CURSOR_AGENT'],
  otherNames: ['cursor-cli'],
  clientNames: ['cursor-vscode'],
  worktrees: { folder: /\/\.cursor\/worktrees\// },
  settings: ['.cursor'],
};
