/**
 * Returns the name, of a branch or file, that a disk which ignores case takes for this one, or whose folder it takes for another:
 * `Feature/x` is a twin of `feature/y`. Undefined if there is none.
 */
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
