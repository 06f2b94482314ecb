/** The last part of a path, with the separators of any system. */
export function baseName(folder: string): string {
  return folder.split(/[\\/]/).findLast(part => part !== '') ?? folder;
}
