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
  const written = {
    version: 1,
    trees: [...trees].map(([place, tree]) => [place, { ...tree, files: [...tree.files] }]),
    bases: [...bases],
    drifts: [...drifts].map(([commits, files]) => [commits, [...files]]),
    merges: [...merges],
  };
  return kept.write(keptName, JSON.stringify(written));
}

type Pairs<Value> = readonly (readonly [string, Value])[];

/** By hand, and trusting: nobody else writes it, and what it says is checked against the work trees. */
function readMemory(text: string | undefined): RadarMemory | undefined {
  try {
    const written = JSON.parse(text ?? '') as {
      version: number;
      trees: Pairs<Omit<ReadTree, 'files'> & { files: Pairs<readonly PlaceRange[]> }>;
      bases: Pairs<string>;
      drifts: Pairs<Pairs<FileHunks extends ReadonlyMap<string, infer Hunks> ? Hunks : never>>;
      merges: Pairs<MergePrediction>;
    };
    if (written.version !== 1) return undefined;
    return {
      trees: new Map(written.trees.map(([place, tree]) => [place, { ...tree, files: new Map(tree.files) }])),
      bases: new Map(written.bases),
      drifts: new Map(written.drifts.map(([commits, files]) => [commits, new Map(files)])),
      merges: new Map(written.merges),
    };
  } catch {
    return undefined;
  }
}
