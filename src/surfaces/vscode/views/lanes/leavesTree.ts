import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '../../../../domain/lane/lane.js';

/** Returns true for an ended lane whose worktree was not removed and belongs to no open lane. */
export function leavesTree({ status, adopted, worktreePath }: Lane, open: readonly Lane[]): boolean {
  const isOver = status === 'merged' || status === 'closed';
  if (!isOver || adopted || open.some(lane => lane.worktreePath === worktreePath)) return false;
  return existsSync(join(worktreePath, '.git'));
}
