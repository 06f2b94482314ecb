/** Returns a name that is equal, or has an equal folder, on a disk that ignores case: `Feature/x` for `feature/y`. */
export function caseTwin(names: readonly string[], name: string): string | undefined {
  const parts = name.split('/');
  return names.find(other => {
    for (const [index, part] of other.split('/').entries()) {
      const own = parts[index];
      if (own === part) continue;
      return own?.toLowerCase() === part.toLowerCase();
    }
    return false;
  });
}
