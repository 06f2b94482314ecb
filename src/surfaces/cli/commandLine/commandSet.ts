import { type CommandLine, commandLineOf, commandPath, type Parameter } from '../../../operations/commandLine.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { Session } from '../session.js';

/** A command about the program itself rather than the store: not in the catalogue. */
export interface OwnCommand {
  readonly path: readonly string[];
  readonly summary: string;
  readonly positionals: readonly Parameter[];
  readonly flags: readonly Parameter[];
  readonly examples: readonly string[];
  /** Resolves to the exit code. */
  run(session: Session, input: Readonly<Record<string, unknown>>): Promise<number>;
}

export interface Command {
  readonly path: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
  /** Usually one; if several operations share the words, the flags decide (see `chooseVariant`). */
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly line: CommandLine;
  readonly act: { readonly operation: AnyOperation } | { readonly own: OwnCommand };
  /** Fields of the command line only, removed before the operation gets the input. */
  readonly extra: readonly string[];
}

export interface CommandSet {
  /** Returns the command of exactly these words; its flags are computed on the first call. */
  find(path: readonly string[]): Command | undefined;
  isGroup(path: readonly string[]): boolean;
  /** Returns the possible next words, in the catalogue's order. */
  children(path: readonly string[]): readonly { readonly word: string; readonly summary: string }[];
  /** In the catalogue's order. */
  all(): readonly Command[];
}

/** Flags of operations that only the command line has, since no other surface can offer them. */
export type ExtraFlags = Readonly<Record<string, readonly Parameter[]>>;

const groupSummaries: Readonly<Record<string, string>> = {
  queue: 'Work items: add, claim, answer, resolve',
  finding: 'Review findings: record, fix, defer, reopen',
  slice: 'Small steps of a task: start red, commit, close with evidence',
  evidence: 'Test runs and other evidence',
  events: 'The timeline: every change, one line each',
  store: 'Store maintenance: check, back up, query',
  vscode: 'The VS Code extension',
};

export function commandSet(
  operations: readonly AnyOperation[],
  own: readonly OwnCommand[] = [],
  extraFlags: ExtraFlags = {},
): CommandSet {
  const byPath = new Map<string, (AnyOperation | OwnCommand)[]>();
  const ownPaths = new Set(own.map(({ path }) => path.join(' ')));
  // An own command replaces the operation of the same words and does more.
  const others = operations.filter(operation => !ownPaths.has(commandPath(operation).join(' ')));
  for (const entry of [...others, ...own]) {
    const key = pathOf(entry).join(' ');
    byPath.set(key, [...(byPath.get(key) ?? []), entry]);
  }

  function find(path: readonly string[]): Command | undefined {
    const entries = byPath.get(path.join(' '));
    const first = entries?.[0];
    if (entries === undefined || first === undefined) return undefined;
    return {
      path,
      summary: entries.map(entry => entry.summary).join('\n'),
      examples: entries.flatMap(entry => ('cli' in entry ? entry.cli.examples : entry.examples)),
      variants: entries.map(entry => variantOf(entry, extraFlags)),
    };
  }

  function children(path: readonly string[]): { word: string; summary: string }[] {
    const found = new Map<string, string>();
    for (const [key, [entry]] of byPath) {
      const words = key.split(' ');
      const word = words[path.length];
      if (entry === undefined || word === undefined || path.some((part, at) => words[at] !== part)) continue;
      const isLeaf = words.length === path.length + 1;
      const ofGroup = path.length === 0 ? (groupSummaries[word] ?? '') : '';
      if (isLeaf || !found.has(word)) found.set(word, isLeaf ? entry.summary : ofGroup);
    }
    return [...found].map(([word, summary]) => ({ word, summary: summary || verbsOf([...path, word]) }));
  }

  function verbsOf(path: readonly string[]): string {
    return children(path)
      .map(child => child.word)
      .join(', ');
  }

  return {
    find,
    isGroup: path => path.length === 0 || [...byPath.keys()].some(key => key.startsWith(`${path.join(' ')} `)),
    children,
    all: () => [...byPath.keys()].flatMap(key => find(key.split(' ')) ?? []),
  };
}

function pathOf(entry: AnyOperation | OwnCommand): readonly string[] {
  return 'cli' in entry ? commandPath(entry) : entry.path;
}

function variantOf(entry: AnyOperation | OwnCommand, extraFlags: ExtraFlags): Variant {
  if (!('cli' in entry)) {
    const { path, positionals, flags } = entry;
    return { line: { path, positionals, flags, exclusive: [] }, act: { own: entry }, extra: [] };
  }
  const line = commandLineOf(entry);
  const extra = extraFlags[entry.name] ?? [];
  return {
    line: { ...line, flags: [...line.flags, ...extra] },
    act: { operation: entry },
    extra: extra.map(({ field }) => field),
  };
}

/** Returns the first variant, or one with a given flag that it lacks (`queue add --from-file` is an import). */
export function chooseVariant(command: Command, given: readonly string[]): Variant {
  const [first, ...others] = command.variants;
  if (first === undefined) throw new Error(`${command.path.join(' ')} has no meaning`);
  const common = new Set(first.line.flags.map(({ flag }) => flag));
  return others.find(({ line }) => line.flags.some(({ flag }) => !common.has(flag) && given.includes(flag))) ?? first;
}
