/** Contains backups of worktrees: all their files, including private ones. */
const internalRefs = 'refs/stateroom/';

export interface PushedRef {
  /** Local branch; undefined if the commit was named in another way, such as `HEAD`. */
  readonly branch: string | undefined;
  readonly commit: string;
  readonly remoteRef: string;
  /** Branch at the remote; undefined for other refs. */
  readonly target: string | undefined;
  /** Its commit on the remote; undefined if it is new. This repository need not have the commit. */
  readonly remoteCommit: string | undefined;
}

export interface PushedRefs {
  readonly refs: readonly PushedRef[];
  /** Refs internal to Stateroom, local or remote, which must not be pushed. */
  readonly internal: readonly string[];
  /** Lines that git does not write: their refs are unknown. */
  readonly unreadable: readonly string[];
}

/**
 * Parses the stdin of pre-push, a line per ref: local ref, local commit, remote ref, remote commit. Deletions (a commit of zeros) and tags
 * are left out. The local ref may contain spaces (`HEAD^{/two words}`), the rest never does.
 */
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
