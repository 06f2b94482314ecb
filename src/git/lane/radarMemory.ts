import type { PlaceRange } from '../../domain/lane/overlap.js';
import type { KeptFiles } from '../../platform/keptFiles.js';
import type { MergePrediction } from './predictMerges.js';
import type { FileHunks } from './readChanges.js';

/** What a lane's work tree changes, and by what it is known that it still does. */
export interface ReadTree {
  /** Commit of its HEAD, and of its base, when it was read. */
  readonly head: string;
  readonly base: string;
  /** Where both part. */
  readonly from: string;
  /** See `treePrint`, with what was ignored then. */
  readonly print: string;
  readonly ignored: readonly string[];
  /** Ranges in lines of `from`, by path. */
  readonly files: ReadonlyMap<string, readonly PlaceRange[]>;
}

/** What was read of a repository's lanes. All of it still holds, or is told not to by what it is kept under. */
export interface RadarMemory {
  /** By the top folder of the work tree. */
  readonly trees: Map<string, ReadTree>;
  /** By the commits of a branch here and at the remote: the one that lanes start from. */
  readonly bases: Map<string, string>;
  /** By two commits: what differs. */
  readonly drifts: Map<string, FileHunks>;
  /** By two commits: files with conflicts when they are merged. */
  readonly merges: Map<string, MergePrediction>;
}

const keptName = 'radar';

/** What was kept the last time, by this process or another one. */
export async function recall(kept: KeptFiles): Promise<RadarMemory> {
  const empty = { trees: new Map(), bases: new Map(), drifts: new Map(), merges: new Map() };
  return readMemory(await kept.read(keptName)) ?? empty;
}

/** Keeps it for the next time. */
export function keep({ trees, bases, drifts, merges }: RadarMemory, kept: KeptFiles): Promise<void> {
  const rest = {
    version,
    bases: [...bases],
    drifts: [...drifts].map(([commits, files]) => [commits, [...files]]),
    merges: [...merges],
  };
  const lines = [...trees].map(([place, tree]) => `${JSON.stringify(place)}\n${lineOf(tree)}`);
  return kept.write(keptName, [JSON.stringify(rest), ...lines].join('\n'));
}

const version = 2;

/** How a work tree was written: most did not change since they were read. */
const written = new WeakMap<ReadTree, string>();

function lineOf(tree: ReadTree): string {
  const known = written.get(tree);
  if (known !== undefined) return known;
  const { files, ...rest } = tree;
  const flat = [...files].flatMap(([path, ranges]) => [path, ...ranges.flatMap(({ from, to }) => [from, to])]);
  const line = JSON.stringify({ ...rest, files: flat } satisfies WrittenTree);
  written.set(tree, line);
  return line;
}

/** Each path with the ends of its ranges behind it, in one list: there are many, and they are read each time. */
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

/** By hand, and trusting: nobody else writes it, and what it says is checked against the work trees. */
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
    const trees = new Map<string, ReadTree>();
    for (let at = 0; at + 1 < lines.length; at += 2) {
      trees.set(JSON.parse(lines[at] ?? '') as string, readTree(lines[at + 1] ?? ''));
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
