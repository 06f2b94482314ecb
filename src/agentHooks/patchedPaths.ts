const header = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/gm;

/** The files that a patch of `apply_patch` names, as it names them. */
export function patchedPaths(patch: string): string[] {
  return [...patch.matchAll(header)].map(match => match[1] ?? '');
}
