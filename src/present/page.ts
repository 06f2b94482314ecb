import type { TimelineEvent } from '../domain/event/event.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import type { Tone } from './look.js';

/** Writes a surface's inline text. Takes raw text of records and escapes it. */
export interface Pen {
  readonly t: Translate;
  text(raw: string): string;
  said(sentence: Sentence): string;
  code(raw: string): string;
  time(iso: string): string;
  /** Colors written text, on surfaces with colors. */
  tone(tone: Tone, written: string): string;
}

/** A line or list written by a pen, or raw content of a record. */
export type Value =
  | string
  | null
  | { readonly list: readonly string[] }
  | { readonly prose: string | null }
  | { readonly json: unknown }
  /** Notes of a work item: text, or texts by name. */
  | { readonly notes: unknown };

/** Omitted without a value. */
export type Field = readonly [name: string, value: Value];

/** A related record: the decision of a slice, the worker of a lane. */
export interface Part {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly prose?: string;
}

/** Content of a record's page. Pens have written `ref` and titles. */
export interface Page {
  readonly ref: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly parts?: readonly Part[];
  /** Newest first; `more` if the store has older events. */
  readonly timeline?: { readonly events: readonly TimelineEvent[]; readonly more: boolean };
}

const shortCommit = 10;

export function commitText(commit: string | null | undefined, pen: Pen): string | null {
  return typeof commit === 'string' ? pen.code(commit.slice(0, shortCommit)) : null;
}

export function optional<Raw>(raw: Raw | null, write: (raw: Raw) => string): string | null {
  return raw === null ? null : write(raw);
}

/** True for null, undefined, an empty text and an object without fields. */
export function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
