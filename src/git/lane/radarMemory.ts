import type { PlaceRange } from '../../domain/lane/overlap.js';
import type { FileCache } from '../../platform/fileCache.js';
import type { MergePrediction } from './predictMerges.js';
import type { FileHunks, LineCount } from './readChanges.js';

export interface ReadTree {
  /** Commits of HEAD and base at the time of reading. */
  readonly head: string;
  readonly base: string;
  /** Merge base of both. */
  readonly from: string;
  /** `worktreeFingerprint`, with the files ignored then. */
  readonly print: string;
  readonly ignored: readonly string[];
  /** Line ranges in `from`, by path. */
  readonly files: ReadonlyMap<string, readonly PlaceRange[]>;
  readonly lines: LineCount;
}

/** Cached facts about lanes; the keys or the facts themselves show their validity. */
export interface RadarMemory {
  /** By worktree root. */
  readonly trees: Map<string, ReadTree>;
  /** By the branch's local and remote commit: the one that lanes start from. */
  readonly bases: Map<string, string>;
  /** By two commits: their differences. */
  readonly drifts: Map<string, FileHunks>;
  /** By two commits: conflicting files. */
  readonly merges: Map<string, MergePrediction>;
}

const keptName = 'radar';

/** Reads the cache that any process wrote last. */
export async function recall(cache: FileCache): Promise<RadarMemory> {
  const empty = { trees: new Map(), bases: new Map(), drifts: new Map(), merges: new Map() };
  return readMemory(await cache.read(keptName)) ?? empty;
}

export function keep({ trees, bases, drifts, merges }: RadarMemory, cache: FileCache): Promise<void> {
  const rest = {
    version,
    bases: [...bases],
    drifts: [...drifts].map(([commits, files]) => [commits, [...files]]),
    merges: [...merges],
  };
  const lines = [...trees].map(([place, tree]) => `${JSON.stringify(place)}\n${lineOf(tree)}`);
  return cache.write(keptName, [JSON.stringify(rest), ...lines].join('\n'));
}

const version = 3;

/** Serialized worktrees: few change between two writes. */
const written = new WeakMap<ReadTree, string>();

function lineOf(tree: ReadTree): string {
  const cached = written.get(tree);
  if (cached !== undefined) return cached;
  const { files, ...rest } = tree;
  const flat = [...files].flatMap(([path, ranges]) => [path, ...ranges.flatMap(({ from, to }) => [from, to])]);
  const line = JSON.stringify({ ...rest, files: flat } satisfies WrittenTree);
  written.set(tree, line);
  return line;
}

/** Compact for parsing: each path, then the ends of its ranges, in one list. */
type WrittenTree = Omit<ReadTree, 'files'> & { readonly files: readonly (string | number)[] };

function readTree(line: string): ReadTree {
  const { files: flat, ...rest } = JSON.parse(line) as WrittenTree;
  const files = new Map<string, PlaceRange[]>();
  let ranges: PlaceRange[] = [];
  for (let at = 0; at < flat.length; at += 1) {
    const one = flat[at];
    if (typeof one === 'string') {
      ranges = [];
      files.set(one, ranges);
    } else {
      at += 1;
      ranges.push({ from: Number(one), to: Number(flat[at]) });
    }
  }
  const tree = { ...rest, files };
  written.set(tree, line);
  return tree;
}

type Pairs<Value> = readonly (readonly [string, Value])[];

const commitForm = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const isCommit = (value: unknown): boolean => typeof value === 'string' && commitForm.test(value);
const areCommits = (value: unknown): boolean => typeof value === 'string' && value.split(' ').every(isCommit);
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(one => typeof one === 'string');

/** Checks that git gets only commit ids, and that lists are iterable. */
function isTree({ head, base, from, print, ignored, files, lines }: ReadTree): boolean {
  const isCounted = Number.isSafeInteger(lines?.added) && Number.isSafeInteger(lines?.removed);
  const isRead = typeof print === 'string' && areTexts(ignored) && areRanges(files);
  return [head, base, from].every(isCommit) && isRead && isCounted;
}

function areRanges(files: ReadTree['files']): boolean {
  return [...files.values()].every(ranges => ranges.every(({ from, to }) => !Number.isNaN(from + to)));
}

function isDrift([commits, files]: readonly [string, Pairs<unknown>]): boolean {
  const isHunks = (hunks: unknown): boolean =>
    hunks === 'whole' ||
    (Array.isArray(hunks) &&
      hunks.every(({ oldFirst, oldCount, newFirst, newCount }) =>
        [oldFirst, oldCount, newFirst, newCount].every(Number.isSafeInteger),
      ));
  return areCommits(commits) && files.every(([path, hunks]) => typeof path === 'string' && isHunks(hunks));
}

/** Parses by hand for speed. Undefined for wrong types; worktrees show the validity of entries. */
function readMemory(text: string | undefined): RadarMemory | undefined {
  try {
    const [head = '', ...lines] = (text ?? '').split('\n');
    const rest = JSON.parse(head) as {
      version: number;
      bases: Pairs<string>;
      drifts: Pairs<Pairs<FileHunks extends ReadonlyMap<string, infer Hunks> ? Hunks : never>>;
      merges: Pairs<MergePrediction>;
    };
    if (rest.version !== version) return undefined;
    const isMeant =
      rest.bases.every(([key, start]) => areCommits(key) && isCommit(start)) &&
      rest.drifts.every(isDrift) &&
      rest.merges.every(([key, paths]) => areCommits(key) && (paths === 'unknown' || areTexts(paths)));
    if (!isMeant) return undefined;
    const trees = new Map<string, ReadTree>();
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const place: unknown = JSON.parse(lines[at] ?? '');
      const tree = readTree(lines[at + 1] ?? '');
      if (typeof place !== 'string' || !isTree(tree)) return undefined;
      trees.set(place, tree);
    }
    return {
      trees,
      bases: new Map(rest.bases),
      drifts: new Map(rest.drifts.map(([commits, files]) => [commits, new Map(files)])),
      merges: new Map(rest.merges),
    };
  } catch {
    return undefined;
  }
}
