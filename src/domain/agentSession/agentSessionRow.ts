import { attemptEndNames } from '../attempt/attemptRow.js';
import { integer, link, name, oneOf, repositoryId, revision, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** Acts of an agent without asking a person: `ask` only reading, `edit` also edits in its lane, `all` whatever the lane's hooks allow. */
export const permissionPolicies = ['ask', 'edit', 'all'] as const;
export type PermissionPolicy = (typeof permissionPolicies)[number];

export const agentSessionStates = ['requested', 'starting', 'working', 'waiting', 'stopping', 'ended'] as const;

export const agentSessionLimits = { why: 300, command: 4000 } as const;

/** One run of an agent program that Stateroom starts in a lane. At most one of a lane has no end. */
export const agentSessionDefinition = new RecordDefinition(
  'agent_sessions',
  {
    id: ulid,
    repository_id: repositoryId,
    lane_id: link('lane'),
    work_item_id: link('workItem').orNull,
    /** Key of the agent, or `program`. */
    agent: name,
    /** Its actor in claims and attempts. */
    actor: name,
    /** Words of the command line, redacted; empty for the agent's own. */
    command: texts(agentSessionLimits.command),
    policy: oneOf(permissionPolicies),
    state: oneOf(agentSessionStates),
    /** Id by which the agent resumes it. */
    session: text().orNull,
    /** Id of the agent's session that this one continues. */
    resume: text().orNull.hidden,
    model: text(200).orNull,
    /** Identity of the program and its group, as `Machine` gives it. */
    process: text().orNull.hidden,
    process_group: integer().orNull.hidden,
    /** Identity of the runner that took it. */
    runner: text().orNull.hidden,
    requested_by: name,
    requested_at: time.as('requested'),
    started_at: time.orNull.as('started'),
    ended_at: time.orNull.as('ended'),
    end_reason: oneOf(attemptEndNames).orNull,
    /** One line. */
    why: text(agentSessionLimits.why).orNull,
    stop_by: name.orNull.as('stoppedBy'),
    stop_at: time.orNull.as('stopAsked'),
    revision: revision.hidden,
  },
  { owner: 'lane', order: ['requested_at', 'id'] },
);
export type AgentSessionRow = RowOf<typeof agentSessionDefinition>;
