/**
 * The name among these, of branches or files, that a disk which knows no upper and lower case takes for another one, or that
 * is in a folder which it takes for another one's: `Feature/x` is a twin of `feature/y`. Undefined when there is none.
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
