import { optionTable, type ReadOptions, readOptions } from './options.js';

export interface GitCall {
  /** `-C`, each relative to the one before. */
  readonly folders: readonly string[];
  /** `--git-dir` and `--work-tree`, relative to the last folder; undefined if not given. */
  readonly gitDir: string | undefined;
  readonly workTree: string | undefined;
  /** `key=value` set by `-c` and `--config-env`; the latter's value is the name of a variable. */
  readonly configured: readonly string[];
  readonly leading: readonly string[];
  readonly command: string;
  readonly words: readonly string[];
}

const leadingOptions = optionTable('C=', 'c=', 'config-env=', 'git-dir=', 'work-tree=', 'namespace=', 'exec-path?');

export function readGit(words: readonly string[]): GitCall {
  const { given, end } = readOptions(words, leadingOptions, { stops: true });
  return {
    folders: given.get('C') ?? [],
    gitDir: given.get('git-dir')?.at(-1),
    workTree: given.get('work-tree')?.at(-1),
    configured: [...(given.get('c') ?? []), ...(given.get('config-env') ?? [])],
    leading: words.slice(0, end),
    command: words[end] ?? '',
    words: words.slice(end + 1),
  };
}

/** Aliases that a call of git defines, for itself or, by `git config`, permanently: lower-case names and commands. */
export function aliasesOf(
  { configured, leading, command, words }: GitCall,
  variables: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const { given } = readOptions(leading, leadingOptions);
  const fromVariables = new Set(given.get('config-env') ?? []);
  const key = command === 'config' ? words.findIndex(word => aliasName(word) !== undefined) : -1;
  const pairs = configured.map(setting => {
    const [name = '', ...value] = setting.split('=');
    return [name, fromVariables.has(setting) ? variables.get(value.join('=')) : value.join('=')] as const;
  });
  if (key >= 0) pairs.push([words[key] ?? '', words[key + 1]]);
  return pairs.flatMap(([setting, value]) => {
    const name = aliasName(setting);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

export function aliasName(key: string): string | undefined {
  return /^alias\.([^=]+?)(?:\.command)?$/i.exec(key)?.[1]?.toLowerCase();
}

/** True for `git config` on files shared by all folders: the user's or the system's. */
export function isConfiguredElsewhere({ command, words }: GitCall): boolean {
  return command === 'config' && words.some(word => /^(--(gl|sy|fi)|-f)/.test(word));
}

const isHooksPath = (text: string | undefined) => text !== undefined && /^core\.hookspath(=|$)/i.test(text);

const merging = ['s|strategy=', 'X|strategy-option=', 'S|gpg-sign?', 'no-verify'];

/** Commands that run hooks which `--no-verify` skips, with their flags. */
const verified: Readonly<Record<string, ReturnType<typeof optionTable>>> = {
  commit: optionTable(
    ...['m|message=', 'F|file=', 'C|reuse-message=', 'c|reedit-message=', 't|template=', 'author=', 'date=', 'fixup='],
    ...['squash=', 'trailer=', 'cleanup=', 'pathspec-from-file=', 'S|gpg-sign?', 'u|untracked-files?', 'n|no-verify'],
  ),
  merge: optionTable(...merging, 'm|message=', 'F|file=', 'into-name=', 'cleanup='),
  push: optionTable('o|push-option=', 'receive-pack=', 'exec=', 'repo=', 'no-verify'),
  am: optionTable('S|gpg-sign?', 'C?', 'p?', 'directory=', 'exclude=', 'include=', 'patch-format=', 'n|no-verify'),
  pull: optionTable(...merging, 'j|jobs?', 'o|server-option=', 'upload-pack=', 'refmap=', 'depth=', 'deepen='),
  rebase: optionTable(...merging, 'x|exec=', 'C?', 'onto=', 'whitespace='),
  'cherry-pick': optionTable('m|mainline=', 'strategy=', 'X|strategy-option=', 'S|gpg-sign?', 'cleanup=', 'no-verify'),
  revert: optionTable('m|mainline=', 'strategy=', 'X|strategy-option=', 'S|gpg-sign?', 'cleanup=', 'no-verify'),
};

/** Bypass by which a call keeps hooks from running; undefined if it has none. */
export function bypassOfGit({ configured, command, words }: GitCall): 'hooksPath' | 'noVerify' | undefined {
  if (configured.some(isHooksPath)) return 'hooksPath';
  if (command === 'config') return changesHooksPath(words) ? 'hooksPath' : undefined;
  const table = Object.hasOwn(verified, command) ? verified[command] : undefined;
  return table !== undefined && readOptions(words, table).given.has('no-verify') ? 'noVerify' : undefined;
}

const configFlags = optionTable(
  ...['f|file=', 'blob=', 'type=', 'default=', 'comment=', 'value=', 'url=', 'get', 'get-all', 'get-regexp', 'list'],
  ...['get-urlmatch', 'get-color', 'get-colorbool', 'unset', 'unset-all', 'add', 'replace-all', 'rename-section'],
  'remove-section',
);
/** Actions of `git config`, as a flag or, in newer versions of git, as its first word. */
const reads = ['get', 'get-all', 'get-regexp', 'get-urlmatch', 'get-color', 'get-colorbool', 'list'];
const changes = ['set', 'unset', 'unset-all', 'add', 'replace-all'];
const ofSections = ['rename-section', 'remove-section'];

function changesHooksPath(words: readonly string[]): boolean {
  const { given, operands } = readOptions(words, configFlags);
  const flag = [...given.keys()].find(name => [...reads, ...changes, ...ofSections].includes(name));
  const [first = ''] = operands;
  // A key has a dot, so neither a key nor its value is mistaken for a verb.
  const isVerb = flag === undefined && [...reads, ...changes, ...ofSections].includes(first);
  const verb = flag ?? (isVerb ? first : undefined);
  const named = isVerb ? operands.slice(1) : operands;
  if (verb !== undefined && reads.includes(verb)) return false;
  if (verb !== undefined && ofSections.includes(verb)) return named.some(section => /^core$/i.test(section));
  return isHooksPath(named[0]) && (verb !== undefined || named.length > 1);
}

export interface GitPaths {
  readonly paths: readonly string[];
  /** Those removed with all their contents. */
  readonly trees: readonly string[];
}

const removing = optionTable('cached', 'r', 'n|dry-run', 'pathspec-from-file=');
export const checkingOut = optionTable(
  ...['b=', 'B=', 'orphan=', 'conflict=', 'pathspec-from-file=', 't|track?', 'f|force', 'd|detach', 'unified='],
  'inter-hunk-context=',
);
const restoring = optionTable(
  ...['s|source=', 'S|staged', 'W|worktree', 'pathspec-from-file=', 'conflict=', 'unified=', 'inter-hunk-context='],
);

export function gitPaths({ command, words }: GitCall): GitPaths {
  const of = (paths: readonly string[], trees: readonly string[] = []) => ({ paths, trees });
  if (command === 'checkout') return of(checkedOut(readOptions(words, checkingOut)).paths);
  if (command === 'restore') return of(restored(words));
  const { given, operands } = readOptions(words, removing);
  if (command === 'mv') return of(operands, operands.slice(0, -1));
  if (command !== 'rm' || given.has('cached') || given.has('dry-run')) return of([]);
  return of(operands, given.has('r') ? operands : []);
}

/** Words of `git checkout` that are paths, and one that is a path unless a branch or commit has that name. */
export function checkedOut({ given, operands, behind }: ReadOptions): {
  readonly paths: readonly string[];
  readonly unclear: readonly string[];
} {
  const makesBranch = ['b', 'B', 'orphan', 'detach', 'track'].some(flag => given.has(flag));
  if (makesBranch) return { paths: [], unclear: [] };
  if (behind !== undefined) return { paths: behind, unclear: [] };
  return { paths: operands.slice(1), unclear: operands.slice(0, 1) };
}

export function restored(words: readonly string[]): readonly string[] {
  const { given, operands } = readOptions(words, restoring);
  return given.has('staged') && !given.has('worktree') ? [] : operands;
}

/** Commands that `git rebase` runs. */
export function execTexts(words: readonly string[]): readonly string[] {
  return readOptions(words, optionTable('x|exec=')).given.get('exec') ?? [];
}
