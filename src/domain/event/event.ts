import { z } from 'zod';
import { roles } from '../actor/actor.js';

/**
 * Types written by Stateroom itself, one per transition, in the transaction of the change, and one when the whole content
 * was replaced by a backup's. A caller's own events carry any other type.
 */
export const ownEventTypes = [
  'work_item_created',
  'work_item_claimed',
  'work_item_lease_expired',
  'work_item_released',
  'work_item_asked',
  'work_item_advanced',
  'work_item_resolved',
  'work_item_reopened',
  'work_item_annotated',
  'work_item_edited',
  'work_item_reprioritised',
  'work_item_dependency_added',
  'work_item_dependency_removed',
  'task_started',
  'task_switched',
  'task_updated',
  'task_finished',
  'task_archived',
  'task_restored',
  'task_imported',
  'decision_recorded',
  'blocker_added',
  'blocker_resolved',
  'next_action_added',
  'next_action_updated',
  'next_action_completed',
  'next_action_skipped',
  'files_touched',
  'compaction_recorded',
  'compaction_settings_changed',
  'slice_started',
  'slice_committed',
  'slice_closed',
  'evidence_recorded',
  'finding_recorded',
  'finding_moved',
  'finding_fixed',
  'finding_resolved_on_branch',
  'finding_wontfixed',
  'finding_deferred',
  'finding_reopened',
  'finding_superseded',
  'finding_integrated',
  'finding_merged',
  'finding_proven',
  'finding_unproven',
  'finding_queued',
  'plan_registered',
  'plan_analysed',
  'plan_accepted',
  'plan_attested',
  'plan_item_ticked',
  'plan_cursor_moved',
  'review_started',
  'review_recorded',
  'changes_requested',
  'review_imported',
  'attempt_refused',
  'gate_overridden',
  'commit_observed',
  'hooks_installed',
  'hooks_uninstalled',
  'trust_granted',
  'trust_revoked',
  'lane_opened',
  'lane_adopted',
  'lane_updated',
  'lane_status_changed',
  'lane_closed',
  'lane_restored',
  'worker_assigned',
  'worker_started',
  'worker_committed',
  'worker_submitted',
  'worker_conflicted',
  'worker_failed',
  'worker_approved',
  'worker_sent_back',
  'worker_merged',
  'worker_cancelled',
  'worker_retried',
  'worker_restored',
  'message_sent',
  'messages_acknowledged',
  'worker_reported',
  'worker_report_acknowledged',
  'store_restored',
] as const;
export type OwnEventType = (typeof ownEventTypes)[number];

/** Room of one event's payload, in UTF-8 bytes of its JSON. */
export const eventPayloadBytes = 64 * 1024;

/** True for types that only Stateroom writes: those above and all others about work items. */
export function isOwnEventType(type: string): boolean {
  return type.startsWith('work_item_') || (ownEventTypes as readonly string[]).includes(type);
}

export const eventTypeSchema = z
  .string()
  .trim()
  .min(1, 'the type is empty')
  .max(100, 'the type is longer than 100 characters')
  .regex(/^[A-Za-z][\w.:-]*$/, 'a type begins with a letter and goes on with letters, digits and any of _ . : -');

export const eventPayloadSchema = z
  .record(z.string(), z.json(), 'the payload is not a JSON object')
  .refine(
    value => new TextEncoder().encode(JSON.stringify(value)).length <= eventPayloadBytes,
    `the payload is larger than ${eventPayloadBytes / 1024} kB`,
  );

/** A line of the timeline as surfaces show it. */
export const eventSchema = z.object({
  /** Grows by one per event of a repository and is never reused: a cursor. */
  id: z.int().positive(),
  at: z.iso.datetime(),
  type: z.string(),
  actor: z.string().nullable(),
  role: z.enum(roles).nullable(),
  harness: z.string().optional(),
  model: z.string().optional(),
  session: z.string().optional(),
  lane: z.string().optional(),
  /** `W-12`, when the event is about a work item. */
  workItem: z.string().nullable(),
  payload: z.record(z.string(), z.json()),
});
export type TimelineEvent = z.infer<typeof eventSchema>;
