import type { TimelineEvent } from '../domain/event/event.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import type { Tone } from './look.js';

/** A surface's writer of inline text. Takes raw text from records and escapes it. */
export interface Pen {
  readonly t: Translate;
  text(raw: string): string;
  /** Renders an operation's sentence. */
  said(sentence: Sentence): string;
  /** Formats a command, path or commit. */
  code(raw: string): string;
  /** Formats an ISO time for the reader. */
  time(iso: string): string;
  /** Colors a word, already written, by its tone if the surface has colors. */
  tone(tone: Tone, written: string): string;
}

/** Value of a field: a line or list written by a pen, or raw content of a record. */
export type Value =
  | string
  | null
  | { readonly list: readonly string[] }
  | { readonly prose: string | null }
  | { readonly json: unknown }
  /** Notes of a work item: text, or texts by name. */
  | { readonly notes: unknown };

/** Name and value; a field without a value is left out. */
export type Field = readonly [name: string, value: Value];

/** A part of a page about a related record: the decision of a slice, the worker of a lane. */
export interface Part {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly prose?: string;
}

/** Content of a record's page. `ref` and titles are written by a pen. */
export interface Page {
  readonly ref: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly parts?: readonly Part[];
  /** Newest first; `more` if the store has older events. */
  readonly timeline?: { readonly events: readonly TimelineEvent[]; readonly more: boolean };
}

const shortCommit = 10;

/** Shortens a commit hash. */
export function commitText(commit: string | null | undefined, pen: Pen): string | null {
  return typeof commit === 'string' ? pen.code(commit.slice(0, shortCommit)) : null;
}

export function optional<Raw>(raw: Raw | null, write: (raw: Raw) => string): string | null {
  return raw === null ? null : write(raw);
}

/** True for an empty value: none, an empty text, an object without fields. */
export function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
