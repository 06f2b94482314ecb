import type { englishTemplates } from './englishTemplates.generated.js';

type Templates = typeof englishTemplates;
type Group = keyof Templates;

/** Group and name of a sentence or phrase: `queue.held`. */
export type MessageKey = { [G in Group]: `${G}.${keyof Templates[G] & string}` }[Group];

export type MessageValue = string | number | Message;

/** A sentence in no language yet, rendered by `say`. Plain data, so that it can be sent to another process. */
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

/** Name before the comma of `{count, plural, one{…} other{…}}`; its branches are not places. */
type NameOf<Before extends string, Inside extends string> = Inside extends `{${infer Inner}`
  ? NameOf<'', Inner>
  : Inside extends `${infer Name},${string}`
    ? Name
    : Before extends `${string}${'one' | 'other'}`
      ? never
      : Inside;

/** Places of a template. Plural branches follow their selector without a blank: `one{…} other{…}`. */
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

/** A symbol, since data of people or agents may have the same fields. Shared by all bundles of a process. */
const mark = Symbol.for('stateroom.message');

/** Marks data as a message, for example after a transfer between threads, which drops the mark. */
export function made(said: Message): Message {
  return Object.defineProperty({ ...said }, mark, { value: true });
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Marks a sentence for use within another one. */
export function asClause(sentence: Message, clause: Clause = 'open'): Message {
  return made({ ...sentence, clause });
}

export function inARow([first, ...rest]: readonly Message[]): MessageValue {
  return rest.reduce<MessageValue>((before, next) => message('input.pair', { one: before, other: next }), first ?? '');
}

/** Converts text stored by an earlier version in place of a message. */
export function messageOf(said: Message | string): Message {
  return typeof said === 'string' ? verbatim(said) : said;
}

/** Wraps text of a program, library or the system, which is the same in every language. */
export function verbatim(text: string): Message {
  return message('input.verbatim', { text });
}
