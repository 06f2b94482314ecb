import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '../../../../domain/lane/lane.js';

/** True for a lane that is over and whose worktree was not removed, and which no open lane has taken over. */
export function leavesTree({ status, adopted, worktreePath }: Lane, open: readonly Lane[]): boolean {
  const isOver = status === 'merged' || status === 'closed';
  if (!isOver || adopted || open.some(lane => lane.worktreePath === worktreePath)) return false;
  return existsSync(join(worktreePath, '.git'));
}
