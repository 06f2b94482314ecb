/** Folders in which tools put the worktrees that they make, and what they call their branches. */
const makers: readonly { readonly name: string; readonly folder: RegExp; readonly branch?: RegExp }[] = [
  { name: 'Claude Code', folder: /\/\.claude\/worktrees\// },
  { name: 'Codex', folder: /\/\.codex\/worktrees\// },
  { name: 'Copilot', folder: /\/copilot-worktrees\/|\.worktrees\/copilot-/, branch: /^copilot[-/]/ },
  { name: 'Cursor', folder: /\/\.cursor\/worktrees\// },
];

/** Which tool made a worktree, by where it lies and what its branch is called; undefined for one that anybody made. */
export function treeMaker(directory: string, branch: string | undefined): string | undefined {
  const path = directory.replaceAll('\\', '/');
  const found = makers.find(maker => maker.folder.test(path) || (branch !== undefined && maker.branch?.test(branch)));
  return found?.name;
}
