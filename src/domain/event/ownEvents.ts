import { bySeverity, severityFacts } from '../finding/findingSeverity.js';
import { once } from '../once.js';
import type { RecordEvent } from '../record/record.js';
import { type ListedName, type ListedRecords, listedNames, records } from '../records.js';

export type EventSubject =
  | 'workItem'
  | 'task'
  | 'decision'
  | ListedName
  | 'slice'
  | 'evidence'
  | 'finding'
  | 'plan'
  | 'review'
  | 'gate'
  | 'lane'
  | 'message'
  | 'report'
  | 'run'
  | 'repository';

export type TrendCount = 'created' | 'claimed' | 'asked' | 'resolved' | 'reopened' | 'opened' | 'closed';

export interface ChangeFacts {
  /** Payload field with the subject; default: the event's work item. */
  readonly subject?: string;
  /** Payload field that distinguishes events of the type. */
  readonly outcome?: string;
  /** Payload field with the actor's own text. */
  readonly text?: string;
  /** Smallest first, by outcome; `other` is for the rest, hidden if absent. */
  readonly rank: number | Readonly<Record<string, number>>;
}

interface EventFacts {
  readonly about: EventSubject;
  readonly trend?: TrendCount;
  readonly review?: 'begins' | 'ends';
  /** True for acts of a lane's worker, also on the lane's task. */
  readonly byWorker?: true;
  /** Actors who become authors of the task: everyone, agents, or those named in its touched files and fixes. */
  readonly authors?: 'everybody' | 'agents' | 'named';
  /** Absent for events not shown as changes. */
  readonly change?: ChangeFacts;
}

/**
 * One type per transition, written in the transaction of the change. Changes rank by what depends on them: first what waits for a
 * person, then what blocks, then what continued. The sentences are in `src/present/event`.
 */
