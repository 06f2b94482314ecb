import { integer, link, name, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf, type ShownOf } from '../record/record.js';
import { translated } from '../text/translated.js';

/** Ways in which an attempt ends, with their words for people. No constraint of the store lists them. */
export const attemptEnds = {
  done: translated('done'),
  failed: translated('failed'),
  cancelled: translated('cancelled'),
  released: translated('released'),
  retried: translated('retried'),
  reassigned: translated('reassigned'),
  'handed-over': translated('handed over'),
  'taken-over': translated('taken over'),
  'claim-expired': translated('claim expired'),
  /** Provisional: what the work comes to replaces it. */
  'session-ended': translated('session ended'),
  stopped: translated('stopped'),
  crashed: translated('crashed'),
  budget: translated('budget used up'),
  stalled: translated('stalled'),
  'rate-limited': translated('rate limit'),
  blocked: translated('blocked'),
  unclear: translated('unclear'),
  'nothing-to-do': translated('nothing to do'),
  partial: translated('partly done'),
} as const;
export type AttemptEnd = keyof typeof attemptEnds;
export const attemptEndNames = Object.keys(attemptEnds) as [AttemptEnd, ...AttemptEnd[]];

export const attemptLimits = { why: 300 } as const;

/** One start of a lane or task for a work item. */
export const attemptDefinition = new RecordDefinition(
  'attempts',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    work_item_id: link('workItem'),
    /** 1, 2, … of its item. */
    position: integer(1).as('number'),
    lane_id: link('lane').orNull,
    task_id: link('task').orNull,
    actor: name,
    model: text(200).orNull,
    session: text(200).orNull,
    begun_at: time.as('begun'),
    ended_at: time.orNull.as('ended'),
    end_reason: oneOf(attemptEndNames).orNull,
    /** One line. */
    why: text(attemptLimits.why).orNull,
    /** The last that was recorded for its task while it ran. */
    evidence_id: link('evidence').orNull,
    /** Rescue ref of what it left: `refs/stateroom/rescue/…`. */
    backup: text().orNull,
    revision: revision.hidden,
  },
  { owner: 'workItem', order: ['position'] },
);
export type AttemptRow = RowOf<typeof attemptDefinition>;
export type Attempt = ShownOf<typeof attemptDefinition>;
