import type { ScannedFlag } from './scanArguments.js';

export interface GlobalOptions {
  readonly repo: string | undefined;
  readonly store: string | undefined;
  readonly actor: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Undefined for colors on terminals that show them. */
  readonly color: boolean | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

export const globalFlagList = [
  { flag: 'repo', takesValue: true, shown: '--repo <dir>', description: 'Repository folder (default: current folder)' },
  {
    flag: 'store',
    takesValue: true,
    shown: '--store <dir>',
    description: 'Store folder, for use without a repository',
  },
  { flag: 'actor', takesValue: true, shown: '--actor <name>', description: 'Your name (default: agent or git user)' },
  { flag: 'json', takesValue: false, shown: '--json', description: 'Print one JSON object' },
  { flag: 'quiet', takesValue: false, shown: '-q, --quiet', description: 'Print only ids and errors' },
  { flag: 'color', takesValue: false, shown: '--no-color', description: 'Disable colors (as NO_COLOR does)' },
  { flag: 'version', takesValue: false, shown: '-V, --version', description: 'Print the version' },
  { flag: 'help', takesValue: false, shown: '-h, --help', description: 'Show help' },
] as const;

export function readGlobalOptions(flags: readonly ScannedFlag[]): GlobalOptions {
  const given = new Map(flags.map(({ flag, value }) => [flag, value]));
  const text = (flag: string): string | undefined => {
    const value = given.get(flag);
    return typeof value === 'string' ? value : undefined;
  };
  const color = given.get('color');
  return {
    repo: text('repo'),
    store: text('store'),
    actor: text('actor'),
    json: given.get('json') === true,
    quiet: given.get('quiet') === true,
    color: typeof color === 'boolean' ? color : undefined,
    help: given.get('help') === true,
    version: given.get('version') === true,
  };
}
