/** Flags of these programs that take the next word. */
const values: Readonly<Record<string, readonly string[]>> = {
  truncate: ['-s', '--size', '-r', '--reference'],
  touch: ['-d', '-r', '-t', '--date', '--reference'],
  cp: ['-S', '--suffix'],
  mv: ['-S', '--suffix'],
  install: ['-m', '-o', '-g', '--mode', '--owner', '--group'],
};

/** The paths that a program with these words writes, moves or removes; none of a program that is not known. */
export function writtenPaths(program: string, words: readonly string[]): readonly string[] {
  const named = (skip: readonly string[] = []) =>
    words.filter((word, index) => (word === '-' || !word.startsWith('-')) && !skip.includes(words[index - 1] ?? ''));
  switch (program) {
    case 'tee':
    case 'rm':
    case 'rmdir':
    case 'unlink':
    case 'shred':
      return named();
    case 'touch':
    case 'truncate':
      return named(values[program]);
    case 'chmod':
    case 'chown':
      // A mode that begins with a minus looks like a flag.
      return words.some(word => /^-[rwxXst]+$/.test(word)) ? named() : named().slice(1);
    case 'sed':
      return words.some(word => /^(-[nEersz]*i|--in-place)/.test(word)) ? scriptTargets(words, ['-e', '-f', '-l']) : [];
    case 'perl':
    case 'ruby':
      return words.some(word => /^-[a-hj-zA-Z]*i/.test(word)) ? scriptTargets(words, ['-e', '-pe', '-ne']) : [];
    case 'dd':
      return words.filter(word => word.startsWith('of=')).map(word => word.slice('of='.length));
    case 'mv':
      return [...named([...(values.mv ?? []), '-t']), ...copied(words, named(values.mv))];
    case 'cp':
    case 'install':
    case 'ln':
      return copied(words, named(values[program]));
    default:
      return [];
  }
}

/** The files behind a script, which is the first word unless a flag gave it. */
function scriptTargets(words: readonly string[], scriptFlags: readonly string[]): readonly string[] {
  const isScript = (word: string | undefined) =>
    word !== undefined && (scriptFlags.includes(word) || /^-[a-zA-Z]*e$/.test(word) || word.startsWith('--expression'));
  const files = words.filter((word, index) => !word.startsWith('-') && !isScript(words[index - 1]));
  return words.some(isScript) ? files : files.slice(1);
}

/** Where files are copied to: the last word, which may be their folder, or the folder that `-t` names. */
function copied(words: readonly string[], named: readonly string[]): readonly string[] {
  const flag = words.findIndex(word => word === '-t' || word === '--target-directory');
  const target = flag >= 0 ? words[flag + 1] : named.length > 1 ? named.at(-1) : undefined;
  if (target === undefined) return [];
  const sources = named.filter(word => word !== target);
  return [target, ...sources.map(source => `${target}/${source.replace(/\/+$/, '').replace(/^.*\//, '')}`)];
}
