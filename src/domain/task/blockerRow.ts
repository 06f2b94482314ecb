import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { translated } from '../text/translated.js';
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
    names: {
      one: translated('Blocker'),
      many: translated('Blockers'),
      counted: translated('{0} blockers'),
      select: translated('Select a blocker'),
      none: translated('No blockers.'),
    },
    events: {
      blocker_added: {
        text: 'description',
        line: translated('{0} added blocker {1}'),
        change: translated('Blocked by {0}'),
        rank: 2,
        look: 'started',
      },
      blocker_resolved: {
        text: 'resolution',
        line: translated('{0} resolved {1}'),
        change: translated('{0} resolved'),
        rank: 7,
        look: 'ended',
      },
    },
    endedBy: 'resolve',
    look: { icon: 'stop-circle', color: 'list.errorForeground' },
    search: ['description', 'resolution'],
  },
);
export type BlockerRow = RowOf<typeof blockerDefinition>;
