import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { integer, link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { translated } from '../text/translated.js';
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
    list: ['status', 'priority', 'action', 'note'],
    names: {
      one: translated('Next action'),
      many: translated('Next actions'),
      counted: translated('{0} next actions'),
      select: translated('Select a next action'),
      none: translated('The task has no pending next actions.'),
    },
    events: {
      next_action_added: { text: 'text', line: translated('{0} added {1}'), change: translated('{0} added'), rank: 8 },
      next_action_updated: { text: 'text', line: translated('{0} changed {1}') },
      next_action_completed: {
        text: 'text',
        line: translated('{0} completed {1}'),
        change: translated('{0} done'),
        rank: 8,
        look: 'ended',
      },
      next_action_skipped: { text: 'text', line: translated('{0} skipped {1}') },
    },
    endedBy: 'complete',
    look: { icon: 'circle-large-outline' },
    search: ['action', 'note'],
  },
);
export type NextActionRow = RowOf<typeof nextActionDefinition>;
