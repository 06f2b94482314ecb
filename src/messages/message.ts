import type { englishTemplates } from './englishTemplates.js';

type Templates = typeof englishTemplates;
type Group = keyof Templates;

/** The name of one sentence or phrase: its group and its name in it, as `queue.held`. */
export type MessageKey = { [G in Group]: `${G}.${keyof Templates[G] & string}` }[Group];

/** What a message may hold: a value as it is, or another message. */
export type MessageValue = string | number | Message;

/**
 * Something that Stateroom says, apart from the language that it is said in; `say` makes the sentence. Plain data, so that it
 * can be sent to another process.
 */
export interface Message {
  readonly key: MessageKey;
  /** By the names of the template's places. */
  readonly values: Readonly<Record<string, MessageValue>>;
  /** Set where the sentence continues within another one; see `asClause`. */
  readonly clause?: Clause;
}

/** `open`: without a full stop. `lower`: begins with a small letter, where the language begins sentences with a capital one. */
type Clause = 'open' | 'lower';

type TemplateOf<Key> = Key extends `${infer G}.${infer Name}`
  ? G extends Group
    ? Name extends keyof Templates[G]
      ? Templates[G][Name]
      : never
    : never
  : never;

/** What is before the comma of `{count, plural, one{…} other{…}}`; the branches themselves are not places. */
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

/** The name of a message without places. */
export type PlainKey = { [Key in MessageKey]: [PlacesOf<TemplateOf<Key>>] extends [never] ? Key : never }[MessageKey];

type ValuesOf<Key extends MessageKey> = Readonly<Record<PlacesOf<TemplateOf<Key>>, MessageValue>>;

/** Names what is said. A key that does not exist, and a value that is missing or has no place, does not compile. */
export function message<Key extends MessageKey>(
  key: Key,
  ...[values]: [PlacesOf<TemplateOf<Key>>] extends [never] ? [] : [values: ValuesOf<Key>]
): Message {
  return made({ key, values: values ?? {} });
}

/** Not part of the data: what a person or an agent wrote may have the same fields. Shared by the bundles of one process. */
const mark = Symbol.for('stateroom.message');

/** Marks data as a message; also what came from another thread, which keeps data alone. */
export function made(said: Message): Message {
  return Object.defineProperty({ ...said }, mark, { value: true });
}

/** Distinguishes a message from other data. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && mark in value;
}

/** A sentence as a part of another one. */
export function asClause(sentence: Message, clause: Clause = 'open'): Message {
  return made({ ...sentence, clause });
}

/** Several messages, with commas between them. */
export function inARow([first, ...rest]: readonly Message[]): MessageValue {
  return rest.reduce<MessageValue>((before, next) => message('input.pair', { one: before, other: next }), first ?? '');
}

/** What was stored of a message by an earlier version is a text. */
export function messageOf(said: Message | string): Message {
  return typeof said === 'string' ? verbatim(said) : said;
}

/** Words that are the same in every language, because a program, a library or the system wrote them. */
export function verbatim(text: string): Message {
  return message('input.verbatim', { text });
}
