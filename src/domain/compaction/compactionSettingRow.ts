/** Whether compaction is on, for a task or the whole repository, as the store holds it; the names are the columns'. */
export interface CompactionSettingRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** ULID of the task; null for the whole repository. */
  readonly task_id: string | null;
  readonly enabled: 0 | 1;
  readonly updated_by: string;
  /** ms UTC. */
  readonly updated_at: number;
  readonly revision: number;
}
