import type { LaneStatus } from './laneStatus.js';
import { isOwned, isWithin } from './ownedPath.js';

/** What an open lane keeps others from: its paths, and git in its worktree. */
export interface LaneClaim {
  /** `L-3 (login)` */
  readonly called: string;
  readonly lane: string;
  readonly id: string;
  /** `review`: nothing is pushed from it. */
  readonly kind: 'implement' | 'review';
  readonly status: LaneStatus;
  readonly branch: string;
  /** Absolute path of its worktree. */
  readonly directory: string;
  /** Globs; empty: the whole repository, which keeps no one out. */
  readonly owned: readonly string[];
  readonly gitWrites: 'agent' | 'host';
}

/**
 * `owned`: another lane's; `outside`: not among the paths of the lane itself; `elsewhere`: in another worktree; `unjudged`: in
 * none of the repository, so that no lane has a say in it.
 */
export const editVerdicts = ['allowed', 'owned', 'outside', 'elsewhere', 'unjudged'] as const;
export type EditVerdict = (typeof editVerdicts)[number];

export interface EditQuestion {
  /** Absolute, with `/`. */
  readonly path: string;
  /** The lane that would write; undefined outside a lane. */
  readonly own: LaneClaim | undefined;
  /** Tops of the worktrees that are known besides those of lanes. */
  readonly trees: readonly string[];
  /** Whether all that is in it is written with it, as where a folder is removed. */
  readonly isTree?: boolean;
}

export interface EditAnswer {
  readonly verdict: EditVerdict;
  /** Relative to its worktree root; as requested when it is outside the repository's worktrees. */
  readonly path: string;
  /** The lane that would write; undefined where there is none. */
  readonly writer: LaneClaim | undefined;
  /** The lane that owns the path, or in whose worktree it is. */
  readonly owner: LaneClaim | undefined;
  /** Top of the worktree that the path is in; undefined for none of these. */
  readonly tree: string | undefined;
}

/** Lanes that are worked in: what one that waits will own is still everyone's. */
export const claiming: ReadonlySet<LaneStatus> = new Set(['active', 'blocked', 'review']);

/**
 * Whether a file may be written. A lane that names its paths may write those, whoever else claims them; everyone else may
 * write what no lane names. Files outside of the repository are not judged.
 */
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

/** The lane that is worked in and names a path among its own. */
export function ownerOf(
  claims: readonly LaneClaim[],
  path: string,
  writer: Pick<LaneClaim, 'id'> | undefined,
): LaneClaim | undefined {
  return claims.find(
    ({ id, status, owned }) => id !== writer?.id && claiming.has(status) && owned.length > 0 && isOwned(path, owned),
  );
}

/** The lane that is worked in and names paths in a folder among its own. */
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

/** The innermost of these worktrees that holds a path, or is it. */
function treeOf(path: string, trees: readonly string[]): string | undefined {
  return trees
    .map(slashed)
    .filter(tree => path === tree || path.startsWith(`${tree}/`))
    .sort((left, right) => right.length - left.length)[0];
}

function slashed(directory: string): string {
  return directory.replaceAll('\\', '/');
}
