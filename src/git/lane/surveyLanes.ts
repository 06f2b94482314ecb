import { dirname, join } from 'node:path';
import type { LaneChanges } from '../../domain/lane/overlap.js';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { readBranch } from '../refFiles.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import { startOf } from './branches.js';
import type { LanePlace } from './lanePlace.js';
import { type MergePrediction, predictMerges } from './predictMerges.js';
import { keep, type RadarMemory, type ReadTree, recall } from './radarMemory.js';
import { carryOver, changesBetween, changesSince, type LineCount, rangesOf } from './readChanges.js';
import { worktreeFingerprint } from './worktreeFingerprint.js';

export interface SurveyedLane {
  readonly lane: string;
  readonly directory: string;
  /** Branch that it starts from and is merged into. */
  readonly base: string;
}

/** Changes since each lane left its base, committed or not. */
export interface Survey {
  /** Full id of the commit with the line numbers; undefined without a lane. */
  readonly at: string | undefined;
  readonly changes: readonly (LaneChanges & { readonly lines: LineCount })[];
  /** By lane, of branches with commits of their own. */
  readonly tips: ReadonlyMap<string, string>;
  /** Lanes without a worktree, or without common history with their base. */
  readonly unread: readonly { readonly lane: string; readonly why: 'gone' | 'noBase' }[];
  readonly memory: RadarMemory;
}

const atOnce = 4;

/** Reads changes of lanes; unchanged lanes come from the cache of any process, without git. */
export async function surveyLanes(place: LanePlace, lanes: readonly SurveyedLane[]): Promise<Survey> {
  const memory = await recall(place.cache);
  const before = new Map(memory.trees);
  const wereBases = basesOf(memory);
  const bases = await readBases(place, memory, new Set(lanes.map(({ base }) => base)));
  const found = await inTurns(lanes, atOnce, async lane => ({
    lane,
    tree: await readTree(place, memory, lane.directory, bases.get(lane.base)).catch(error => {
      // The worktree may be removed meanwhile.
      if (gitDirectoryOf(lane.directory) === undefined) return 'gone' as const;
      throw error;
    }),
  }));
  const read = found.flatMap(({ lane, tree }) => (typeof tree === 'string' ? [] : [{ lane, tree }]));
  const at = commonest(read.map(({ tree }) => tree.from));
  const drifted = await readDrifts(place, memory, new Set(read.map(({ tree }) => tree.from)), at);
  memory.trees.clear();
  for (const { lane, tree } of read) memory.trees.set(lane.directory, tree);
  const isSame =
    wereBases === basesOf(memory) &&
    before.size === read.length &&
    read.every(({ lane, tree }) => before.get(lane.directory) === tree);
  if (!isSame || drifted) await keep(memory, place.cache);
  return {
    at,
    changes: read.map(({ lane, tree }) => ({
      lane: lane.lane,
      files: carried(memory, tree, at),
      lines: tree.lines,
    })),
    tips: new Map(read.flatMap(({ lane, tree }) => (tree.head === tree.from ? [] : [[lane.lane, tree.head] as const]))),
    unread: found.flatMap(({ lane: { lane }, tree }) => (typeof tree === 'string' ? [{ lane, why: tree }] : [])),
    memory,
  };
}

/** Predicts at most `max` uncached merges; `later` stands for the rest. `surveyed` is the memory of a preceding survey. */
export async function predictPairs(
  place: LanePlace,
  pairs: readonly (readonly [one: string, other: string])[],
  max: number,
  surveyed?: RadarMemory,
): Promise<(MergePrediction | 'later')[]> {
  const memory = surveyed ?? (await recall(place.cache));
  const keys = pairs.map(pair => keyOf(pair));
  const fresh = pairs.filter(pair => !memory.merges.has(keyOf(pair))).slice(0, max);
  // The cache may name any folder: git starts only in a worktree of this repository.
  const ownTrees = join(place.commonDir, 'worktrees');
  const directory = [...memory.trees.keys()].find(one => dirname(gitDirectoryOf(one) ?? '') === ownTrees);
  // Git finds no attributes in its own directory.
  const git = directory === undefined ? place.git : place.gitIn(directory);
  const predicted = await predictMerges(git, place.commonDir, fresh);
  const answers = new Map<string, MergePrediction>(fresh.map((pair, at) => [keyOf(pair), predicted[at] ?? 'unknown']));
  const heads = new Set([...memory.trees.values()].map(({ head }) => head));
  for (const key of memory.merges.keys()) if (!key.split(' ').every(head => heads.has(head))) memory.merges.delete(key);
  for (const [key, answer] of answers) memory.merges.set(key, answer);
  if (answers.size > 0) await keep(memory, place.cache);
  return keys.map(key => answers.get(key) ?? memory.merges.get(key) ?? 'later');
}

function basesOf({ bases }: RadarMemory): string {
  return [...bases].join();
}

