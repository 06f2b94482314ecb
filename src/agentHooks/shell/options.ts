/** Value after a flag: none, required (`=`), or only in the same word (`?`). */
type Follows = '' | '=' | '?';

interface Option {
  /** Long name, else its letter. */
  readonly name: string;
  readonly follows: Follows;
}

export interface OptionTable {
  readonly letters: ReadonlyMap<string, Option>;
  readonly names: ReadonlyMap<string, Option>;
}

export interface ReadOptions {
  /** Values by flag, in order; empty for a flag without. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** Operands after `--`; undefined without it. */
  readonly behind: readonly string[] | undefined;
  readonly end: number;
}

/** Declares flags: `u|unset=`, `S|gpg-sign?`, `n`, `staged`. */
export function optionTable(...declared: readonly string[]): OptionTable {
  const letters = new Map<string, Option>();
  const names = new Map<string, Option>();
  for (const text of declared) {
    const [, called = '', follows = ''] = /^(.+?)([=?]?)$/.exec(text) ?? [];
    const spellings = called.split('|');
    const option: Option = { name: spellings.at(-1) ?? called, follows: follows as Follows };
    for (const spelling of spellings) (spelling.length === 1 ? letters : names).set(spelling, option);
  }
  return { letters, names };
}

/** With `stops`, reads up to the first word that is no flag, and up to the flag `last` with its value. */
export function readOptions(
  words: readonly string[],
  table: OptionTable,
  { from = 0, stops = false, last }: { readonly from?: number; readonly stops?: boolean; readonly last?: string } = {},
): ReadOptions {
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  let behind: string[] | undefined;
  let at = from;
  const give = ({ name, follows }: Option, own: string | undefined) => {
    const values = given.get(name) ?? [];
    given.set(name, values);
    if (own === undefined && follows === '=') at += 1;
    values.push(own ?? (follows === '=' ? words[at] : undefined) ?? '');
  };
  for (; at < words.length && (last === undefined || !given.has(last)); at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      at += 1;
      if (stops) break;
      behind = words.slice(at);
      for (const operand of behind) operands.push(operand);
      at = words.length;
    } else if (word.startsWith('--')) {
      const [, name = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
      give(named(table, name), value);
    } else if (word.startsWith('-') && word !== '-') {
      for (let index = 1; index < word.length; index += 1) {
        const option = table.letters.get(word[index] ?? '') ?? { name: word[index] ?? '', follows: '' };
        const rest = word.slice(index + 1);
        give(option, option.follows !== '' && rest !== '' ? rest : undefined);
        if (option.follows !== '') break;
      }
    } else if (stops) break;
    else operands.push(word);
  }
  return { given, operands, behind, end: Math.min(at, words.length) };
}

function named({ names }: OptionTable, name: string): Option {
  const exact = names.get(name);
  if (exact !== undefined) return exact;
  const candidates = name === '' ? [] : [...names].filter(([full]) => full.startsWith(name));
  const [only] = candidates;
  return candidates.length === 1 && only !== undefined ? only[1] : { name, follows: '' };
}
