import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskLimits } from './taskRow.js';

export const blockerStatuses = ['open', 'resolved'] as const;

export const blockerDefinition = new RecordDefinition(
  'blockers',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('blocker'),
    task_id: link('task'),
    description: text(taskLimits.blocker, 1),
    status: oneOf(blockerStatuses),
    resolution: text(taskLimits.note).orNull,
    resolved_at: time.orNull,
    ...provenanceColumns,
    model: provenanceColumns.model.hidden,
    session: provenanceColumns.session.hidden,
    created_at: time,
    revision,
    effort: addedProvenanceColumns.effort.hidden,
  },
  {
    owner: 'task',
    portable: true,
    order: ['number'],
    open: { statuses: ['open'], endedAt: 'resolved_at' },
    word: 'blocker',
    list: ['status', 'description', 'resolution'],
    icon: 'error',
    search: ['description', 'resolution'],
  },
);
export type BlockerRow = RowOf<typeof blockerDefinition>;
