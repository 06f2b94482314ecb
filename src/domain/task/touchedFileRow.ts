import { link, name, oneOf, repositoryId, sha, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskLimits } from './taskRow.js';

export const changeKinds = ['edit', 'add', 'delete', 'rename'] as const;

export const touchedFileDefinition = new RecordDefinition(
  'touched_files',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    task_id: link('task').hidden,
    /** Relative to the worktree root, with `/`. */
    path: text(taskLimits.path, 1),
    change_kind: oneOf(changeKinds).as('change'),
    old_path: text(taskLimits.path).orNull,
    actor: name,
    session: name.orNull,
    commit_sha: sha.orNull.as('commit'),
    touched_at: time,
  },
  { owner: 'task', portable: true },
);
export type TouchedFileRow = RowOf<typeof touchedFileDefinition>;
