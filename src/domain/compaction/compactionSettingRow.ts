import { flag, link, name, repositoryId, revision, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

export const compactionSettingDefinition = new RecordDefinition(
  'compaction_settings',
  {
    id: ulid,
    repository_id: repositoryId,
    /** Null for the whole repository. */
    task_id: link('task').orNull,
    enabled: flag,
    updated_by: name,
    updated_at: time,
    revision,
  },
  { owner: 'task' },
);
export type CompactionSettingRow = RowOf<typeof compactionSettingDefinition>;
