/** The longest path that is taken, in characters. */
const longest = 400;
/** Names under which Windows has devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Git's own folder, also under the names by which some file systems find it. */
const gitFolder = /^(?:\.git|git~\d+)$/i;
/**
 * Folders whose files tell the editor, agents, git's hooks, containers or Stateroom what to run and what to allow, also
 * as Windows shortens them.
 */
const ownFolder =
  /^(?:\.(?:stateroom|vscode|husky|githooks|claude|cursor|codex|gemini|opencode|windsurf|roo|kiro|devcontainer|idea|circleci)|(?:stater|vscode|husky|githoo|claude|cursor|codex|gemini|openco|windsu|roo|kiro|devcon|idea|circle)~\d+)$/iu;
/** Files that do, wherever they lie. With `u`, letters that some file systems take for `k` and `s` are these here as well. */
const ownFile =
  /^(?:\.mcp\.json|opencode\.jsonc?|\.envrc|\.gitattributes|\.gitmodules|\.gitconfig|\.devcontainer\.json|[^/]*\.code-workspace|(?:gitatt|gitmod|gitcon|envrc)~\d+|(?:mcp|devcon|openco)~\d+\.jso|[^/]*~\d+\.cod)$/iu;
const control = /\p{Cc}|\p{Cf}|[\u2028\u2029]/u;

/**
 * Why a path that somebody made up is none that may be written in a repository, in words that follow “the path …”; undefined
 * where it is one: relative, with `/`, without steps up, and the same file on every system.
 */
export function problemOfPath(path: string): string | undefined {
  if (path === '' || path.length > longest) return path === '' ? 'is empty' : 'is too long';
  if (control.test(path)) return 'holds control characters';
  if (path.includes('\\')) return 'has backslashes';
  if (path.startsWith('/') || path.startsWith('~') || path.includes(':')) return 'is not relative to the repository';
  for (const name of path.split('/')) {
    if (name === '') return 'has an empty name in it';
    if (name === '.' || name === '..') return 'leads elsewhere';
    // Windows drops them, and finds another file then.
    if (/[. ]$/.test(name)) return 'has a name that ends with a dot or a space';
    if (gitFolder.test(name)) return 'is in git’s own folder';
    if (ownFolder.test(name) || ownFile.test(name)) return 'is in a folder of settings, which a person changes';
    if (device.test(name)) return 'is the name of a device';
  }
  return undefined;
}
