/** The table of a language, as media/l10n/refusals.de.json has it. */
export interface TranslatedSentences {
  /** Whole sentences; `{0}` stands for a value, `{0*}` for one whose words are translated themselves. */
  readonly sentences: Readonly<Record<string, string>>;
  /** What may stand in such a place, besides a sentence. */
  readonly words: Readonly<Record<string, string>>;
}

/** A sentence with places, taken apart. */
interface Pattern {
  /** What stands before, between and after the places; one more than there are places. */
  readonly literals: readonly string[];
  /** Whether the words in this place are translated. */
  readonly starred: readonly boolean[];
  /** How much of it is written out. */
  readonly weight: number;
  /** Fits nearly anything: it counts only if the words in its places are known. */
  readonly isWeak: boolean;
  readonly translated: string;
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

const places = /\{(\d+)(\*?)\}/g;
/** Sentences hold sentences, as the refusal of a gate does its first reason; deeper they do not go. */
const deepest = 3;
/** Longer ones hold something that somebody wrote; no sentence of ours is worth the time they would take. */
const longest = 10_000;
/** A pattern with fewer letters is a weak one, as `{0} is {1*}.` */
const fewLetters = 7;

/**
 * Says in another language what operations say in English. The English sentence is what is recorded, what agents read
 * and what is looked up here: first as it stands, then by what its values leave of it. Whatever is not found stays as it
 * is; a value is never looked into, unless the table says that its words are ours.
 */
export class SentenceTable {
  private readonly sentences: Lookup;
  private readonly words: Lookup;

  constructor(table: TranslatedSentences) {
    this.sentences = lookupOf(table.sentences);
    this.words = lookupOf(table.words);
  }

  /** The sentence, or the word for a state, in the language of the table; or as it is. */
  tell(sentence: string): string {
    return this.find(this.sentences, sentence, 0)?.text ?? this.words.whole.get(sentence) ?? sentence;
  }

  /** The rest of a sentence, as a schema gives it for a field, or as it is. */
  tellWords(words: string): string {
    return this.find(this.words, words, 0)?.text ?? words;
  }

  /** Of all that fit, the one that leaves least as it was: its own words count, and those found in its places. */
  private find(lookup: Lookup, text: string, depth: number): Told | undefined {
    const whole = lookup.whole.get(text);
    if (whole !== undefined) return { text: whole, weight: text.length };
    if (text.length > longest) return undefined;
    let best: Told | undefined;
    for (const { literals, starred, weight, isWeak, translated } of lookup.patterns) {
      const values = valuesOf(text, literals);
      if (values === undefined) continue;
      const told = values.map((value, index) => (starred[index] ? this.inner(value, depth + 1) : undefined));
      if (isWeak && starred.some((star, index) => star && told[index] === undefined)) continue;
      const all = told.reduce((sum, inner) => sum + (inner?.weight ?? 0), weight);
      if (best !== undefined && best.weight >= all) continue;
      const filling = values.map((value, index) => told[index]?.text ?? value);
      best = { text: filled(translated, filling), weight: all };
    }
    return best;
  }

  /** The words in a place: a list of ours, or a sentence in a sentence. */
  private inner(value: string, depth: number): Told | undefined {
    if (depth > deepest) return undefined;
    const found = this.find(this.words, value, depth) ?? this.find(this.sentences, value, depth);
    if (found !== undefined || value.endsWith('.')) return found;
    // A sentence that goes on has no full stop.
    const ended = this.find(this.sentences, `${value}.`, depth);
    return ended && { ...ended, text: ended.text.replace(/\.$/, '') };
  }
}

function lookupOf(table: Readonly<Record<string, string>>): Lookup {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [english, translated] of Object.entries(table)) {
    const starred = [...english.matchAll(places)].map(([, , star]) => star === '*');
    if (starred.length === 0) whole.set(english, translated);
    else {
      const literals = english.split(/\{\d+\*?\}/);
      const written = literals.join('');
      const isWeak = written.replace(/\P{L}/gu, '').length < fewLetters;
      patterns.push({ literals, starred, weight: written.length, isWeak, translated });
    }
  }
  return { whole, patterns };
}

/**
 * What stands in the places, if the text is made so; a value ends where what follows it is found first, so that the time
 * this takes grows with the text alone, whatever the values hold.
 */
function valuesOf(text: string, literals: readonly string[]): string[] | undefined {
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at);
    if (found < 0 || found + literal.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + literal.length;
  }
  return [...values, text.slice(at, end)];
}

/** One pass: what looks like a place or a pattern in a value stays what it is. */
function filled(template: string, values: readonly string[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
