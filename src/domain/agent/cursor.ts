import type { Agent } from './agent.js';

export const cursor: Agent = {
  harness: 'cursor',
  title: 'Cursor',
  program: 'cursor-agent',
  marks: ['CURSOR_AGENT'],
  otherNames: ['cursor-cli'],
  clientNames: ['cursor-vscode'],
  worktrees: { folder: /\/\.cursor\/worktrees\// },
  settings: ['.cursor'],
};
