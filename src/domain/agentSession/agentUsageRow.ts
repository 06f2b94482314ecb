import { integer, link, oneOf, repositoryId, revision, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/**
 * Span that the figures count: all turns of a session added up, its total, the last request, or the context in use; `time` is
 * that for which its program ran, in ms.
 */
export const usageMeanings = ['turn', 'session', 'last-request', 'context', 'time'] as const;
export type UsageMeaning = (typeof usageMeanings)[number];

export const usageSources = ['agent', 'log', 'estimate'] as const;

/** Latest figures of a session, one row for each meaning. Null is unknown, never zero. */
export const agentUsageDefinition = new RecordDefinition(
  'agent_usage',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    session_id: ulid.hidden,
    lane_id: link('lane').hidden,
    meaning: oneOf(usageMeanings),
    source: oneOf(usageSources),
    /** Tokens. */
    input: integer(0).orNull,
    output: integer(0).orNull,
    cached: integer(0).orNull,
    /** Millionths of a US dollar. */
    cost_micros: integer(0).orNull,
    /** Tokens in the context, and its size; of `time` the ms. */
    used: integer(0).orNull,
    size: integer(0).orNull,
    at: time,
    revision: revision.hidden,
  },
  { owner: 'lane', order: ['session_id', 'meaning'] },
);
export type AgentUsageRow = RowOf<typeof agentUsageDefinition>;
