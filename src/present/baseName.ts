/** Returns the last part of a path; accepts the separators of every system. */
export function baseName(folder: string): string {
  return folder.split(/[\\/]/).findLast(part => part !== '') ?? folder;
}
