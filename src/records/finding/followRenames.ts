import { textCommit } from '../../domain/finding/anchor.js';
import { mapLines } from '../../domain/finding/mapLines.js';
import { readLines } from '../../domain/finding/textLines.js';
import type { PathChange, WorkTree } from '../../git/workTree.js';
import type { PlacedFinding } from './locateFindings.js';

/** Max new files compared with a missing one. */
const maxCandidates = 50;

/** Returns each finding's current path by its ULID, after renames. */
export async function followRenames(
  workTree: WorkTree,
  findings: readonly PlacedFinding[],
): Promise<ReadonlyMap<string, string>> {
  const gone = new Set<string>();
  for (const path of new Set(findings.map(finding => finding.path))) {
    if ((await workTree.readText(path)) === undefined) gone.add(path);
  }
  const paths = new Map(findings.map(({ id, path }) => [id, path]));
  const lost = findings.filter(({ path }) => gone.has(path));
  if (lost.length === 0) return paths;
  const { commit: head } = await workTree.head();
  const uncommitted = await workTree.changes();
  const moved = new Map<string, string | undefined>();
  for (const [commit, entries] of groupByCommit(lost, finding => finding)) {
    const since = await renamesSince(workTree, commit, head);
    for (const { id, path } of entries) {
      const committed = since.get(path) ?? path;
      if (!moved.has(committed)) moved.set(committed, await movedTo(workTree, committed, head, uncommitted));
      paths.set(id, moved.get(committed) ?? committed);
    }
  }
  return paths;
}

export function groupByCommit<Entry>(
  entries: readonly Entry[],
  findingOf: (entry: Entry) => PlacedFinding,
): ReadonlyMap<string | null, readonly Entry[]> {
  const groups = new Map<string | null, Entry[]>();
  for (const entry of entries) {
    const commit = textCommit(findingOf(entry));
    const group = groups.get(commit);
    if (group === undefined) groups.set(commit, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Returns paths at HEAD by old path, for renames since a commit. */
async function renamesSince(
  workTree: WorkTree,
  commit: string | null,
  head: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (commit === null || head === undefined || (await workTree.resolveCommit(commit)) === undefined) return new Map();
  return renamesIn(await workTree.changesBetween(commit, head));
}

function renamesIn(changes: readonly PathChange[]): Map<string, string> {
  return new Map(changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[oldPath, path]])));
}

/** Returns the current path of a file of HEAD, renamed as git detects it or to a new file with the same lines. */
async function movedTo(
  workTree: WorkTree,
  path: string,
  head: string | undefined,
  uncommitted: readonly PathChange[],
): Promise<string | undefined> {
  const renamed = renamesIn(uncommitted).get(path);
  if (renamed !== undefined || head === undefined) return renamed;
  if (!uncommitted.some(change => change.path === path && change.kind === 'delete')) return undefined;
  const old = await workTree.readText(path, head);
  if (old === undefined) return undefined;
  const oldLines = readLines(old);
  const fresh = uncommitted.filter(({ kind }) => kind === 'add').slice(0, maxCandidates);
  let best: { path: string; kept: number } | undefined;
  for (const candidate of fresh) {
    const text = await workTree.readText(candidate.path);
    if (text === undefined) continue;
    const kept = mapLines(oldLines, readLines(text)).filter(index => index >= 0).length;
    if (kept * 2 >= oldLines.keys.length && kept > (best?.kept ?? 0)) best = { path: candidate.path, kept };
  }
  return best?.path;
}