function keyOf([one, other]: readonly [string, string]): string {
  return `${one} ${other}`;
}

async function readTree(
  place: LanePlace,
  memory: RadarMemory,
  directory: string,
  base: string | undefined,
): Promise<ReadTree | 'gone' | 'noBase'> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return 'gone';
  const git = place.gitIn(directory);
  const head = await headOf(place, git, gitDir);
  if (head === undefined) return 'gone';
  if (base === undefined) return 'noBase';
  const printed = (ignored: readonly string[]): string =>
    worktreeFingerprint({ root: directory, gitDir, commonDir: place.commonDir }, new Set(ignored));
  const cached = memory.trees.get(directory);
  const print = cached === undefined ? '' : printed(cached.ignored);
  if (cached?.head === head && cached.base === base && cached.print === print) return cached;
  const isAtSame = cached?.head === head && cached.base === base;
  const from = isAtSame ? cached.from : await git.line(['merge-base', head, base]);
  if (from === undefined) return 'noBase';
  if (cached?.from === from && cached.print === print) return { ...cached, head, base };
  // Fingerprint first: the next survey notices changes during the reading.
  const [ignored, early] = await Promise.all([
    ignoredIn(git),
    cached === undefined ? undefined : changesSince(git, from),
  ]);
  const isSame = cached !== undefined && sameTexts(cached.ignored, ignored);
  const now = isSame ? print : printed(ignored);
  const { files, lines } = isSame && early !== undefined ? early : await changesSince(git, from);
  const ranges = new Map([...files].map(([path, hunks]) => [path, rangesOf(hunks)]));
  return { head, base, from, print: now, ignored, files: ranges, lines };
}

/** Prefers git's files to git. */
async function readBases(
  place: LanePlace,
  { bases }: RadarMemory,
  branches: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  const cachedBases = new Map(bases);
  bases.clear();
  for (const branch of branches) {
    const local = await readBranch(place.commonDir, `refs/heads/${branch}`);
    const remote = await readBranch(place.commonDir, `refs/remotes/origin/${branch}`);
    if (local === undefined || remote === undefined) {
      found.set(branch, await startOf(place, branch));
      continue;
    }
    if (local === 'absent' || remote === 'absent') {
      const only = local === 'absent' ? remote : local;
      found.set(branch, only === 'absent' ? undefined : only.value);
      continue;
    }
    const key = keyOf([local.value, remote.value]);
    const start = local.value === remote.value ? local.value : (cachedBases.get(key) ?? (await startOf(place, branch)));
    found.set(branch, start);
    if (start !== undefined) bases.set(key, start);
  }
  return found;
}

/** Prefers git's files to git. */
async function headOf({ commonDir }: LanePlace, git: GitProcess, gitDir: string): Promise<string | undefined> {
  const text = (await textOfRegularFile(join(gitDir, 'HEAD')).catch(() => undefined)) ?? '';
  const [, ref] = /^ref: (\S+)\s*$/.exec(text) ?? [];
  const found = ref === undefined ? undefined : await readBranch(commonDir, ref);
  if (found !== undefined && found !== 'absent') return found.value;
  return git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
}

async function ignoredIn(git: GitProcess): Promise<string[]> {
  const listed = await git.text(['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return splitNul(listed).map(path => path.replace(/\/$/, ''));
}

/** Reads changes between each lane's start and the commit with the line numbers; returns true if any was read again. */
async function readDrifts(
  { git }: LanePlace,
  { drifts }: RadarMemory,
  froms: ReadonlySet<string>,
  at: string | undefined,
): Promise<boolean> {
  if (at === undefined) return false;
  const wanted = new Map([...froms].filter(from => from !== at).map(from => [keyOf([from, at]), from]));
  for (const key of drifts.keys()) if (!wanted.has(key)) drifts.delete(key);
  const missing = [...wanted].filter(([key]) => !drifts.has(key));
  await inTurns(missing, atOnce, async ([key, from]) => {
    drifts.set(key, await changesBetween(git, from, at));
  });
  return missing.length > 0;
}

function carried({ drifts }: RadarMemory, { from, files }: ReadTree, at: string | undefined): LaneChanges['files'] {
  const drift = at === undefined || at === from ? undefined : drifts.get(keyOf([from, at]));
  if (drift === undefined || drift.size === 0) return files;
  return new Map([...files].map(([path, ranges]) => [path, carryOver(ranges, drift.get(path))]));
}

function commonest(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0];
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, at) => text === right[at]);
}

/** Limits concurrency to `max`; keeps the order. */
async function inTurns<One, Answer>(
  all: readonly One[],
  max: number,
  act: (one: One) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < all.length) {
      const at = next;
      next += 1;
      answers[at] = await act(all[at] as One);
    }
  };
  await Promise.all(Array.from({ length: Math.min(max, all.length) }, worker));
  return answers;
}
