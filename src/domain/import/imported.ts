import type { z } from 'zod';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { plainNumber } from '../json/writtenJson.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';
import type { BrokenReference, ImportedFinding, ImportedTask, RecordWords } from './importedTask.js';

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
}

/** Reads the files of one tracker. Throws a refusal that names file, line and cause. */
export type Reader = (files: readonly SourceFile[]) => Reading;

/** Says which line of which file, or row of which table, is at fault. */
export function badEntry({ file, table, line }: Place, problem: string | Message): RefusalError {
  const text =
    table === undefined
      ? message('imports.badEntry', { file, line, problem })
      : message('imports.badRow', { file, table, row: line, problem });
  const details = { file, ...(table === undefined ? {} : { table }), line };
  return refusalError('invalid_input', text, { hint: 'imports.badEntryHint', details });
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
