import type { z } from 'zod';
import { describeIssue } from '../../messages/describeIssue.js';
import type { Message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { plainNumber } from '../json/writtenJson.js';
import type { BrokenReference, ImportedFinding, ImportedTask, RecordWords } from './importedTask.js';
import { readLimits, tooMany } from './limits.js';

/** A file of another tracker. */
export interface SourceFile {
  /** As people are shown it. */
  readonly name: string;
  readonly text: string;
}

/** Where something is in such a file; lines from 1, in a database those are rows of a table. */
export interface Place {
  readonly file: string;
  readonly table?: string;
  readonly line: number;
}

/** A relation of an entry to another one. */
export interface Link {
  /** The tracker's word: `blocks`, `parent-child`, `related`. */
  readonly kind: string;
  /** Id of the other entry in the tracker. */
  readonly id: string;
  /** Whether the entry waits for the other one, is a part of it, or merely names it. */
  readonly role: 'waitsFor' | 'partOf' | 'names';
}

export interface Comment {
  readonly author?: string | undefined;
  /** ms UTC, or as the tracker writes it where that cannot be read. */
  readonly at?: number | string | undefined;
  readonly text: string;
}

/** An entry of a tracker, in the tracker's own words. Times are ms UTC. */
export interface ImportedEntry {
  readonly place: Place;
  /** Undefined where the tracker gave none. */
  readonly id?: string | undefined;
  /** Other names of it in the tracker, by which links may find it. */
  readonly aliases?: readonly string[] | undefined;
  readonly title: string;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly priority?: string | number | undefined;
  readonly labels: readonly string[];
  readonly owner?: string | undefined;
  /** Who the owner of an item in progress is: a person, an agent with a lease, or an agent for as long as the task goes on. */
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
  /** Everything else, kept in the payload. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The payload that the tracker itself has; undefined for none. */
  readonly payload?: unknown;
  /** What is not used, or only kept as it is written: `column`, `Sprint`, `payload`. */
  readonly counted?: readonly RecordWords[];
}

/** What happened in a tracker. */
export interface ImportedEvent {
  readonly place: Place;
  readonly id: number;
  readonly type: string;
  readonly actor: string | null;
  /** ms UTC. */
  readonly at: number;
  /** Id of the entry that it is about. */
  readonly entry?: string | undefined;
  readonly payload: unknown;
}

export interface Reading {
  readonly entries: readonly ImportedEntry[];
  /** Counts of entries that are not work items, by type: `memory`. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly events?: readonly ImportedEvent[];
  readonly tasks?: readonly ImportedTask[];
  /** Findings of no task. */
  readonly findings?: readonly ImportedFinding[];
  /** References whose targets are missing, of rows that can only be left out. */
  readonly broken?: readonly BrokenReference[];
  /** What cannot be read. */
  readonly problems?: readonly Problem[];
  /** What a person should know of the source as a whole, such as that the host has more. */
  readonly notes?: readonly Message[];
}

/** What is wrong with an entry, a row or a file. */
export interface Problem {
  readonly place: Place;
  readonly problem: string | Message;
}

/** Thrown where an entry or a whole file cannot be read; `Collected` catches it. */
export class BadEntry extends Error implements Problem {
  constructor(
    readonly place: Place,
    readonly problem: string | Message,
  ) {
    super(`${place.file}, ${place.line}: ${typeof problem === 'string' ? problem : problem.key}`);
  }
}

/** Entries that were read, and what is wrong with the other ones, so that one answer has all of it. */
export class Collected {
  readonly entries: ImportedEntry[] = [];
  readonly problems: Problem[] = [];
  readonly leftOut: Record<string, number> = {};
  readonly notes: Message[] = [];

  /** Adds what is read, or the problem that keeps it from being read. Throws a refusal where there is too much of either. */
  add(read: () => ImportedEntry | readonly ImportedEntry[]): void {
    this.attempt(() => {
      const entries = read();
      for (const entry of Array.isArray(entries) ? entries : [entries]) this.entries.push(entry);
    });
    if (this.entries.length + this.problems.length > readLimits.entries) throw tooMany('entries', readLimits.entries);
  }

  /** What is read; undefined where a problem keeps it from being read. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      this.problems.push(error);
      return undefined;
    }
  }

  /** Counts what is none of the entries. */
  leaveOut(what: string): void {
    this.leftOut[what] = (this.leftOut[what] ?? 0) + 1;
  }
}

/** Reads the files of one tracker. */
export type Reader = (files: readonly SourceFile[]) => Reading;

/** Says that something cannot be read, and why. */
export function badEntry(place: Place, problem: string | Message): BadEntry {
  return new BadEntry(place, problem);
}

/** The value in this shape; throws what is wrong with it. */
export function readShape<Shape extends z.ZodType>(shape: Shape, value: unknown, place: Place): z.output<Shape> {
  let parsed = shape.safeParse(value, reported);
  // A field that is read takes 2.0 for 2; numbers that are only kept stay as they are written.
  if (!parsed.success) parsed = shape.safeParse(withPlainNumbers(value), reported);
  if (!parsed.success) throw badEntry(place, describeIssue(parsed.error));
  return parsed.data;
}

function withPlainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, plainNumber(inner)]));
}

/** The fields that say something: without null, empty texts, lists and objects. */
export function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}
