/** One branch that a push sends. */
export interface PushedRef {
  /** The local branch; undefined when a commit was named in another way, as by `HEAD`. */
  readonly branch: string | undefined;
  readonly commit: string;
  readonly remoteRef: string;
  /** The branch over there; undefined for other refs. */
  readonly target: string | undefined;
}

/**
 * Reads what git tells pre-push, a line each: local ref, local commit, remote ref, remote commit. Deletions (a commit of
 * zeros) and tags are left out, and so is what reads otherwise.
 */
export function readPushedRefs(input: string): PushedRef[] {
  return input.split('\n').flatMap(line => {
    const [, localRef = '', commit = '', remoteRef = ''] =
      /^(\S+) ([0-9a-f]{40,64}) (\S+) [0-9a-f]{40,64}$/.exec(line) ?? [];
    if (localRef === '' || /^0+$/.test(commit) || remoteRef.startsWith('refs/tags/')) return [];
    return [{ branch: branchOf(localRef), commit, remoteRef, target: branchOf(remoteRef) }];
  });
}

function branchOf(ref: string): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(ref)?.[1];
}
