import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Agent, AgentConnection, InstallScope } from '../domain/agent/agent.js';
import { configurationFolder } from '../platform/configurationFolder.js';
import { isOnPath } from '../platform/isOnPath.js';
import { sha256 } from '../platform/sha256.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the files of one scope are. */
export interface InstallPlace {
  readonly scope: InstallScope;
  /** The root of the worktree, or the home directory. */
  readonly root: string;
  /** Of what is written: `installed.json`. */
  readonly ledger: string;
  /** Where it is put down what is about to be written, so that it can be put back. */
  readonly journal: string;
  readonly environment: Environment;
}

/** The files of a repository, by the root of its worktree; undefined where the environment has no home directory. */
export function projectPlace(root: string, environment: Environment): InstallPlace | undefined {
  const folder = configurationFolder(environment);
  if (folder === undefined) return undefined;
  return {
    ...{ scope: 'project', root, environment },
    ledger: join(root, '.stateroom', 'installed.json'),
    // What puts files back is believed: it may not be where it could have come with a repository.
    journal: join(folder, `install-${sha256(root).slice(0, 16)}.json`),
  };
}

/** The files of a person; undefined where the environment has no home directory. */
export function userPlace(environment: Environment): InstallPlace | undefined {
  const root = environment.HOME ?? environment.USERPROFILE;
  const folder = configurationFolder(environment);
  if (root === undefined || !isAbsolute(root) || folder === undefined) return undefined;
  const [ledger, journal] = [join(folder, 'installed.json'), join(folder, 'install.json')];
  return { scope: 'user', root, ledger, journal, environment };
}

/** True where something has the name of the ledger, if only a link that leads nowhere. */
export function hasLedger({ ledger }: InstallPlace): boolean {
  return lstatSync(ledger, { throwIfNoEntry: false }) !== undefined;
}

/** The folder of the person's launcher, and of the ledger. */
export function userFolder({ ledger }: InstallPlace): string {
  return dirname(ledger);
}

/** The absolute path of a file that is named from the root of a repository, or with `~`. */
export function pathOf({ root, environment }: InstallPlace, name: string, { home }: AgentConnection): string {
  const way = name.replace(/^~\//, '');
  const moved = home.variable === undefined ? undefined : environment[home.variable];
  if (way === name || moved === undefined || !isAbsolute(moved)) return join(root, way);
  if (way.startsWith(`${home.folder}/`)) return join(moved, way.slice(home.folder.length + 1));
  // As Claude Code does with ~/.claude.json.
  return way.includes('/') ? join(root, way) : join(moved, way);
}

/** True for an agent that seems to be used: by this person, or in this repository. */
export function isUsed({ scope, root, environment }: InstallPlace, agent: Agent): boolean {
  const { connection, program, settings = [], documents = [] } = agent;
  if (connection === undefined) return false;
  if (program !== undefined && isOnPath(program, environment.PATH)) return true;
  const { folder, variable } = connection.home;
  const home = scope === 'user' ? root : (environment.HOME ?? homedir());
  if (existsSync((variable && environment[variable]) || join(home, folder))) return true;
  return scope === 'project' && [...settings, ...documents].some(name => existsSync(join(root, name)));
}

/** How a path is shown: from the root of the repository, or with `~`. */
export function shownPath({ scope, root }: InstallPlace, path: string): string {
  if (!path.startsWith(`${root}/`) && !path.startsWith(`${root}\\`)) return path;
  const way = path.slice(root.length + 1).replaceAll('\\', '/');
  return scope === 'user' ? `~/${way}` : way;
}
