import { formatRef } from '../identifier/identifier.js';
import type { LaneRow } from './laneRow.js';
import type { LaneStatus } from './laneStatus.js';
import { isOwned, isWithin } from './ownedPath.js';

export interface LaneClaim {
  /** `L-3 (login)` */
  readonly called: string;
  readonly lane: string;
  readonly id: string;
  /** `review`: no pushes from it. */
  readonly kind: 'implement' | 'review';
  readonly status: LaneStatus;
  readonly branch: string;
  readonly directory: string;
  /** Globs; if empty, the whole repository, but without excluding others. */
  readonly owned: readonly string[];
  readonly gitWrites: 'agent' | 'host';
}

export function claimOf(row: LaneRow): LaneClaim {
  return {
    called: `${formatRef('lane', row.number)} (${row.name})`,
    lane: row.name,
    id: row.id,
    kind: row.kind,
    status: row.status,
    branch: row.branch,
    directory: row.worktree_path,
    owned: JSON.parse(row.owned_paths) as string[],
    gitWrites: row.git_writes,
  };
}

/** `owned`: by another lane; `outside`: not by the own lane; `elsewhere`: another worktree; `unjudged`: none. */
export const editVerdicts = ['allowed', 'owned', 'outside', 'elsewhere', 'unjudged'] as const;
export type EditVerdict = (typeof editVerdicts)[number];

export interface EditQuestion {
  /** Absolute, with `/`. */
  readonly path: string;
  /** The writing lane; undefined outside a lane. */
  readonly own: LaneClaim | undefined;
  /** Roots of known worktrees other than lanes'. */
  readonly trees: readonly string[];
  /** True if all content is affected, as when a folder is removed. */
  readonly isTree?: boolean;
}

export interface EditAnswer {
  readonly verdict: EditVerdict;
  /** Relative to its worktree root; as requested if outside the repository's worktrees. */
  readonly path: string;
  readonly writer: LaneClaim | undefined;
  /** The lane that owns the path, or has it in its worktree. */
  readonly owner: LaneClaim | undefined;
  /** Root of the worktree with the path; undefined for none. */
  readonly tree: string | undefined;
}

/** Statuses in which a lane owns its paths; those of a planned lane are still open to everyone. */
export const claiming: ReadonlySet<LaneStatus> = new Set(['active', 'blocked', 'review']);

/** A lane may write its owned paths, even if another lane claims them too; all others may write only unowned paths. */
export function judgeEdit(
  claims: readonly LaneClaim[],
  { path, own, trees, isTree = false }: EditQuestion,
): EditAnswer {
  const tree = treeOf(path, [...trees, ...claims.map(({ directory }) => directory)]);
  if (tree === undefined) return { verdict: 'unjudged', path, writer: own, owner: undefined, tree };
  const inside = path.slice(tree.length + 1);
  const living = claims.find(({ directory }) => slashed(directory) === tree);
  if (own !== undefined && living?.id !== own.id) {
    return { verdict: 'elsewhere', path: inside, writer: own, owner: living, tree };
  }
  const writer = own ?? living;
  const names = writer !== undefined && writer.owned.length > 0;
  if (names && isOwned(inside, writer.owned))
    return { verdict: 'allowed', path: inside, writer, owner: undefined, tree };
  const owner = ownerOf(claims, inside, writer) ?? (isTree ? ownerIn(claims, inside, writer) : undefined);
  return { verdict: owner !== undefined ? 'owned' : names ? 'outside' : 'allowed', path: inside, writer, owner, tree };
}

export function ownerOf(
  claims: readonly LaneClaim[],
  path: string,
  writer: Pick<LaneClaim, 'id'> | undefined,
): LaneClaim | undefined {
  return claims.find(
    ({ id, status, owned }) => id !== writer?.id && claiming.has(status) && owned.length > 0 && isOwned(path, owned),
  );
}

function ownerIn(
  claims: readonly LaneClaim[],
  folder: string,
  writer: Pick<LaneClaim, 'id'> | undefined,
): LaneClaim | undefined {
  return claims.find(
    ({ id, status, owned }) =>
      id !== writer?.id && claiming.has(status) && owned.some(pattern => isWithin(pattern, folder)),
  );
}

function treeOf(path: string, trees: readonly string[]): string | undefined {
  return trees
    .map(slashed)
    .filter(tree => path === tree || path.startsWith(`${tree}/`))
    .sort((left, right) => right.length - left.length)[0];
}

function slashed(directory: string): string {
  return directory.replaceAll('\\', '/');
}
