const header = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/gm;
const move = /^\*\*\* Update File: (.+?)\s*\n\*\*\* Move to: (.+?)\s*$/gm;

/** The files that a patch of `apply_patch` names, as it names them. */
export function patchedPaths(patch: string): string[] {
  return [...patch.matchAll(header)].map(match => match[1] ?? '');
}

/** Where the files that a patch moves were before, by where they are now. */
export function movedPaths(patch: string): ReadonlyMap<string, string> {
  return new Map([...patch.matchAll(move)].map(([, from = '', to = '']) => [to, from]));
}
