/** Backups of worktrees are here: all their files, including private ones. */
const internalRefs = 'refs/stateroom/';

/** One branch that a push sends. */
export interface PushedRef {
  /** The local branch; undefined when a commit was named in another way, as by `HEAD`. */
  readonly branch: string | undefined;
  readonly commit: string;
  readonly remoteRef: string;
  /** The branch over there; undefined for other refs. */
  readonly target: string | undefined;
  /** Its commit on the remote; undefined if it is new. This repository need not have the commit. */
  readonly remoteCommit: string | undefined;
}

/** What a push sends. */
export interface PushedRefs {
  readonly refs: readonly PushedRef[];
  /** Refs of ours, local or remote, that no one's push may carry. */
  readonly internal: readonly string[];
  /** Lines that read otherwise than git writes them: no one can say what they send. */
  readonly unreadable: readonly string[];
}

/**
 * Reads what git tells pre-push, a line each: local ref, local commit, remote ref, remote commit. Deletions (a commit of
 * zeros) and tags are left out. What was pushed may hold spaces (`HEAD^{/two words}`), the rest never does.
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
