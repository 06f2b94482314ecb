/** Returns the last part of a path with any system's separators. */
export function baseName(folder: string): string {
  return folder.split(/[\\/]/).findLast(part => part !== '') ?? folder;
}