export const ownEvents = {
  work_item_created: {
    about: 'workItem',
    trend: 'created',
    change: { outcome: 'status', rank: { waiting_human: 1, other: 9 } },
  },
  work_item_claimed: { about: 'workItem', trend: 'claimed', change: { rank: 9 } },
  work_item_lease_expired: { about: 'workItem', change: { rank: 4 } },
  work_item_released: { about: 'workItem', change: { rank: 9 } },
  work_item_handed_over: { about: 'workItem', change: { text: 'next', rank: 7 } },
  work_item_asked: { about: 'workItem', trend: 'asked', change: { text: 'question', rank: 1 } },
  work_item_advanced: { about: 'workItem', change: { rank: 9 } },
  work_item_answer_taken: { about: 'workItem', change: { text: 'answer', rank: 4 } },
  work_item_resolved: {
    about: 'workItem',
    trend: 'resolved',
    change: { outcome: 'status', text: 'notes', rank: { failed: 4, done: 6, other: 8 } },
  },
  work_item_reopened: { about: 'workItem', trend: 'reopened', change: { text: 'reason', rank: 8 } },
  work_item_annotated: { about: 'workItem' },
  work_item_edited: { about: 'workItem' },
  work_item_reprioritised: { about: 'workItem' },
  work_item_dependency_added: { about: 'workItem' },
  work_item_dependency_removed: { about: 'workItem' },
  task_started: { about: 'task', authors: 'agents', change: { subject: 'task', text: 'objective', rank: 5 } },
  task_switched: { about: 'task' },
  task_left: { about: 'task' },
  task_updated: {
    about: 'task',
    change: { subject: 'task', outcome: 'status', rank: { blocked: 3, review: 5, in_progress: 8 } },
  },
  task_finished: { about: 'task', change: { subject: 'task', text: 'objective', rank: 5 } },
  task_archived: { about: 'task', change: { subject: 'task', rank: 6 } },
  task_restored: { about: 'task' },
  task_imported: { about: 'task', authors: 'agents' },
  decision_recorded: { about: 'decision', change: { subject: 'ref', text: 'decision', rank: 8 } },
  files_touched: { about: 'repository', authors: 'named', byWorker: true },
  compaction_recorded: { about: 'repository' },
  compaction_settings_changed: { about: 'repository' },
  slice_started: { about: 'slice', change: { subject: 'slice', text: 'title', rank: 8 } },
  slice_committed: {
    about: 'slice',
    authors: 'everybody',
    byWorker: true,
    change: { subject: 'slice', text: 'message', rank: 8 },
  },
  slice_closed: { about: 'slice', authors: 'everybody', change: { subject: 'slice', text: 'title', rank: 6 } },
  evidence_recorded: {
    about: 'evidence',
    change: { subject: 'evidence', outcome: 'passed', text: 'command', rank: { false: 4, other: 8 } },
  },
  finding_recorded: {
    about: 'finding',
    trend: 'opened',
    change: {
      subject: 'finding',
      outcome: 'severity',
      text: 'text',
      rank: { ...bySeverity(severity => severityFacts[severity].changeRank), other: 7 },
    },
  },
  finding_moved: { about: 'finding' },
  finding_replied: { about: 'finding', change: { subject: 'finding', text: 'text', rank: 4 } },
  finding_fixed: {
    about: 'finding',
    authors: 'named',
    trend: 'closed',
    change: { subject: 'finding', text: 'note', rank: 6 },
  },
  finding_resolved_on_branch: {
    about: 'finding',
    authors: 'named',
    trend: 'closed',
    change: { subject: 'finding', rank: 6 },
  },
  finding_wontfixed: { about: 'finding', trend: 'closed', change: { subject: 'finding', text: 'note', rank: 5 } },
  finding_deferred: { about: 'finding', trend: 'closed', change: { subject: 'finding', text: 'note', rank: 5 } },
  finding_reopened: {
    about: 'finding',
    trend: 'opened',
    change: { subject: 'finding', outcome: 'takenBack', text: 'reason', rank: { true: 8, other: 3 } },
  },
  finding_superseded: { about: 'finding', trend: 'closed' },
  finding_integrated: { about: 'finding', authors: 'named', change: { subject: 'finding', rank: 7 } },
  finding_merged: { about: 'finding' },
  finding_proven: { about: 'finding' },
  finding_unproven: { about: 'finding', change: { subject: 'finding', rank: 4 } },
  finding_queued: { about: 'finding' },
  plan_registered: { about: 'plan', change: { subject: 'plan', rank: 7 } },
  plan_analysed: { about: 'plan' },
  plan_accepted: { about: 'plan', change: { subject: 'plan', rank: 5 } },
  plan_attested: { about: 'plan' },
  plan_item_ticked: { about: 'plan', change: { subject: 'plan', rank: 8 } },
  plan_cursor_moved: { about: 'plan' },
  review_started: { about: 'review' },
  review_recorded: {
    about: 'review',
    change: { subject: 'run', outcome: 'verdict', text: 'subject', rank: { fail: 2, other: 5 } },
  },
  review_used: { about: 'review' },
  changes_requested: { about: 'review', change: { subject: 'subject', text: 'comment', rank: 2 } },
  review_imported: { about: 'review', change: { subject: 'run', outcome: 'grade', text: 'subject', rank: 5 } },
  run_started: { about: 'run', change: { subject: 'run', text: 'request', rank: 6 } },
  run_hypothesis_added: { about: 'run' },
  run_hypothesis_resolved: { about: 'run' },
  run_evidence_added: { about: 'run' },
  run_command_logged: { about: 'run' },
  run_learning_added: { about: 'run' },
  run_closed: { about: 'run', change: { subject: 'run', text: 'summary', rank: 5 } },
  run_reopened: { about: 'run' },
  run_imported: { about: 'run', change: { subject: 'run', text: 'request', rank: 6 } },
  attempt_refused: { about: 'repository', change: { subject: 'about', text: 'why', rank: 1 } },
  gate_overridden: { about: 'gate', change: { subject: 'gate', text: 'reason', rank: 0 } },
  commit_observed: { about: 'repository', byWorker: true },
  tool_failed: { about: 'repository' },
  hooks_installed: { about: 'repository' },
  hooks_uninstalled: { about: 'repository' },
  trust_granted: { about: 'repository' },
  trust_revoked: { about: 'repository' },
  owned_path_violated: { about: 'lane', change: { subject: 'lane', text: 'path', rank: 4 } },
  approval_refused: { about: 'lane' },
  lane_opened: { about: 'lane' },
  lane_adopted: { about: 'lane' },
  lane_updated: { about: 'lane' },
  lane_status_changed: { about: 'lane' },
  lane_closed: { about: 'lane' },
  lane_restored: { about: 'lane' },
  worker_assigned: { about: 'lane', change: { subject: 'lane', text: 'name', rank: 8 } },
  worker_started: { about: 'lane', byWorker: true, change: { subject: 'lane', text: 'name', rank: 8 } },
  worker_committed: { about: 'lane', byWorker: true },
  worker_submitted: {
    about: 'lane',
    trend: 'asked',
    byWorker: true,
    review: 'begins',
    change: { subject: 'lane', text: 'name', rank: 1 },
  },
  worker_conflicted: { about: 'lane', byWorker: true, change: { subject: 'lane', text: 'name', rank: 2 } },
  worker_failed: {
    about: 'lane',
    byWorker: true,
    review: 'ends',
    change: { subject: 'lane', text: 'reason', rank: 3 },
  },
  worker_approved: { about: 'lane', review: 'ends', change: { subject: 'lane', text: 'name', rank: 6 } },
  worker_approval_kept: { about: 'lane' },
  worker_sent_back: { about: 'lane', review: 'ends', change: { subject: 'lane', text: 'reason', rank: 5 } },
  worker_merged: { about: 'lane', change: { subject: 'lane', text: 'name', rank: 5 } },
  worker_cancelled: { about: 'lane', review: 'ends', change: { subject: 'lane', text: 'name', rank: 5 } },
  worker_retried: { about: 'lane', change: { subject: 'lane', text: 'name', rank: 6 } },
  worker_restored: { about: 'lane', change: { subject: 'lane', text: 'name', rank: 5 } },
  agent_requested: { about: 'lane' },
  agent_started: { about: 'lane' },
  agent_told: { about: 'lane' },
  agent_stop_asked: { about: 'lane' },
  agent_ended: {
    about: 'lane',
    change: { subject: 'lane', outcome: 'endReason', text: 'why', rank: { done: 8, other: 4 } },
  },
  agent_permission_asked: { about: 'lane', change: { subject: 'lane', text: 'title', rank: 1 } },
  agent_permission_answered: { about: 'lane' },
  control_started: { about: 'repository', change: { rank: 5 } },
  control_stop_asked: { about: 'repository' },
  control_ended: { about: 'repository', change: { rank: 3 } },
  control_start_failed: { about: 'workItem', change: { text: 'why', rank: 3 } },
  agent_step_restored: { about: 'lane' },
  agent_silent: { about: 'lane' },
  message_sent: {
    about: 'message',
    change: { subject: 'message', outcome: 'kind', text: 'subject', rank: { question: 1 } },
  },
  messages_acknowledged: { about: 'message' },
  worker_reported: {
    about: 'report',
    byWorker: true,
    change: {
      subject: 'report',
      outcome: 'outcome',
      text: 'summary',
      rank: { blocked: 2, failed: 3, done: 6, partial: 8, nothing_to_do: 8 },
    },
  },
  worker_report_acknowledged: { about: 'lane' },
  event_imported: { about: 'repository' },
  store_archived: { about: 'repository' },
  store_restored: { about: 'repository', change: { subject: 'file', rank: 0 } },
} as const satisfies Readonly<Record<string, EventFacts>>;
type EventOfRecord = { [Name in ListedName]: keyof ListedRecords[Name]['facts']['events'] }[ListedName];
export type OwnEventType = keyof typeof ownEvents | EventOfRecord;

/** Events of the records with lists, by their definitions. */
export const recordEvents = once(
  (): ReadonlyMap<string, { readonly name: ListedName; readonly event: RecordEvent }> =>
    new Map(
      listedNames.flatMap(name =>
        Object.entries<RecordEvent>(records[name].facts.events).map(([type, event]) => [type, { name, event }]),
      ),
    ),
);

export const ownEventTypes = once(() => [...Object.keys(ownEvents), ...recordEvents().keys()] as OwnEventType[]);

/** Undefined for a caller's own type or one of a newer version. */
export function eventFacts(type: string): EventFacts | undefined {
  if (Object.hasOwn(ownEvents, type)) return ownEvents[type as keyof typeof ownEvents];
  const ofRecord = recordEvents().get(type);
  if (ofRecord === undefined) return undefined;
  const { name, event } = ofRecord;
  const { text, rank } = event;
  if (rank === undefined) return { about: name };
  return { about: name, change: { subject: records[name].facts.word, ...(text === undefined ? {} : { text }), rank } };
}

export const authorTypes = once(() => ownEventTypes().filter(type => eventFacts(type)?.authors !== undefined));
