import { integer, link, name, oneOf, repositoryId, revision, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** `lane` and `repository` also answer later requests of the same kind there. */
export const permissionAnswers = ['once', 'lane', 'repository', 'refused', 'expired'] as const;

export const agentPermissionLimits = { title: 300, command: 4000, path: 1000, paths: 100 } as const;

/** An act for which an agent asks permission. It waits for a person until it expires. */
export const agentPermissionDefinition = new RecordDefinition(
  'agent_permissions',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    session_id: ulid.hidden,
    lane_id: link('lane'),
    /** 1, 2, … of its session. */
    position: integer(1).as('number'),
    title: text(agentPermissionLimits.title),
    /** Kind of tool: read, edit, execute, … */
    tool: text(100).orNull,
    command: text(agentPermissionLimits.command).orNull,
    /** Relative to the worktree if inside of it, else absolute. */
    paths: texts(agentPermissionLimits.path),
    asked_at: time.as('asked'),
    expires_at: time.as('expires'),
    answer: oneOf(permissionAnswers).orNull,
    answered_by: name.orNull,
    answered_at: time.orNull.as('answered'),
    revision: revision.hidden,
  },
  { owner: 'lane', order: ['session_id', 'position'] },
);
export type AgentPermissionRow = RowOf<typeof agentPermissionDefinition>;
