/** What we do with git for ourselves runs nothing that the repository brings, and no hook ends it in the middle. */
export const withoutHooks = ['-c', 'core.hooksPath=/dev/null'] as const;
