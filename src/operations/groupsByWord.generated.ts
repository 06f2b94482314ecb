// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

/** Groups of operations: the folders. */
export type Group =
  | 'repository'
  | 'queue'
  | 'import'
  | 'task'
  | 'decision'
  | 'blocker'
  | 'action'
  | 'touched'
  | 'compaction'
  | 'slice'
  | 'evidence'
  | 'finding'
  | 'gate'
  | 'hooks'
  | 'trust'
  | 'plan'
  | 'review'
  | 'workflow'
  | 'events'
  | 'store'
  | 'run'
  | 'retro'
  | 'snapshot'
  | 'lane';

/** Groups whose name differs from the first word of the operation’s name. */
export const groupsByWord: Readonly<Record<string, Group>> = {
  ritual: 'workflow',
  agent: 'lane',
  control: 'lane',
  worker: 'lane',
  message: 'lane',
  report: 'lane',
};
