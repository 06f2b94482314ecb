import { optionTable, readOptions } from './options.js';

export interface WrittenPaths {
  readonly paths: readonly string[];
  /** Those moved or removed with all their contents. */
  readonly trees: readonly string[];
}

const copying = ['S|suffix=', 't|target-directory=', 'backup?', 'no-target-directory'];

const writers: Readonly<Record<string, ReturnType<typeof optionTable>>> = {
  tee: optionTable('output-error?'),
  rm: optionTable('r|R|recursive', 'interactive?'),
  rmdir: optionTable(),
  unlink: optionTable(),
  shred: optionTable('n|iterations=', 's|size=', 'random-source='),
  touch: optionTable('d|date=', 'r|reference=', 't='),
  truncate: optionTable('s|size=', 'r|reference='),
};
const copiers: Readonly<Record<string, ReturnType<typeof optionTable>>> = {
  cp: optionTable(...copying),
  mv: optionTable(...copying),
  ln: optionTable(...copying),
  install: optionTable(...copying, 'm|mode=', 'o|owner=', 'g|group='),
};
/** Editors that write their files only with a flag, here `in-place`. */
const editors: Readonly<Record<string, ReturnType<typeof optionTable>>> = {
  sed: optionTable('i|in-place?', 'e|expression=', 'f|file=', 'l|line-length='),
  perl: optionTable('i|in-place?', 'e|expression=', 'E|expression=', 'I=', 'M?', 'm?', 'F?'),
  ruby: optionTable('i|in-place?', 'e|expression=', 'I=', 'r=', 'C=', 'E=', 'F?'),
};
const modes = optionTable('reference=');

/** Paths that a program with these words writes, moves or removes; none for an unknown program. */
export function writtenPaths(program: string, words: readonly string[]): WrittenPaths {
  const table = <Value>(tables: Readonly<Record<string, Value>>) =>
    Object.hasOwn(tables, program) ? tables[program] : undefined;
  const [writer, copier, editor] = [table(writers), table(copiers), table(editors)];
  if (writer !== undefined) {
    const { given, operands } = readOptions(words, writer);
    return { paths: operands, trees: program === 'rm' && given.has('recursive') ? operands : [] };
  }
  if (copier !== undefined) return copied(program, words, copier);
  if (editor !== undefined) {
    const { given, operands } = readOptions(words, editor);
    // The script is the first word unless a flag gave it.
    const hasScript = given.has('expression') || given.has('file');
    return { paths: given.has('in-place') ? operands.slice(hasScript ? 0 : 1) : [], trees: [] };
  }
  if (program === 'chmod' || program === 'chown' || program === 'chgrp') return changedModes(words);
  if (program !== 'dd') return { paths: [], trees: [] };
  return { paths: words.filter(word => word.startsWith('of=')).map(word => word.slice('of='.length)), trees: [] };
}

/** Targets of a copy: the last word, which may be a folder, or the folder that a flag names. */
function copied(program: string, words: readonly string[], table: ReturnType<typeof optionTable>): WrittenPaths {
  const { given, operands } = readOptions(words, table);
  const named = given.get('target-directory')?.at(-1);
  const target = named ?? (operands.length > 1 ? operands.at(-1) : undefined);
  const sources = named === undefined ? operands.slice(0, -1) : operands;
  const inside = sources.map(source => `${target}/${source.replace(/\/+$/, '').replace(/^.*\//, '')}`);
  const moved = program === 'mv' ? sources : [];
  return { paths: [...moved, ...(target === undefined ? [] : [target, ...inside])], trees: moved };
}

function changedModes(words: readonly string[]): WrittenPaths {
  // A mode that begins with a minus looks like a flag.
  const mode = words.findIndex(word => /^-[rwxXst]+$/.test(word));
  const { given, operands } = readOptions(
    words.filter((_, index) => index !== mode),
    modes,
  );
  const paths = mode < 0 && !given.has('reference') ? operands.slice(1) : operands;
  return { paths, trees: [] };
}
