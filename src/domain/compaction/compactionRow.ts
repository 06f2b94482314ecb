import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { integer, json, parent, repositoryId, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import type { CompactionSummary } from './compaction.js';

export const compactionDefinition = new RecordDefinition(
  'compactions',
  {
    id: ulid,
    repository_id: repositoryId,
    task_id: parent('task'),
    /** `C-<task ref>-0001`. */
    key: text(200, 1),
    turn_range: text(100).orNull,
    summary: json<CompactionSummary>(),
    /** Prose that did not fit the summary. */
    residual: text(20_000).orNull,
    tokens_saved: integer(0).orNull,
    ...provenanceColumns,
    model: provenanceColumns.model.hidden,
    created_at: time,
    effort: addedProvenanceColumns.effort.hidden,
  },
  { key: 'key', owner: 'task', portable: true },
);
export type CompactionRow = RowOf<typeof compactionDefinition>;
