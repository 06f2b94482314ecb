import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Agent, AgentConnection, InstallScope } from '../domain/agent/agent.js';
import { configurationFolder } from '../platform/configurationFolder.js';
import { isOnPath } from '../platform/isOnPath.js';
import { sha256 } from '../platform/sha256.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface InstallPlace {
  readonly scope: InstallScope;
  /** The root of the worktree, or the home directory. */
  readonly root: string;
  /** The ledger: `installed.json`. */
  readonly ledger: string;
  /** Undo journal, written before the files. */
  readonly journal: string;
  readonly environment: Environment;
}

/** `root` is the worktree's; undefined without a home directory. */
export function projectPlace(root: string, environment: Environment): InstallPlace | undefined {
  const folder = configurationFolder(environment);
  if (folder === undefined) return undefined;
  return {
    ...{ scope: 'project', root, environment },
    ledger: join(root, '.stateroom', 'installed.json'),
    // The journal is trusted, so it must not be where it could come with a repository.
    journal: join(folder, `install-${sha256(root).slice(0, 16)}.json`),
  };
}

/** Returns the locations of a person's install; undefined if the environment has no home directory. */
export function userPlace(environment: Environment): InstallPlace | undefined {
  const root = environment.HOME ?? environment.USERPROFILE;
  const folder = configurationFolder(environment);
  if (root === undefined || !isAbsolute(root) || folder === undefined) return undefined;
  const [ledger, journal] = [join(folder, 'installed.json'), join(folder, 'install.json')];
  return { scope: 'user', root, ledger, journal, environment };
}

/** True if the ledger's path exists, even as a dangling link. */
export function hasLedger({ ledger }: InstallPlace): boolean {
  return lstatSync(ledger, { throwIfNoEntry: false }) !== undefined;
}

export function userFolder({ ledger }: InstallPlace): string {
  return dirname(ledger);
}

/** Returns the absolute path of a file named relative to the repository's root, or with `~`. */
export function pathOf({ root, environment }: InstallPlace, name: string, { home }: AgentConnection): string {
  const way = name.replace(/^~\//, '');
  const moved = home.variable === undefined ? undefined : environment[home.variable];
  if (way === name || moved === undefined || !isAbsolute(moved)) return join(root, way);
  if (way.startsWith(`${home.folder}/`)) return join(moved, way.slice(home.folder.length + 1));
  // Claude Code moves ~/.claude.json this way.
  return way.includes('/') ? join(root, way) : join(moved, way);
}

/** True for an agent that this person, or this repository, seems to use. */
export function isUsed({ scope, root, environment }: InstallPlace, agent: Agent): boolean {
  const { connection, program, settings = [], documents = [] } = agent;
  if (connection === undefined) return false;
  if (program !== undefined && isOnPath(program, environment.PATH)) return true;
  const { folder, variable } = connection.home;
  const home = scope === 'user' ? root : (environment.HOME ?? homedir());
  if (existsSync((variable && environment[variable]) || join(home, folder))) return true;
  return scope === 'project' && [...settings, ...documents].some(name => existsSync(join(root, name)));
}

/** Shows a path relative to the repository's root, or with `~`. */
export function shownPath({ scope, root }: InstallPlace, path: string): string {
  if (!path.startsWith(`${root}/`) && !path.startsWith(`${root}\\`)) return path;
  const way = path.slice(root.length + 1).replaceAll('\\', '/');
  return scope === 'user' ? `~/${way}` : way;
}
