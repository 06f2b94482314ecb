import type { z } from 'zod';
import { describeIssue } from '../../messages/describeIssue.js';
import type { Message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { plainNumber } from '../json/writtenJson.js';
import type { BrokenReference, ImportedFinding, ImportedTask, RecordWords } from './importedTask.js';
import { readLimits, tooMany } from './limits.js';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** A place in such a file; `line` counts from 1, in a database the rows of `table`. */
export interface Place {
  readonly file: string;
  readonly table?: string;
  readonly line: number;
}

export interface Link {
  /** The tracker's term: `blocks`, `parent-child`, `related`. */
  readonly kind: string;
  readonly id: string;
  /** The entry waits for the other one, is a part of it, or only mentions it. */
  readonly role: 'waitsFor' | 'partOf' | 'names';
}

export interface Comment {
  readonly author?: string | undefined;
  /** ms UTC, or the tracker's text if it is not a readable time. */
  readonly at?: number | string | undefined;
  readonly text: string;
}

/** An entry in the tracker's own terms. Times are ms UTC. */
export interface ImportedEntry {
  readonly place: Place;
  readonly id?: string | undefined;
  /** Other names that links may use for it. */
  readonly aliases?: readonly string[] | undefined;
  readonly title: string;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly priority?: string | number | undefined;
  readonly labels: readonly string[];
  readonly owner?: string | undefined;
  /** Kind of owner while in progress: a person, an agent with a lease, or an agent for the duration of the task. */
  readonly heldBy?: 'person' | 'agent' | 'task';
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly closedAt?: number | undefined;
  readonly due?: number | undefined;
  readonly notBefore?: number | undefined;
  readonly links: readonly Link[];
  readonly notes?: string | undefined;
  readonly comments: readonly Comment[];
  /** Everything else; kept in the payload. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly payload?: unknown;
  /** Fields that are unused or kept verbatim: `column`, `Sprint`, `payload`. */
  readonly counted?: readonly RecordWords[];
}

export interface ImportedEvent {
  readonly place: Place;
  readonly id: number;
  readonly type: string;
  readonly actor: string | null;
  /** ms UTC. */
  readonly at: number;
  readonly entry?: string | undefined;
  readonly payload: unknown;
}

export interface Reading {
  readonly entries: readonly ImportedEntry[];
  /** Counts of entries that are not work items, by type: `memory`. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly events?: readonly ImportedEvent[];
  readonly tasks?: readonly ImportedTask[];
  readonly findings?: readonly ImportedFinding[];
  readonly broken?: readonly BrokenReference[];
  readonly problems?: readonly Problem[];
  /** Notes on the source as a whole, for example that the host has more pages. */
  readonly notes?: readonly Message[];
}

export interface Problem {
  readonly place: Place;
  readonly problem: string | Message;
}

/** Thrown for an unreadable entry or file; `Collected` catches it. */
export class BadEntry extends Error implements Problem {
  constructor(
    readonly place: Place,
    readonly problem: string | Message,
  ) {
    super(`${place.file}, ${place.line}: ${typeof problem === 'string' ? problem : problem.key}`);
  }
}

/** Collects entries and problems, so that one answer reports all of them. */
export class Collected {
  readonly entries: ImportedEntry[] = [];
  readonly problems: Problem[] = [];
  readonly leftOut: Record<string, number> = {};
  readonly notes: Message[] = [];

  /** Adds the entries that `read` returns, or its problem. Throws a refusal for too many of both together. */
  add(read: () => ImportedEntry | readonly ImportedEntry[]): void {
    this.attempt(() => {
      const entries = read();
      for (const entry of Array.isArray(entries) ? entries : [entries]) this.entries.push(entry);
    });
    if (this.entries.length + this.problems.length > readLimits.entries) throw tooMany('entries', readLimits.entries);
  }

  /** Undefined if `read` throws `BadEntry`, which is recorded. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      this.problems.push(error);
      return undefined;
    }
  }

  leaveOut(what: string): void {
    this.leftOut[what] = (this.leftOut[what] ?? 0) + 1;
  }
}

export type Reader = (files: readonly SourceFile[]) => Reading;

export function badEntry(place: Place, problem: string | Message): BadEntry {
  return new BadEntry(place, problem);
}

export function readShape<Shape extends z.ZodType>(shape: Shape, value: unknown, place: Place): z.output<Shape> {
  let parsed = shape.safeParse(value, reported);
  // Fields that are used accept 2.0 for 2; numbers that are only kept stay as written.
  if (!parsed.success) parsed = shape.safeParse(withPlainNumbers(value), reported);
  if (!parsed.success) throw badEntry(place, describeIssue(parsed.error));
  return parsed.data;
}

function withPlainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, plainNumber(inner)]));
}

/** Drops fields that are null or empty texts, lists or objects. */
export function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}
