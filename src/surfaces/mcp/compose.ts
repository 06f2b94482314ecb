import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { openCloneTrust } from '../../git/cloneTrust.js';
import { openLanes } from '../../git/lane/openLanes.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import { locateStore } from '../../git/storeLocation.js';
import type { WorkTree } from '../../git/workTree.js';
import { askGate } from '../../operations/gate/askGate.js';
import { settingsFromEnvironment } from '../../operations/settingsFromEnvironment.js';
import { type AttachmentFolder, openAttachments } from '../../platform/attachments.js';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import type { Log } from '../../platform/log.js';
import { commandRunner } from '../../platform/runCommand.js';
import { version } from '../../platform/version.js';
import type { Context } from '../../records/context.js';
import { openSqljsStore } from '../../store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../store/store.js';
import { LaneHint } from './laneHint.js';
import { withNextCalls } from './withNextCalls.js';

export interface ComposeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly repo: string | undefined;
  readonly store: string | undefined;
  /** Absolute path of sql-wasm.wasm. */
  readonly wasmFile: string;
  /** Absolute path of cli.mjs. */
  readonly programFile: string;
  readonly log: Log;
}

export interface Composition {
  /** Returns the context for an actor; a refusal while there is no repository. */
  contextFor(actor: Actor, signal?: AbortSignal): Context | Refusal;
  /** Undefined if the folder is not a worktree of the same repository. */
  contextAt(context: Context, directory: string): Context | undefined;
  /** Undefined before the first call that found a repository. */
  storeDirectory(): string | undefined;
  /** False if the store cannot be read; calls then return the reason. */
  hasLanes(): Promise<boolean>;
  /** False if the repository's configuration cannot be read. */
  mayReview(): Promise<boolean>;
  /** Calls back after commits of any process; undefined while there is no store directory. */
  onDidChange(listener: () => void): (() => void) | undefined;
  close(): Promise<void>;
}

/** Each call looks for the repository until there is one, so a server started before `git init` needs no restart. */
export function compose(options: ComposeOptions): Composition {
  const { environment, log, programFile } = options;
  const clock = systemClock;
  const ids = randomIds;
  const settings = settingsFromEnvironment(environment);
  const commands = commandRunner(environment);
  const laneHint = new LaneHint();
  let store: Store | undefined;
  let storeDirectory: string | undefined;
  let workDirectory = options.directory;
  let attachments: AttachmentFolder | undefined;

  const openStore = (): Store | Refusal => {
    if (store !== undefined) return store;
    const location = locateStore(options, options);
    if (isRefusal(location)) return location;
    const { directory } = location;
    storeDirectory = directory;
    workDirectory = location.workDirectory;
    attachments = openAttachments(directory);
    // The client's pings are answered during a commit, so nothing may block the thread.
    store = openSqljsStore({ directory, wasmFile: options.wasmFile, clock, ids, log, mode: 'async' });
    return store;
  };

  const placeAt = (workTree: WorkTree | undefined): Pick<Context, 'workTree' | 'trust' | 'lanes'> => ({
    workTree,
    trust: workTree && openCloneTrust(workTree.commonDir, environment),
    lanes:
      workTree && storeDirectory !== undefined
        ? openLanes({ workTree, storeDirectory, environment, programFile, isConnection: true })
        : undefined,
  });

  const hooksAt = async (workTree: WorkTree | undefined) => {
    if (workTree === undefined) return undefined;
    const { openGitHooks } = await import('../../git/hooks/openGitHooks.js');
    const { root, commonDir } = workTree;
    return openGitHooks({ root, commonDir, environment, program: { file: programFile, version } });
  };

  const composition: Composition = {
    contextFor(actor, signal) {
      if (isRefusal(settings)) return settings;
      const opened = openStore();
      if (isRefusal(opened)) return opened;
      return {
        store: opened,
        clock,
        ids,
        actor,
        log,
        settings,
        // Looked up on each call: a repository may be created, moved or removed while the server runs.
        ...placeAt(openWorkTree(workDirectory, environment)),
        commands,
        attachments,
        judgeCommand: async (caller, command, directory) =>
          (await import('../../agentHooks/judgeCommand.js')).judgeCommand(caller, command, directory),
        askGate,
        brief: async (caller, workflow, request) =>
          (await import('../../workflows/briefWorkflow.js')).briefWorkflow(caller, workflow, request, withNextCalls),
        recordMerged: async caller =>
          (await import('../../operations/lane/worker/mergedElsewhere.js')).noticeMerged(caller),
        examine: async caller => {
          const { examineAll } = await import('../examine.js');
          const host = { environment, directory: options.directory, programFile };
          return examineAll({ ...caller, hooks: await hooksAt(caller.workTree) }, { host, directory: storeDirectory });
        },
        ...(signal === undefined ? {} : { signal }),
      };
    },
    contextAt(context, directory) {
      const workTree = openWorkTree(directory, environment);
      const isOne = workTree?.root === directory && workTree.commonDir === context.workTree?.commonDir;
      return isOne ? { ...context, ...placeAt(workTree) } : undefined;
    },
    storeDirectory: () => storeDirectory,
    async hasLanes() {
      try {
        const opened = openStore();
        if (isRefusal(opened)) return false;
        return storeDirectory !== undefined && (await laneHint.hasLanes(opened, storeDirectory));
      } catch (error) {
        log.debug(`Could not check for lanes: ${String(error)}`);
        return false;
      }
    },
    async mayReview() {
      try {
        const context = composition.contextFor({ role: 'system', name: 'stateroom' });
        if (isRefusal(context)) return false;
        const { baseConfigOrDefaults } = await import('../../records/baseConfig.js');
        return (await baseConfigOrDefaults(context)).lane.agentsMayReview;
      } catch (error) {
        log.debug(`Could not check whether agents may review lanes: ${String(error)}`);
        return false;
      }
    },
    onDidChange(listener) {
      const opened = openStore();
      return isRefusal(opened) ? undefined : opened.onDidChange(listener);
    },
    async close() {
      await store?.close();
    },
  };
  return composition;
}
