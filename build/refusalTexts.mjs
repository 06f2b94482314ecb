import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editorSources } from './exportTexts.mjs';
import { place } from './place.mjs';
import { SourceSentences, sentence, state, value } from './sourceSentences.mjs';

/** @typedef {import('./sourceSentences.mjs').Reading} Reading */

/** The German of what refusals and gates say; read by the editor alone, when it shows one. */
export const germanRefusalFile = 'media/l10n/refusals.de.json';

/** The words of a place that are translated themselves; a state's word is in one of these lists or tables. */
const stateLists = /(Statuses|States|Severities|Verdicts|[sS]everityFacts|StatusFacts)$/;
/** Where the fields of these names are sentences for whoever asked, not for a language model. */
const said = /^src\/(domain|gates|git|operations|records|store)\//;
/** The words for what schemas leave unsaid. */
const plainIssues = 'src/operations/plainIssue.ts';
/** Fewer letters than these say too little to be known again. */
const minLetters = 4;

/**
 * What refusals and the reasons of gates say, as the code has it: `{0}` stands for a value, `{0*}` for words that are
 * always ours and translated too: a sentence, or one of `words` or `states`. Each with the file that says it.
 *
 * @returns {Promise<{ sentences: Map<string, string>, words: Map<string, string>, states: Map<string, string> }>}
 */
