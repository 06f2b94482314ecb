/** A file backed up outside git's objects because it looks like a secret. */
export interface SecretFile {
  readonly path: string;
  /** Name of its copy in the rescue's folder. */
  readonly copy: string;
  /** Permission bits, as 0o600. */
  readonly mode: number;
}

/** Description of a rescue, stored in its commit as `manifest.json`. */
export interface RescueManifest {
  readonly version: 1;
  readonly lane: string;
  /** Time of the backup, ms UTC. */
  readonly keptAt: number;
  /** Absolute path of the worktree at that time. */
  readonly directory: string;
  /** Target of HEAD, with `refs/heads/`; null if detached. */
  readonly headRef: string | null;
  readonly head: string;
  /** Commits of the worktree's branches: HEAD's, and that of a rebase in progress. */
  readonly branches: Readonly<Record<string, string>>;
  /** References per worktree, such as those of a bisect. */
  readonly ownReferences: Readonly<Record<string, string>>;
  /** The merge, rebase, cherry-pick, revert or bisect in progress. */
  readonly operation: string | null;
  /** Permission bits, by path, of files and folders whose mode git does not store. */
  readonly modes: Readonly<Record<string, number>>;
  readonly emptyFolders: readonly string[];
  readonly secrets: readonly SecretFile[];
  /** Ignored files and folders that were not backed up, with their bytes as far as counted; null: a repository. */
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

/** Accepts paths below the worktree root, but not in `.git`. */
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
/** Accepts only refs that git keeps per worktree; any other would be moved for all. */
const ownRef: Check = value => typeof value === 'string' && /^refs\/(?:bisect|worktree|rewritten)\//.test(value);
const bits: Check = value => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 0o7777;

/** Checked by hand: short commands load this file, and a schema library would outweigh everything else in it. */
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

/** Undefined if this version cannot read it. */
export function readManifest(json: string): RescueManifest | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isManifest(value) ? (value as RescueManifest) : undefined;
  } catch {
    return undefined;
  }
}
