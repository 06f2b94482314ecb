const header = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/gm;
const move = /^\*\*\* Update File: (.+?)\s*\n\*\*\* Move to: (.+?)\s*$/gm;

export function patchedPaths(patch: string): string[] {
  return [...patch.matchAll(header)].map(match => match[1] ?? '');
}

/** Former paths of the files that a patch moves, by their new paths. */
export function movedPaths(patch: string): ReadonlyMap<string, string> {
  return new Map([...patch.matchAll(move)].map(([, from = '', to = '']) => [to, from]));
}