export async function readRefusals() {
  const sources = new SourceSentences();
  // What the editor's own code and the rituals say to people is asked for in the editor's language.
  const files = (await editorSources()).filter(file => !/^src\/(sample|surfaces)\//.test(file));
  for (const file of files) sources.add(file, await readFile(join(place.root, file), 'utf8'));
  const list = new RefusalList(sources.listsCalled(/^src\/domain\//, stateLists));
  for (const { file, call } of sources.callsOf(/^(refuse|StoreError|reason)$/)) {
    const [, message, fix] = call.arguments;
    list.add(file, sources.read(file, message));
    if (call.callee.name === 'reason') list.add(file, sources.read(file, fix));
  }
  for (const name of ['hint', 'text', 'reason', 'said']) {
    for (const { file, value } of sources.fieldsCalled(name)) {
      if (name === 'hint' || said.test(file)) list.add(file, sources.read(file, value));
    }
  }
  // What schemas say of an input that does not fit; it stands behind the name of the field.
  for (const { file, call } of sources.methodCallsOf(/^(min|max|length|regex|refine)$/)) {
    if (said.test(file)) list.addWords(file, sources.read(file, call.arguments[1]));
  }
  list.addWords(plainIssues, sources.answersOf(plainIssues, 'plainIssue'));
  return list;
}

/** Readings as the keys of the table. */
export class RefusalList {
  /** @type {Map<string, string>} */
  sentences = new Map();
  /** @type {Map<string, string>} */
  words = new Map();
  /** @type {Map<string, string>} */
  states = new Map();
  #states;

  /** @param {readonly string[]} states */
  constructor(states) {
    this.#states = states;
  }

  /** @param {string} file @param {readonly Reading[]} readings */
  add(file, readings) {
    // `%s` is put in later.
    for (const reading of readings) {
      for (const told of toldApart(reading.flatMap(withPlaces))) this.#keep(this.sentences, file, told);
    }
  }

  /** What a schema says of a value: no place of it is a person's. @param {string} file @param {readonly Reading[]} readings */
  addWords(file, readings) {
    for (const reading of readings.flatMap(withOrWithoutWords)) this.#keep(this.words, file, reading);
  }

  /** @param {Map<string, string>} table @param {string} file @param {Reading} whole */
  #keep(table, file, whole) {
    for (const reading of split(whole)) {
      const letters = plainOf(reading).replaceAll(/\P{L}/gu, '').length;
      const least = table === this.words ? 1 : minLetters;
      // “field: sentence” says enough, as “it is done” does: they are known by what stands in their places.
      const isField = table === this.words && reading.some(part => typeof part === 'string' && part.trim() !== '');
      const isKnown = (letters > 0 && reading.some(isState)) || (isField && reading.some(isSentence));
      if (letters < least && !isKnown) {
        for (const spelt of spellOut(reading)) this.#keep(table, file, spelt);
        continue;
      }
      // A sentence has at least two words and one line, which tells it from fields of the same name that hold something else.
      if (table === this.sentences && !/^.*\p{L}\S*\s+\S.*$/u.test(plainOf(reading))) continue;
      let places = 0;
      let key = '';
      for (const part of reading)
        key += typeof part === 'string' ? part : `{${places++}${this.#star(file, part.words)}}`;
      if (!table.has(key)) table.set(key, file);
    }
  }

  /** Keeps the words of a place that are ours. @param {string} file @param {readonly Reading[]} words */
  #star(file, words) {
    if (!words.some(isOurs)) return '';
    for (const reading of words) {
      if (!isOurs(reading)) continue;
      const [only] = reading;
      if (only === state) for (const word of this.#states) this.states.set(word, this.states.get(word) ?? file);
      else if (only !== sentence) for (const told of toldApart(reading)) this.#keep(this.words, file, told);
    }
    return '*';
  }
}

/** Whether a reading is a sentence, a state's word or a phrase of ours, and not a value, a name or a command. @param {Reading} reading @returns {boolean} */
function isOurs(reading) {
  const [only] = reading;
  if (only === value) return false;
  if (only === sentence || only === state || isLanguage(plainOf(reading))) return true;
  // Nothing but places, as `{field}: {sentence}`, with words of their own.
  return (
    reading.some(part => typeof part !== 'string' && part.words.some(isOurs)) &&
    reading.some(part => typeof part === 'string' && /\s/.test(part))
  );
}

/**
 * The readings whose places are either words of ours or values. Where both may stand in a place, nobody could tell a value
 * that reads as our word does from the word: the words are spelt out, each in a reading of its own, and the place is left to
 * values. A sentence of ours cannot be spelt out; what a program says may read the same, so such a place is a value's too.
 *
 * @param {Reading} reading
 * @returns {Reading[]}
 */
function toldApart(reading) {
  const at = reading.findIndex(
    part => typeof part !== 'string' && part.words.some(isOurs) && !part.words.every(isOurs),
  );
  if (at < 0) return [reading];
  const part = reading[at];
  const words = typeof part === 'object' ? part.words : [];
  const ours = words.filter(isOurs);
  // What cannot be spelt out keeps a place of its own only if no value may stand there too.
  const left = words.some(word => !isOurs(word) && !isBlank(word))
    ? [[{ words: [] }]]
    : [ours.filter(word => !isSpelt(word))].filter(words => words.length > 0).map(words => [{ words }]);
  return [...left, ...(words.some(isBlank) ? [['']] : []), ...ours.filter(isSpelt)].flatMap(word =>
    toldApart(merged([...reading.slice(0, at), ...word, ...reading.slice(at + 1)])),
  );
}

/**
 * The readings whose places are either words of ours or values, without spelling the words out: what a schema calls a field
 * or a kind of value is ours, and what it holds is none of these words.
 *
 * @param {Reading} reading
 * @returns {Reading[]}
 */
function withOrWithoutWords(reading) {
  const at = reading.findIndex(
    part => typeof part !== 'string' && part.words.some(isOurs) && !part.words.every(isOurs),
  );
  if (at < 0) return [reading];
  const part = reading[at];
  const ours = typeof part === 'object' ? part.words.filter(isOurs) : [];
  return [ours, []].flatMap(words =>
    withOrWithoutWords([...reading.slice(0, at), { words }, ...reading.slice(at + 1)]),
  );
}

/** @param {Reading} reading */
function isSpelt([only]) {
  return only !== sentence && only !== state;
}

/** @param {Reading} reading */
function isBlank(reading) {
  return reading.every(part => part === '');
}

/** The words that stand in a reading. @param {Reading} reading */
function plainOf(reading) {
  return reading
    .map(part => (typeof part === 'string' && part !== sentence && part !== state && part !== value ? part : ' '))
    .join('');
}

/** Not only a name, a command or a path. @param {string} text */
function isLanguage(text) {
  const words = text.replaceAll(/`[^`]*`|--[\w-]+|\S*[_/]\S*/g, ' ');
  return /(?<![\p{L}.])\p{Lu}?\p{Ll}{2,}(?!\p{L})/u.test(words) || /^[^\p{L}]*\p{Ll}[^\p{L}]*$/u.test(words);
}

/** The readings in which no two places follow each other: nobody could tell where the first value ends. @param {Reading} reading @returns {Reading[]} */
function split(reading) {
  const whole = merged(reading);
  const at = whole.findIndex(
    (part, index) => typeof part !== 'string' && index > 0 && typeof whole[index - 1] !== 'string',
  );
  if (at < 0) return [whole];
  const [first, second] = [whole[at - 1], whole[at]];
  const spelt = [at, at - 1].find(index => (index === at ? hasPlain(second) : hasPlain(first)));
  if (spelt === undefined) return split([...whole.slice(0, at), ...whole.slice(at + 1)]);
  return withPlace(whole, spelt).flatMap(split);
}

/** A reading that says nothing but what stands in its places, with their words. @param {Reading} reading @returns {Reading[]} */
function spellOut(reading) {
  const at = reading.findIndex(hasPlain);
  return at < 0 ? [] : withPlace(reading, at);
}

/** @param {Reading} reading @param {number} at @returns {Reading[]} */
function withPlace(reading, at) {
  const part = reading[at];
  const words = typeof part === 'object' ? part.words : [];
  return words
    .filter(([only]) => only !== sentence && only !== state && only !== value)
    .map(word => merged([...reading.slice(0, at), ...word, ...reading.slice(at + 1)]));
}

/** @param {import('./sourceSentences.mjs').Part | undefined} part */
function hasPlain(part) {
  return typeof part === 'object' && part.words.some(([only]) => only !== sentence && only !== state && only !== value);
}

/** @param {Reading} reading @returns {Reading} */
function merged(reading) {
  /** @type {import('./sourceSentences.mjs').Part[]} */
  const parts = [];
  for (const part of reading) {
    const last = parts.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

/** @param {import('./sourceSentences.mjs').Part} part @returns {Reading} */
function withPlaces(part) {
  if (typeof part !== 'string') return [part];
  return part.split('%s').flatMap((words, index) => (index === 0 ? [words] : [{ words: [] }, words]));
}

/** @param {import('./sourceSentences.mjs').Part} part */
function isState(part) {
  return typeof part === 'object' && part.words.some(([only]) => only === state);
}

/** @param {import('./sourceSentences.mjs').Part} part */
function isSentence(part) {
  return typeof part === 'object' && part.words.some(([only]) => only === sentence);
}
