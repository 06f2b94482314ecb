/** The table of a language, as media/l10n/refusals.de.json has it. */
export interface TranslatedSentences {
  /** Whole sentences; `{0}` stands for a value, `{0*}` for one that is words of ours, which are translated themselves. */
  readonly sentences: Readonly<Record<string, string>>;
  /** What may stand in such a place, besides a sentence and the word for a state. */
  readonly words: Readonly<Record<string, string>>;
  /** The words for states, severities and verdicts. */
  readonly states: Readonly<Record<string, string>>;
}

/** A sentence with places, taken apart. */
interface Pattern {
  readonly english: string;
  /** What stands before, between and after the places; one more than there are places. */
  readonly literals: readonly string[];
  readonly places: readonly Place[];
  /** How much of it is written out. */
  readonly weight: number;
  readonly translated: string;
}

interface Place {
  /** Holds words of ours, which are translated. */
  readonly isStarred: boolean;
  /** Stands between quotes, where people may have written anything. */
  readonly isQuoted: boolean;
  /** Holds no blank: so little is written out around it that anybody's sentence would fit. */
  readonly isName: boolean;
  /** Stands at the end, where what a program said may go on over several sentences. */
  readonly isLast: boolean;
}

/** A text in the other language, and how many characters of the English one that took. */
interface Told {
  readonly text: string;
  readonly weight: number;
}

interface Lookup {
  readonly whole: ReadonlyMap<string, string>;
  readonly patterns: readonly Pattern[];
}

/** What one sentence may cost, and what was found out about parts of it. */
interface Search {
  left: number;
  readonly known: Map<string, Told | undefined>;
}

const places = /\{(\d+)(\*?)\}/g;
/** Sentences hold sentences, as the refusal of a gate does its first reason; deeper they do not go. */
const deepest = 3;
/** Longer ones hold something that somebody wrote; no sentence of ours is worth the time they would take. */
const longest = 10_000;
/** So many readings of a sentence are tried, those of the sentences in it among them. */
const maxTried = 2000;
/** A pattern with fewer letters fits nearly anything, as `There is no {0} ({1}).` */
const fewLetters = 10;
/** The same where words follow the place, as in `{0} characters`: whatever ends so would fit. */
const fewLettersBehind = 12;
/** The same for one that has words of ours in a place, as `{0}: {1*}`. */
const fewLettersBesideOurs = 4;

/**
 * Says in another language what operations say in English. The English sentence is what is recorded, what agents read
 * and what is looked up here: first as it stands, then by what its values leave of it. A value is never looked into. A
 * wrong sentence is worse than an English one: what is not found, has words in a place of ours that are not known, or can be
 * read in two ways stays as it is.
 */
export class SentenceTable {
  private readonly sentences: Lookup;
  private readonly words: Lookup;
  private readonly states: ReadonlyMap<string, string>;

  constructor(table: TranslatedSentences) {
    this.sentences = lookupOf(table.sentences);
    this.words = lookupOf(table.words);
    this.states = new Map(Object.entries(table.states));
  }

  /** The sentence in the language of the table, or as it is. */
  tell(sentence: string): string {
    return this.search(this.sentences, sentence);
  }

  /** The rest of a sentence, as a schema gives it for a field, or as it is. */
  tellWords(words: string): string {
    return this.search(this.words, words);
  }

  /** The word for a state, a severity or a verdict; or as it is. */
  tellState(state: string): string {
    return this.states.get(state) ?? state;
  }

  private search(lookup: Lookup, text: string): string {
    try {
      return this.find(lookup, text, 0, { left: maxTried, known: new Map() })?.text ?? text;
    } catch (error) {
      if (error instanceof TooMany) return text;
      throw error;
    }
  }

  /** Of all that fit, the one that has most words of its own; none if another one that fits says something else. */
  private find(lookup: Lookup, text: string, depth: number, search: Search): Told | undefined {
    const whole = lookup.whole.get(text);
    if (whole !== undefined) return { text: whole, weight: text.length };
    if (text.length > longest) return undefined;
    const found: (Told & { pattern: Pattern })[] = [];
    for (const pattern of lookup.patterns) {
      for (const values of valuesOf(text, pattern, search)) {
        const told = this.fill(pattern, values, depth, search);
        if (told !== undefined) found.push({ ...told, pattern });
      }
    }
    const best = found.reduce<(typeof found)[number] | undefined>(
      (most, one) => (most === undefined || one.weight > most.weight ? one : most),
      undefined,
    );
    if (best === undefined) return undefined;
    const isSure = found.every(
      ({ text: other, pattern }) =>
        other === best.text || (pattern !== best.pattern && isWider(pattern.literals, best.pattern.english)),
    );
    return isSure ? best : undefined;
  }

