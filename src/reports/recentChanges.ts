import * as z from 'zod';
import type { TimelineEvent } from '../domain/event/event.js';
import { eventFacts } from '../domain/event/ownEvents.js';

export const maxChanges = 10;

/** A change of one record, or the same change of several, since a reader last looked. */
export const recentChangeSchema = z.object({
  /** Type of the event: `finding_recorded`. */
  type: z.string(),
  /** Distinguishes events of this type: severity, status, verdict, `passed` or `failed`; null if nothing does. */
  outcome: z.string().nullable(),
  count: z.int().positive(),
  /** Changed records, latest first: `F-3`, `W-2`, the path of a plan; at most 20. */
  refs: z.array(z.string()),
  /** Null for several actors. */
  actor: z.string().nullable(),
  /** The actor's own words, for a single event: the question, the objective, the command. */
  text: z.string().nullable(),
  at: z.iso.datetime(),
});
export type RecentChange = z.infer<typeof recentChangeSchema>;

const namedRefs = 20;

const isOfPerson = ({ role }: TimelineEvent) => role === 'human';

interface Told {
  readonly event: TimelineEvent;
  readonly outcome: string | null;
  readonly ref: string;
  readonly weight: number;
  readonly text: string | null;
}

/**
 * At most `limit` lines: the last event on each record, equal events of several in one line, by importance, latest first. The
 * reader's own events get no line, but replace earlier events on the same record.
 */
export function rankChanges(events: readonly TimelineEvent[], limit = maxChanges, isOwn = isOfPerson): RecentChange[] {
  const lines = new Map<string, Told[]>();
  for (const change of lastWords(events)) {
    if (isOwn(change.event)) continue;
    const key = `${change.event.type} ${change.outcome ?? ''}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [change]);
    else line.push(change);
  }
  return [...lines.values()].sort(compareLines).slice(0, limit).map(lineOf);
}

/** Returns the last event on each record, latest first. */
function lastWords(events: readonly TimelineEvent[]): Told[] {
  const bySubject = new Map<string, Told>();
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const sentence = read(event);
    if (sentence === undefined) continue;
    const key = subjectKey(sentence);
    bySubject.delete(key);
    bySubject.set(key, sentence);
  }
  return [...bySubject.values()].reverse();
}

function read(event: TimelineEvent): Told | undefined {
  const reading = eventFacts(event.type)?.change;
  if (reading === undefined) return undefined;
  const ref = reading.subject === undefined ? event.workItem : textAt(event, reading.subject);
  const outcome = reading.outcome === undefined ? null : (textAt(event, reading.outcome) ?? null);
  const weight = typeof reading.rank === 'number' ? reading.rank : weightOf(reading.rank, outcome);
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

/** All runs of a command are one subject, so that the last result counts; so is an event without a ref. */
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
  if (latest === undefined) throw new Error('A change has no events.');
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
