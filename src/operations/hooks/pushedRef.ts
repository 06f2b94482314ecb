/** Backups of worktrees: all their files, including private ones. */
const internalRefs = 'refs/stateroom/';

export interface PushedRef {
  /** Local branch; undefined for a commit named otherwise, such as `HEAD`. */
  readonly branch: string | undefined;
  readonly commit: string;
  readonly remoteRef: string;
  /** Branch at the remote; undefined for other refs. */
  readonly target: string | undefined;
  /** Its commit at the remote, which may be missing here; undefined for a new branch. */
  readonly remoteCommit: string | undefined;
}

export interface PushedRefs {
  readonly refs: readonly PushedRef[];
  /** Stateroom's internal refs, local or remote, which must not be pushed. */
  readonly internal: readonly string[];
  /** Lines that git does not write, with unknown refs. */
  readonly unreadable: readonly string[];
}

/** Parses pre-push lines: local ref (may have spaces), local commit, remote ref, remote commit. Skips deletions and tags. */
export function readPushedRefs(input: string): PushedRefs {
  const refs: PushedRef[] = [];
  const internal: string[] = [];
  const unreadable: string[] = [];
  for (const line of input.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, localRef, commit, remoteRef, remoteCommit] =
      /^(.+) ([0-9a-f]{40,64}) (\S+) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    if (localRef === undefined || commit === undefined || remoteRef === undefined || remoteCommit === undefined) {
      unreadable.push(line);
      continue;
    }
    if (isNone(commit)) continue;
    internal.push(...[localRef, remoteRef].filter(ref => ref.startsWith(internalRefs)).slice(0, 1));
    if (remoteRef.startsWith('refs/tags/')) continue;
    refs.push({
      branch: branchOf(localRef),
      commit,
      remoteRef,
      target: branchOf(remoteRef),
      remoteCommit: isNone(remoteCommit) ? undefined : remoteCommit,
    });
  }
  return { refs, internal, unreadable };
}

function isNone(commit: string): boolean {
  return /^0+$/.test(commit);
}

function branchOf(ref: string): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(ref)?.[1];
}
