import type { LaneRow } from '../../src/domain/lane/laneRow.js';

/** A lane as the store keeps it, opened at the beginning of time, changed by `more`. */
export function laneRow(
  more: Partial<Omit<LaneRow, 'repository_id'>> & Pick<LaneRow, 'id' | 'number' | 'name'>,
): Omit<LaneRow, 'repository_id'> {
  return {
    description: null,
    kind: 'implement',
    status: 'active',
    close_reason: null,
    task_id: null,
    work_item_id: null,
    branch: `feature/${more.name}`,
    base_branch: 'main',
    base_sha: 'a'.repeat(40),
    worktree_path: `/repositories/one.worktrees/${more.name}`,
    owned_paths: '[]',
    git_writes: 'agent',
    adopted: 0,
    port_first: null,
    port_count: 0,
    owner: null,
    backend: null,
    model: null,
    effort: null,
    merged_sha: null,
    created_by: 'codex',
    created_at: 0,
    updated_at: 0,
    revision: 1,
    ...more,
  };
}
