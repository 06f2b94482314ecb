import { z } from 'zod';
import type { TimelineEvent } from '../domain/event/event.js';

/** How many lines tell what changed. */
export const maxChanges = 10;

/** What happened to one thing, or the same to several, since somebody looked. */
export const recentChangeSchema = z.object({
  /** Type of the event: `finding_recorded`. */
  type: z.string(),
  /** What tells events of this type apart: severity, status, verdict, `passed` or `failed`; null where nothing does. */
  outcome: z.string().nullable(),
  count: z.int().positive(),
  /** What it happened to, the latest first: `F-3`, `W-2`, the path of a plan; at most 20. */
  refs: z.array(z.string()),
  /** Null when it was several. */
  actor: z.string().nullable(),
  /** In words of whoever did it, where it happened once: the question, the objective, the command. */
  text: z.string().nullable(),
  /** Of the latest. */
  at: z.iso.datetime(),
});
export type RecentChange = z.infer<typeof recentChangeSchema>;

const namedRefs = 20;

/** Where an event's subject, outcome and words stand in its payload. */
interface Reading {
  /** Payload field that names the subject; undefined for the event's work item. */
  readonly subject?: string;
  /** Payload field that tells events of the type apart. */
  readonly outcome?: string;
  readonly text?: string;
  /** Smaller comes first, by outcome; `other` for the rest, which get no line where that is left out. */
  readonly weight: number | Readonly<Record<string, number>>;
}

const task = { subject: 'task' } as const;
const slice = { subject: 'slice' } as const;
const finding = { subject: 'finding' } as const;
const plan = { subject: 'plan' } as const;
const lane = { subject: 'lane' } as const;

/** What gets a line, and how much hangs on it: first what waits for a person, then what blocks, then what went on. */
const readings: Readonly<Record<string, Reading>> = {
  store_restored: { subject: 'file', weight: 0 },
  attempt_refused: { subject: 'about', text: 'why', weight: 1 },
  review_imported: { subject: 'run', outcome: 'grade', text: 'subject', weight: 5 },
  gate_overridden: { subject: 'gate', text: 'reason', weight: 0 },
  work_item_asked: { text: 'question', weight: 1 },
  work_item_created: { outcome: 'status', weight: { waiting_human: 1, other: 9 } },
  message_sent: { subject: 'message', outcome: 'kind', text: 'subject', weight: { question: 1 } },
  worker_submitted: { ...lane, text: 'name', weight: 1 },
  worker_conflicted: { ...lane, text: 'name', weight: 2 },
  changes_requested: { subject: 'subject', text: 'comment', weight: 2 },
  blocker_added: { subject: 'blocker', text: 'description', weight: 2 },
  review_recorded: { subject: 'run', outcome: 'verdict', text: 'subject', weight: { fail: 2, other: 5 } },
  finding_recorded: { ...finding, outcome: 'severity', text: 'text', weight: { high: 3, medium: 4, other: 7 } },
  finding_reopened: { ...finding, outcome: 'takenBack', text: 'reason', weight: { true: 8, other: 3 } },
  worker_failed: { ...lane, text: 'reason', weight: 3 },
  finding_unproven: { ...finding, weight: 4 },
  work_item_resolved: { outcome: 'status', text: 'notes', weight: { failed: 4, done: 6, other: 8 } },
  work_item_lease_expired: { weight: 4 },
  evidence_recorded: { subject: 'evidence', outcome: 'passed', text: 'command', weight: { false: 4, other: 8 } },
  finding_wontfixed: { ...finding, text: 'note', weight: 5 },
  finding_deferred: { ...finding, text: 'note', weight: 5 },
  task_started: { ...task, text: 'objective', weight: 5 },
  task_finished: { ...task, text: 'objective', weight: 5 },
  task_updated: { ...task, outcome: 'status', weight: { blocked: 3, review: 5, in_progress: 8 } },
  worker_reported: {
    subject: 'report',
    outcome: 'outcome',
    text: 'summary',
    weight: { blocked: 2, failed: 3, done: 6, partial: 8, nothing_to_do: 8 },
  },
  worker_merged: { ...lane, text: 'name', weight: 5 },
  worker_sent_back: { ...lane, text: 'reason', weight: 5 },
  worker_cancelled: { ...lane, text: 'name', weight: 5 },
  worker_restored: { ...lane, text: 'name', weight: 5 },
  worker_retried: { ...lane, text: 'name', weight: 6 },
  worker_approved: { ...lane, text: 'name', weight: 6 },
  task_archived: { ...task, weight: 6 },
  plan_accepted: { ...plan, weight: 5 },
  plan_registered: { ...plan, weight: 7 },
  slice_closed: { ...slice, text: 'title', weight: 6 },
  finding_fixed: { ...finding, text: 'note', weight: 6 },
  finding_resolved_on_branch: { ...finding, weight: 6 },
  finding_integrated: { ...finding, weight: 7 },
  blocker_resolved: { subject: 'blocker', text: 'resolution', weight: 7 },
  decision_recorded: { subject: 'ref', text: 'decision', weight: 8 },
  slice_committed: { ...slice, text: 'message', weight: 8 },
  slice_started: { ...slice, text: 'title', weight: 8 },
  plan_item_ticked: { ...plan, weight: 8 },
  next_action_added: { subject: 'action', text: 'text', weight: 8 },
  next_action_completed: { subject: 'action', text: 'text', weight: 8 },
  worker_started: { ...lane, text: 'name', weight: 8 },
  worker_assigned: { ...lane, text: 'name', weight: 8 },
  work_item_claimed: { weight: 9 },
  work_item_advanced: { weight: 9 },
  work_item_reopened: { text: 'reason', weight: 8 },
  work_item_released: { weight: 9 },
};

