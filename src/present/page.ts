import type { TimelineEvent } from '../domain/event/event.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import type { Tone } from './look.js';

/** How a surface writes within a line. What records hold comes in raw and leaves harmless. */
export interface Pen {
  readonly t: Translate;
  text(raw: string): string;
  /** A sentence of an operation. */
  said(sentence: Sentence): string;
  /** A command, a path or a commit. */
  code(raw: string): string;
  /** An ISO time, as the reader of the surface writes it. */
  time(iso: string): string;
  /** A word, which is written already, in the color of its tone where the surface has colors. */
  tone(tone: Tone, written: string): string;
}

/** What stands beside a name on a page: a line or a list that a pen wrote, or what a record holds as it is. */
export type Value =
  | string
  | null
  | { readonly list: readonly string[] }
  | { readonly prose: string | null }
  | { readonly json: unknown }
  /** Notes of a work item: text, or texts by name. */
  | { readonly notes: unknown };

/** A name and what stands beside it; one without a value is left out. */
export type Field = readonly [name: string, value: Value];

/** A part of a page that is about something else: the decision of a slice, the worker of a lane. */
export interface Part {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly prose?: string;
}

/** All that is shown of one record. `ref` and titles are written by a pen. */
export interface Page {
  readonly ref: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly parts?: readonly Part[];
  /** What happened, newest first; `more` when the store holds older events than these. */
  readonly timeline?: { readonly events: readonly TimelineEvent[]; readonly more: boolean };
}

const shortCommit = 10;

/** A commit as people write it. */
export function commitText(commit: string | null | undefined, pen: Pen): string | null {
  return typeof commit === 'string' ? pen.code(commit.slice(0, shortCommit)) : null;
}

/** What may be missing. */
export function optional<Raw>(raw: Raw | null, write: (raw: Raw) => string): string | null {
  return raw === null ? null : write(raw);
}

/** True for what says nothing: no value, an empty text, an object without fields. */
export function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
