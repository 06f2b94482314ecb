/** A file that was kept outside of git's objects because it looks like a secret. */
export interface SecretFile {
  readonly path: string;
  /** Name of its copy in the rescue's own folder. */
  readonly copy: string;
  /** Permission bits, as 0o600. */
  readonly mode: number;
}

/** What a rescue says of itself; is in its commit as `manifest.json`. */
export interface RescueManifest {
  readonly version: 1;
  readonly lane: string;
  /** When it was kept, ms UTC. */
  readonly keptAt: number;
  /** Absolute path of the worktree's top folder then. */
  readonly directory: string;
  /** What HEAD pointed to, with `refs/heads/`; null when it was detached. */
  readonly headRef: string | null;
  /** Commit of HEAD. */
  readonly head: string;
  /** Branches that belong to the worktree and where they were: HEAD's, and the one that a rebase is about. */
  readonly branches: Readonly<Record<string, string>>;
  /** References that a worktree has for itself, as those of a bisection. */
  readonly ownReferences: Readonly<Record<string, string>>;
  /** A merge, rebase, cherry-pick, revert or bisection in progress. */
  readonly operation: string | null;
  /** Permission bits of files and folders that git does not keep, by path. */
  readonly modes: Readonly<Record<string, number>>;
  readonly emptyFolders: readonly string[];
  readonly secrets: readonly SecretFile[];
  /** Ignored files and folders that were left behind, with their bytes as far as they were counted; null: a repository. */
  readonly leftBehind: readonly { readonly path: string; readonly bytes: number | null }[];
}

type Check = (value: unknown) => boolean;
const text: Check = value => typeof value === 'string';
const whole: Check = value => Number.isSafeInteger(value);
const nullable =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check);
const recordOf =
  (check: Check): Check =>
  value =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(check);
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** A path below the worktree root, and not in its `.git`. */
const inside = (path: string): boolean =>
  path !== '' &&
  !/^[\\/]|^[A-Za-z]:|\0/.test(path) &&
  path.split(/[\\/]/).every((part, at) => part !== '..' && !(at === 0 && part.toLowerCase() === '.git'));
const insidePath: Check = value => typeof value === 'string' && inside(value);
const flatName: Check = value => typeof value === 'string' && /^\w[\w.-]*$/.test(value);
const keysAre =
  (check: Check, values: Check): Check =>
  value =>
    recordOf(values)(value) && Object.keys(value as object).every(check);
const branchRef: Check = value => typeof value === 'string' && value.startsWith('refs/heads/');
/** Those that git keeps for each worktree apart; any other would be moved for all. */
const ownRef: Check = value => typeof value === 'string' && /^refs\/(?:bisect|worktree|rewritten)\//.test(value);
const bits: Check = value => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 0o7777;

/** By hand: the file that reads rescues is loaded by short commands, and a library of shapes is larger than everything else in it. */
const isManifest = shape({
  version: value => value === 1,
  lane: text,
  keptAt: whole,
  directory: text,
  headRef: nullable(text),
  head: text,
  branches: keysAre(branchRef, text),
  ownReferences: keysAre(ownRef, text),
  operation: nullable(text),
  modes: keysAre(insidePath, bits),
  emptyFolders: listOf(insidePath),
  secrets: listOf(shape({ path: insidePath, copy: flatName, mode: bits })),
  leftBehind: listOf(shape({ path: text, bytes: nullable(whole) })),
} satisfies Record<keyof RescueManifest, Check>);

/** The manifest in a text; undefined when this program cannot read it. */
export function readManifest(json: string): RescueManifest | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isManifest(value) ? (value as RescueManifest) : undefined;
  } catch {
    return undefined;
  }
}
