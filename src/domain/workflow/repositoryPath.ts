import { type Message, message } from '../../messages/message.js';
import { agents } from '../agent/agents.js';

const maxLength = 400;
/** Windows device names, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Git's folder, including its short names on some file systems. */
const gitFolder = /^(?:\.git|git~\d+)$/i;
/**
 * Control, at any depth, what the editor, agents, git and hooks, package managers, containers or Stateroom run, fetch or allow.
 */
const ownNames = [
  ...agents.flatMap(({ settings = [] }) => settings),
  ...['.stateroom', '.zed', '.idea', '.devcontainer', '.devcontainer.json', '.circleci', '.envrc'],
  ...['.windsurf', '.roo', '.kiro'],
  ...['.gitattributes', '.gitmodules', '.gitconfig', '.githooks', '.husky', '.pre-commit-config.yaml'],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs'],
];
/** Patterns of such files: workspaces of the editor, and lefthook in all formats, including local ones. */
const ownPatterns = [
  String.raw`.*\.code-workspace`,
  String.raw`.*~\d+\.cod`,
  String.raw`\.?lefthook(?:-local)?(?:\.\w+)?`,
  String.raw`leftho~\d+(?:\.\w+)?`,
];
/** With `u`, also matches letters that some file systems fold to `k` and `s`. */
const own = new RegExp(`^(?:${[...ownNames.flatMap(asFound), ...ownPatterns].join('|')})$`, 'iu');
const control = /\p{Cc}|\p{Cf}|[\u2028\u2029]/u;

/**
 * Reason against a path, as words after “the path …”. A safe one is relative, with `/`, without `..`, and the same on every
 * system.
 */
export function problemOfPath(path: string): string | Message | undefined {
  if (path === '' || path.length > maxLength)
    return path === '' ? message('edits.pathEmpty') : message('edits.pathTooLong');
  if (control.test(path)) return message('edits.pathControlCharacters');
  if (path.includes('\\')) return message('edits.pathBackslashes');
  if (path.startsWith('/') || path.startsWith('~') || path.includes(':')) return message('edits.pathNotRelative');
  for (const name of path.split('/')) {
    if (name === '') return message('edits.pathEmptyName');
    if (name === '.' || name === '..') return message('edits.pathLeadsElsewhere');
    // Windows drops them and would open another file.
    if (/[. ]$/.test(name)) return message('edits.pathTrailingDot');
    if (gitFolder.test(name)) return message('edits.pathInGit');
    if (own.test(name)) return message('edits.pathInSettings');
    if (device.test(name)) return message('edits.pathDevice');
  }
  return undefined;
}

/** Builds a pattern for a file name and its Windows short name: `DEVCON~1.JSO`. */
function asFound(name: string): string[] {
  const [base = '', ...rest] = name.replace(/^\./, '').split('.');
  const ending = rest.at(-1);
  return [
    name.replaceAll('.', '\\.'),
    `${base.slice(0, 6)}~\\d+${ending === undefined ? '' : `\\.${ending.slice(0, 3)}`}`,
  ];
}
