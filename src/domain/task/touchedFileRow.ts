/** The latest touch of a file in a task as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface TouchedFileRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** ULID of the task. */
  readonly task_id: string;
  /** Relative to the top of the worktree, with `/`. */
  readonly path: string;
  readonly change_kind: 'edit' | 'add' | 'delete' | 'rename';
  /** Where it was before a rename. */
  readonly old_path: string | null;
  readonly actor: string;
  readonly session: string | null;
  readonly commit_sha: string | null;
  readonly touched_at: number;
}