interface Told {
  readonly event: TimelineEvent;
  readonly outcome: string | null;
  readonly ref: string;
  readonly weight: number;
  readonly text: string | null;
}

/**
 * What a person should know of the events since they last looked, in at most `limit` lines: the last word on each thing,
 * the same happening to several in one line, ranked by what hangs on it and then by how late it was. What people did
 * themselves gets no line, but it does take back what came before it.
 */
export function rankChanges(events: readonly TimelineEvent[], limit = maxChanges): RecentChange[] {
  const lines = new Map<string, Told[]>();
  for (const told of lastWords(events)) {
    if (told.event.role === 'human') continue;
    const key = `${told.event.type} ${told.outcome ?? ''}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [told]);
    else line.push(told);
  }
  return [...lines.values()].sort(compareLines).slice(0, limit).map(lineOf);
}

/** The last event on each thing, the latest first. */
function lastWords(events: readonly TimelineEvent[]): Told[] {
  const bySubject = new Map<string, Told>();
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const told = read(event);
    if (told === undefined) continue;
    const key = subjectKey(told);
    bySubject.delete(key);
    bySubject.set(key, told);
  }
  return [...bySubject.values()].reverse();
}

function read(event: TimelineEvent): Told | undefined {
  const reading = Object.hasOwn(readings, event.type) ? readings[event.type] : undefined;
  if (reading === undefined) return undefined;
  const ref = reading.subject === undefined ? event.workItem : textAt(event, reading.subject);
  const outcome = reading.outcome === undefined ? null : (textAt(event, reading.outcome) ?? null);
  const weight = typeof reading.weight === 'number' ? reading.weight : weightOf(reading.weight, outcome);
  if (weight === undefined) return undefined;
  const text = reading.text === undefined ? null : (textAt(event, reading.text) ?? null);
  return {
    event,
    outcome,
    ref: ref ?? '',
    weight,
    text,
  };
}

function weightOf(weights: Readonly<Record<string, number>>, outcome: string | null): number | undefined {
  return weights[outcome ?? 'other'] ?? weights.other;
}

/** Runs of one command are one thing: what counts is how the last one ended. A thing without a name is its own event. */
function subjectKey({ event, ref, text }: Told): string {
  if (event.type === 'evidence_recorded') return `command ${text}`;
  return ref === '' ? `event ${event.id}` : ref;
}

function compareLines(one: readonly Told[], other: readonly Told[]): number {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return 0;
  return a.weight - b.weight || b.event.id - a.event.id;
}

function lineOf(line: readonly Told[]): RecentChange {
  const [latest] = line;
  if (latest === undefined) throw new Error('A line tells of nothing.');
  const actors = new Set(line.map(({ event }) => event.actor));
  return {
    type: latest.event.type,
    outcome: latest.outcome,
    count: line.length,
    refs: line
      .map(({ ref }) => ref)
      .filter(ref => ref !== '')
      .slice(0, namedRefs),
    actor: actors.size === 1 ? latest.event.actor : null,
    text: line.length === 1 ? latest.text : null,
    at: latest.event.at,
  };
}

function textAt({ payload }: TimelineEvent, field: string): string | undefined {
  const value = payload[field];
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
