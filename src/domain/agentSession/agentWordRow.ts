import { integer, link, name, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** `prompt` is the first one; `answer` and `findings` wake a session that ended. */
export const agentWordKinds = ['prompt', 'said', 'answer', 'findings', 'note'] as const;
export type AgentWordKind = (typeof agentWordKinds)[number];

export const agentWordLimits = { text: 16_000 } as const;

/** Text for the agent of a session, which its runner takes in order. */
export const agentWordDefinition = new RecordDefinition(
  'agent_words',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    session_id: ulid.hidden,
    lane_id: link('lane').hidden,
    /** 1, 2, … of its session. */
    position: integer(1).as('number'),
    kind: oneOf(agentWordKinds),
    text: text(agentWordLimits.text),
    by: name,
    created_at: time.as('at'),
    taken_at: time.orNull.as('taken'),
    revision: revision.hidden,
  },
  { owner: 'lane', order: ['session_id', 'position'] },
);
export type AgentWordRow = RowOf<typeof agentWordDefinition>;
