import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { integer, link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskLimits } from './taskRow.js';

export const nextActionStatuses = ['pending', 'done', 'skipped'] as const;

export const nextActionDefinition = new RecordDefinition(
  'next_actions',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('nextAction'),
    task_id: link('task'),
    action: text(taskLimits.action, 1),
    /** Smaller comes first; default 100. */
    priority: integer(),
    status: oneOf(nextActionStatuses),
    note: text(taskLimits.note).orNull,
    ended_at: time.orNull,
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
    order: ['priority', 'number'],
    open: { statuses: ['pending'], endedAt: 'ended_at' },
    word: 'action',
    title: 'next action',
    list: ['status', 'priority', 'action', 'note'],
    icon: 'circle-large-outline',
    search: ['action', 'note'],
  },
);
export type NextActionRow = RowOf<typeof nextActionDefinition>;
