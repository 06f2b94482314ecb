import type { englishTemplates } from './englishTemplates.generated.js';

type Templates = typeof englishTemplates;
type Group = keyof Templates;

/** Group and name of a sentence or phrase: `queue.held`. */
export type MessageKey = { [G in Group]: `${G}.${keyof Templates[G] & string}` }[Group];

/** A raw value or another message. */
export type MessageValue = string | number | Message;

/** A sentence independent of its language; `say` renders it. Plain data, so it can be sent to another process. */
export interface Message {
  readonly key: MessageKey;
  /** By the names of the template's places. */
  readonly values: Readonly<Record<string, MessageValue>>;
  /** Set for a sentence inside another one; see `asClause`. */
  readonly clause?: Clause;
}

/** `open`: without a full stop. `lower`: also begins with a lower-case letter, in languages where a clause does. */
type Clause = 'open' | 'lower';

type TemplateOf<Key> = Key extends `${infer G}.${infer Name}`
  ? G extends Group
    ? Name extends keyof Templates[G]
      ? Templates[G][Name]
      : never
    : never
  : never;

/** Name before the comma of `{count, plural, one{…} other{…}}`; the branches themselves are not places. */
type NameOf<Before extends string, Inside extends string> = Inside extends `{${infer Inner}`
  ? NameOf<'', Inner>
  : Inside extends `${infer Name},${string}`
    ? Name
    : Before extends `${string}${'one' | 'other'}`
      ? never
      : Inside;

/** The places of a template. Branches of a plural follow their selector without a blank: `one{…} other{…}`. */
type PlacesOf<Template> = Template extends `${infer Before}{${infer Inside}}${infer Rest}`
  ? NameOf<Before, Inside> | PlacesOf<Rest>
  : never;

export type PlainKey = { [Key in MessageKey]: [PlacesOf<TemplateOf<Key>>] extends [never] ? Key : never }[MessageKey];

type ValuesOf<Key extends MessageKey> = Readonly<Record<PlacesOf<TemplateOf<Key>>, MessageValue>>;

/** Creates a message. An unknown key, a missing value or a value without a place does not compile. */
export function message<Key extends MessageKey>(
  key: Key,
  ...[values]: [PlacesOf<TemplateOf<Key>>] extends [never] ? [] : [values: ValuesOf<Key>]
): Message {
  return made({ key, values: values ?? {} });
}

/** A symbol rather than data, since texts by people or agents may have the same fields. Shared by the bundles of one process. */
const mark = Symbol.for('stateroom.message');

/** Marks data as a message, for example after another thread has sent it, which loses the mark. */
export function made(said: Message): Message {
  return Object.defineProperty({ ...said }, mark, { value: true });
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Returns a sentence for use within another one. */
export function asClause(sentence: Message, clause: Clause = 'open'): Message {
  return made({ ...sentence, clause });
}

/** Joins messages with commas. */
export function inARow([first, ...rest]: readonly Message[]): MessageValue {
  return rest.reduce<MessageValue>((before, next) => message('input.pair', { one: before, other: next }), first ?? '');
}

/** Converts text that an earlier version stored in place of a message. */
export function messageOf(said: Message | string): Message {
  return typeof said === 'string' ? verbatim(said) : said;
}

/** Wraps text that is the same in every language, because a program, library or the system wrote it. */
export function verbatim(text: string): Message {
  return message('input.verbatim', { text });
}
