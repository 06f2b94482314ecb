import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { defaultLeaseMs } from '../../domain/workItem/workItem.js';
import { openCloneTrust } from '../../git/cloneTrust.js';
import { readGitUser } from '../../git/gitUser.js';
import { openGitHooks } from '../../git/hooks/openGitHooks.js';
import { openLanes, openLivenessPorts } from '../../git/lane/openLanes.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import { locateStore } from '../../git/storeLocation.js';
import { lanesFolderVariable } from '../../git/treePlace.js';
import { settingKeys } from '../../manifest/settingKeys.js';
import { openAttachments } from '../../platform/attachments.js';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import type { Log } from '../../platform/log.js';
import { commandRunner } from '../../platform/runCommand.js';
import { searchPathWith } from '../../platform/searchPath.js';
import { version } from '../../platform/version.js';
import type { OperationSettings } from '../../records/context.js';
import type { Tools } from '../../sample/sample.js';
import type { RepositoryEnvironment } from './repository/openRepository.js';
import { loadLanguage } from './support/inEditorsLanguage.js';
import { askTrust } from './trust/askTrust.js';

/** Tools for making a sample: the shipped program, in this editor's environment. */
export function sampleTools(context: vscode.ExtensionContext): Tools {
  return { program: context.asAbsolutePath('dist/cli.mjs'), environment: gitSurroundings() };
}

const minute = 60_000;
const defaultStaleMs = 10 * minute;

/** Wires the dependencies of repositories: the only place of this surface that names an engine. */
export function composeRepositories(context: vscode.ExtensionContext, log: Log): RepositoryEnvironment {
  const wasmFile = context.asAbsolutePath('dist/sql-wasm.wasm');
  const program = { file: context.asAbsolutePath('dist/cli.mjs'), version };
  const queryWorker = context.asAbsolutePath('dist/queryWorker.mjs');
  return {
    clock: systemClock,
    ids: randomIds,
    log,
    // Only the store's location is taken from the environment: a GIT_DIR does not apply to a window's folders.
    locateStore: directory => {
      const { STATEROOM_STORE = '' } = process.env;
      return locateStore({}, { environment: { STATEROOM_STORE }, directory });
    },
    // Never sync: a flush to disk or a wait for the lock would block every extension of the window.
    openStore: async directory => {
      // Load the language here: no operation has any output before it has a store.
      const [{ openSqljsStore }] = await Promise.all([
        import('../../store/engine/sqljs/openSqljsStore.js'),
        loadLanguage(),
      ]);
      return openSqljsStore({
        directory,
        wasmFile,
        queryWorker,
        clock: systemClock,
        ids: randomIds,
        log,
        mode: 'async',
      });
    },
    openWorkTree: directory => openWorkTree(directory, laneSurroundings()),
    openTrust: ({ commonDir }) => openCloneTrust(commonDir, process.env),
    askTrust,
    openHooks: ({ root, commonDir }) => openGitHooks({ root, commonDir, environment: gitSurroundings(), program }),
    openLanes: (workTree, storeDirectory) =>
      openLanes({
        workTree,
        storeDirectory,
        environment: laneSurroundings(),
        programFile: program.file,
      }),
    openLivenessPorts,
    openAttachments,
    variables: process.env,
    // The person's PATH takes precedence: the folder of git is appended, for a PATH without git.
    commands: {
      get environment() {
        return gitSurroundings('last');
      },
      run: request => commandRunner(gitSurroundings('last')).run(request),
    },
    personName,
    settings: readSettings,
    isTrusted: () => vscode.workspace.isTrusted,
  };
}

/** The environment of this process; the folder of the git in the editor's settings is added to the PATH. */
function gitSurroundings(where: 'first' | 'last' = 'first'): NodeJS.ProcessEnv {
  const set = vscode.workspace.getConfiguration('git').get<unknown>('path');
  const named = [set].flat().find(path => typeof path === 'string' && isAbsolute(path) && existsSync(path));
  if (typeof named !== 'string') return process.env;
  return { ...process.env, ...searchPathWith(dirname(named), process.env, where) };
}

/** The name in the settings, else git's (not read in Restricted Mode), else the account's. */
async function personName(folder: vscode.Uri): Promise<string> {
  const set = vscode.workspace.getConfiguration('stateroom', folder).get('personName', '').trim();
  if (set !== '') return set.slice(0, 200);
  if (!vscode.workspace.isTrusted) return accountName();
  return (await readGitUser(folder.fsPath, gitSurroundings())) ?? accountName();
}

function accountName(): string {
  try {
    return userInfo().username || 'person';
  } catch {
    return 'person';
  }
}

/** `gitSurroundings` with the folder for new worktrees, if the editor's setting names one. */
function laneSurroundings(): NodeJS.ProcessEnv {
  const folder = vscode.workspace.getConfiguration('stateroom').get<unknown>(settingKeys.lanesFolder);
  const isSet = typeof folder === 'string' && folder.trim() !== '';
  return isSet ? { ...gitSurroundings(), [lanesFolderVariable]: folder } : gitSurroundings();
}

function readSettings(open: vscode.Uri, folder?: string): OperationSettings {
  const location = folder === undefined ? open : vscode.Uri.file(folder);
  const isInside = vscode.workspace.getWorkspaceFolder(location) !== undefined;
  const settings = vscode.workspace.getConfiguration('stateroom', isInside ? location : open);
  const minutes = (key: string, otherwise: number): number => {
    const value = settings.get<unknown>(key);
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value * minute : otherwise;
  };
  return {
    leaseMs: minutes(settingKeys.leaseMinutes, defaultLeaseMs),
    staleMs: minutes(settingKeys.staleMinutes, defaultStaleMs),
  };
}
