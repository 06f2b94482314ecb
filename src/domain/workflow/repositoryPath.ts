import { type Message, message } from '../../messages/message.js';
import { agents } from '../agent/agents.js';

/** The longest path that is taken, in characters. */
const maxLength = 400;
/** Names under which Windows has devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Git's own folder, also under the names by which some file systems find it. */
const gitFolder = /^(?:\.git|git~\d+)$/i;
/**
 * Folders and files, wherever they lie, that tell the editor, agents, git and its hooks, package managers, containers or
 * Stateroom by themselves what to run, what to fetch and what to allow.
 */
const ownNames = [
  ...agents.flatMap(({ settings = [] }) => settings),
  ...['.stateroom', '.zed', '.idea', '.devcontainer', '.devcontainer.json', '.circleci', '.envrc'],
  ...['.windsurf', '.roo', '.kiro'],
  ...['.gitattributes', '.gitmodules', '.gitconfig', '.githooks', '.husky', '.pre-commit-config.yaml'],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs'],
];
/** The same of any name: workspaces of the editor, and lefthook in each of its formats, also for one machine alone. */
const ownPatterns = [
  String.raw`.*\.code-workspace`,
  String.raw`.*~\d+\.cod`,
  String.raw`\.?lefthook(?:-local)?(?:\.\w+)?`,
  String.raw`leftho~\d+(?:\.\w+)?`,
];
/** With `u`, letters that some file systems take for `k` and `s` are these here as well. */
const own = new RegExp(`^(?:${[...ownNames.flatMap(asFound), ...ownPatterns].join('|')})$`, 'iu');
const control = /\p{Cc}|\p{Cf}|[\u2028\u2029]/u;

/**
 * Why a proposed path must not be written in a repository, in words that follow “the path …”; undefined
 * where it is one: relative, with `/`, without steps up, and the same file on every system.
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
    // Windows drops them, and finds another file then.
    if (/[. ]$/.test(name)) return message('edits.pathTrailingDot');
    if (gitFolder.test(name)) return message('edits.pathInGit');
    if (own.test(name)) return message('edits.pathInSettings');
    if (device.test(name)) return message('edits.pathDevice');
  }
  return undefined;
}

/** What finds a file by its name, and by the short one that Windows gives it: `DEVCON~1.JSO`. */
function asFound(name: string): string[] {
  const [base = '', ...rest] = name.replace(/^\./, '').split('.');
  const ending = rest.at(-1);
  return [
    name.replaceAll('.', '\\.'),
    `${base.slice(0, 6)}~\\d+${ending === undefined ? '' : `\\.${ending.slice(0, 3)}`}`,
  ];
}
