import type { LaneStatus } from './laneStatus.js';
import { isOwned, isWithin } from './ownedPath.js';

/** Restrictions that an open lane imposes: on its paths, and on git in its worktree. */
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

/**
 * `owned`: by another lane; `outside`: not among the lane's own paths; `elsewhere`: in another worktree; `unjudged`: in no worktree of the
 * repository, so lanes do not apply.
 */
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
  /** The writing lane; undefined for none. */
  readonly writer: LaneClaim | undefined;
  /** The lane that owns the path, or has it in its worktree. */
  readonly owner: LaneClaim | undefined;
  /** Root of the worktree with the path; undefined for none. */
  readonly tree: string | undefined;
}

/** Statuses in which a lane owns its paths; those of a planned lane are still open to everyone. */
export const claiming: ReadonlySet<LaneStatus> = new Set(['active', 'blocked', 'review']);

/**
 * Decides if a file may be written. A lane with owned paths may write those, whoever else claims them; everyone else may write unowned
 * paths. Files outside the repository are not judged.
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

/** Finds the other lane in progress that owns a path. */
export function ownerOf(
  claims: readonly LaneClaim[],
  path: string,
  writer: Pick<LaneClaim, 'id'> | undefined,
): LaneClaim | undefined {
  return claims.find(
    ({ id, status, owned }) => id !== writer?.id && claiming.has(status) && owned.length > 0 && isOwned(path, owned),
  );
}

/** Finds the other lane in progress that owns paths in a folder. */
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

/** Returns the innermost worktree at or above a path. */
function treeOf(path: string, trees: readonly string[]): string | undefined {
  return trees
    .map(slashed)
    .filter(tree => path === tree || path.startsWith(`${tree}/`))
    .sort((left, right) => right.length - left.length)[0];
}

function slashed(directory: string): string {
  return directory.replaceAll('\\', '/');
}
