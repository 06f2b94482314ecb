import { delimiter, join, resolve } from 'node:path';
import { singleBeatMs } from '../../domain/worker/liveness.js';
import { type FileCache, openFileCache } from '../../platform/fileCache.js';
import { type IntentFiles, openIntentFiles } from '../../platform/intentFiles.js';
import { type Launched, launchProgram } from '../../platform/launchProgram.js';
import { type Machine, thisMachine } from '../../platform/machine.js';
import { openPresenceFiles, type PresenceFiles } from '../../platform/presenceFiles.js';
import { openProcessMutex, type ProcessMutex } from '../../platform/processMutex.js';
import { shimProblem } from '../../platform/shim.js';
import { openTextLogs, type TextLogs } from '../../platform/textLogs.js';
import { openWorkerHeartbeats, type WorkerHeartbeats } from '../../platform/workerHeartbeats.js';
import type { WorkTree } from '../workTree.js';
import type { LaneTrees } from './laneTrees.js';

/** What operations on lanes need besides store and worktree. */
export interface LanePorts {
  /** Worktrees and branches of the whole repository. The code for them is loaded with the first call: few calls need it. */
  trees(): Promise<LaneTrees>;
  /** What is about to be done to lanes, by the lane's name. */
  readonly intentLogs: IntentFiles;
  readonly machine: Machine;
  /** For the making of places of tasks, which two processes may want at once. */
  readonly turns: ProcessMutex;
  /** What was worked out of lanes before. */
  readonly cache: FileCache;
  /** The absolute path of what a caller typed, relative to its current folder. */
  resolve(path: string): string;
  /** Heartbeats of workers. */
  readonly heartbeats: WorkerHeartbeats;
  /** When actors were last seen. */
  readonly presence: PresenceFiles;
  /** The programs that were started as workers: `<lane>.<number>`. */
  readonly runs: IntentFiles;
  /** What those programs print. */
  readonly logs: TextLogs;
  /** The PATH of programs in lanes, on which they find `stateroom`. */
  readonly programPath: string;
  /** Why the shim is written again at the next chance, as a sentence without its full stop. */
  shimProblem(): Promise<string | undefined>;
  /** Starts a detached Stateroom process with these arguments in a folder; undefined when it could not be started. */
  launch(words: readonly string[], directory: string): Promise<Launched | undefined>;
}

/** Liveness of workers: files next to the store, and the machine; no git. */
export type LifeSigns = Pick<LanePorts, 'heartbeats' | 'presence' | 'runs' | 'logs' | 'machine'>;

/** The same beside a store; touches nothing before a method is called. `isConnection` as `openPresenceFiles` has it. */
export function openLifeSigns(storeDirectory: string, { isConnection = false } = {}): LifeSigns {
  return {
    heartbeats: openWorkerHeartbeats(join(storeDirectory, 'workers'), singleBeatMs),
    presence: openPresenceFiles(join(storeDirectory, 'presence'), { isConnection }),
    runs: openIntentFiles(join(storeDirectory, 'runs')),
    logs: openTextLogs(join(storeDirectory, 'logs')),
    machine: thisMachine,
  };
}

export interface LanesPlace {
  readonly workTree: WorkTree;
  /** The store's own folder: intent logs, and what looks like secrets, are kept beside it. */
  readonly storeDirectory: string;
  /** What the process inherited. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of `cli.mjs`. */
  readonly programFile: string;
  /** True in a process that serves one agent as long as its connection is open. */
  readonly isConnection?: boolean;
}

/** The lanes of a worktree's repository. Touches nothing before a method is called. */
export function openLanes(place: LanesPlace): LanePorts {
  const { workTree, storeDirectory, environment, programFile, isConnection = false } = place;
  const cache = openFileCache(join(storeDirectory, 'kept'));
  return {
    async trees() {
      const { openLaneTrees } = await import('./laneTrees.js');
      return openLaneTrees({
        commonDir: workTree.commonDir,
        secretsFolder: join(storeDirectory, 'secrets'),
        cache,
        environment,
        inThrowAwayTree: (commit, work) => workTree.inThrowAwayTree(commit, work),
      });
    },
    intentLogs: openIntentFiles(join(storeDirectory, 'journeys')),
    turns: openProcessMutex(openIntentFiles(join(storeDirectory, 'turns')), thisMachine),
    cache,
    resolve: path => resolve(workTree.root, workTree.folder, path),
    ...openLifeSigns(storeDirectory, { isConnection }),
    programPath: [join(storeDirectory, 'bin'), environment.PATH ?? ''].join(delimiter),
    shimProblem: () => shimProblem(storeDirectory, programFile),
    launch: (words, directory) =>
      launchProgram({ file: programFile, words: ['--store', storeDirectory, ...words], directory, environment }),
  };
}