  /** The pattern with these values, if all words in places of ours are known. */
  private fill(pattern: Pattern, values: readonly string[], depth: number, search: Search): Told | undefined {
    let { weight } = pattern;
    const filling = [...values];
    for (const [index, { isStarred }] of pattern.places.entries()) {
      if (!isStarred) continue;
      const inner = this.inner(values[index] ?? '', depth + 1, search);
      if (inner === undefined) return undefined;
      weight += inner.weight;
      filling[index] = inner.text;
    }
    return { text: filled(pattern.translated, filling), weight };
  }

  /** The words in a place: a state, a list of ours, or a sentence in a sentence. */
  private inner(value: string, depth: number, search: Search): Told | undefined {
    const state = this.states.get(value);
    if (state !== undefined) return { text: state, weight: value.length };
    if (depth > deepest) return undefined;
    const key = `${depth} ${value}`;
    if (!search.known.has(key)) search.known.set(key, this.innerOf(value, depth, search));
    return search.known.get(key);
  }

  private innerOf(value: string, depth: number, search: Search): Told | undefined {
    const found = this.find(this.words, value, depth, search) ?? this.find(this.sentences, value, depth, search);
    if (found !== undefined || value.endsWith('.')) return found;
    // A sentence that goes on has no full stop.
    const ended = this.find(this.sentences, `${value}.`, depth, search);
    return ended && { ...ended, text: ended.text.replace(/\.$/, '') };
  }
}

class TooMany extends Error {}

function lookupOf(table: Readonly<Record<string, string>>): Lookup {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [english, translated] of Object.entries(table)) {
    const stars = [...english.matchAll(places)].map(([, , star]) => star === '*');
    if (stars.length === 0) whole.set(english, translated);
    else {
      const literals = english.split(/\{\d+\*?\}/);
      const written = literals.join('');
      const letters = written.replace(/\P{L}/gu, '').length;
      const found = stars.map((isStarred, index) => {
        const isQuoted = literals[index]?.endsWith('“') === true && literals[index + 1]?.startsWith('”') === true;
        const isLast = !/\p{L}/u.test(literals.slice(index + 1).join(''));
        const few = stars.includes(true) ? fewLettersBesideOurs : isLast ? fewLetters : fewLettersBehind;
        return { isStarred, isQuoted, isName: letters < few && !isStarred && !isQuoted, isLast };
      });
      patterns.push({ english, literals, places: found, weight: written.length, translated });
    }
  }
  return { whole, patterns };
}

/** What may stand in the places, if the text is made so: every way in which it can be divided. */
function* valuesOf(text: string, { literals, places }: Pattern, search: Search): Generator<string[]> {
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return;
  const end = text.length - last.length;
  const values: string[] = [];
  function* from(index: number, at: number): Generator<string[]> {
    const place = places[index];
    const literal = literals[index + 1] ?? '';
    if (place === undefined) return;
    const isLast = index === places.length - 1;
    let found = isLast ? end : text.indexOf(literal, at);
    while (found >= 0 && found <= end) {
      if (search.left-- <= 0) throw new TooMany();
      const value = text.slice(at, found);
      if (mayBe(place, value)) {
        values[index] = value;
        if (isLast) yield [...values];
        else yield* from(index + 1, found + literal.length);
      }
      found = isLast ? -1 : text.indexOf(literal, found + 1);
    }
  }
  yield* from(0, first.length);
}

function mayBe({ isStarred, isQuoted, isName, isLast }: Place, value: string): boolean {
  if (isQuoted) return true;
  if (!isBalanced(value) || (isName && /\s/.test(value))) return false;
  // A reference, a number or a path has no piece of a sentence in it.
  return isStarred || isLast || (value !== '' && !/[.:;]\s/.test(value));
}

/** Whether every quote that begins in it ends in it, “so” or „so“: else a piece of what stands between quotes was taken. */
function isBalanced(value: string): boolean {
  const open: string[] = [];
  for (const quote of value.match(/[\u201e\u201c\u201d]/g) ?? []) {
    if (quote === '„' || (quote === '“' && open.at(-1) !== '„')) open.push(quote);
    else if (open.pop() === undefined) return false;
  }
  return open.length === 0;
}

/** Whether a pattern says less than this one, so that it fits whatever the other fits. */
function isWider(literals: readonly string[], english: string): boolean {
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  let at = first.length;
  if (!english.startsWith(first)) return false;
  for (const literal of literals.slice(1, -1)) {
    const found = english.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return english.length - last.length >= at && english.endsWith(last);
}

/** One pass: what looks like a place or a pattern in a value stays what it is. */
function filled(template: string, values: readonly string[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
