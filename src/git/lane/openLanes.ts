import { delimiter, join, resolve } from 'node:path';
import { singleHeartbeatMs } from '../../domain/worker/liveness.js';
import { type FileCache, openFileCache } from '../../platform/fileCache.js';
import { type IntentFiles, openIntentFiles } from '../../platform/intentFiles.js';
import { type Launched, launchProgram } from '../../platform/launchProgram.js';
import { type Machine, thisMachine } from '../../platform/machine.js';
import { type PersonalSettings, readPersonalSettings } from '../../platform/personalSettings.js';
import { openPresenceFiles, type PresenceFiles } from '../../platform/presenceFiles.js';
import { openProcessMutex, type ProcessMutex } from '../../platform/processMutex.js';
import { openSessionFiles, type SessionFiles } from '../../platform/sessionFiles.js';
import { shimProblem } from '../../platform/shim.js';
import { openTextLogs, type TextLogs } from '../../platform/textLogs.js';
import { openWorkerHeartbeats, type WorkerHeartbeats } from '../../platform/workerHeartbeats.js';
import type { WorkTree } from '../workTree.js';
import type { LaneTrees } from './laneTrees.js';

export interface LanePorts {
  /** Loaded lazily: few calls need it. */
  trees(): Promise<LaneTrees>;
  readonly intentLogs: IntentFiles;
  readonly machine: Machine;
  /** Serializes the creation of tasks' places between processes. */
  readonly turns: ProcessMutex;
  readonly cache: FileCache;
  /** Relative to the caller's current folder. */
  resolve(path: string): string;
  readonly heartbeats: WorkerHeartbeats;
  readonly presence: PresenceFiles;
  /** Programs started as workers, by `<lane>.<number>`. */
  readonly runs: IntentFiles;
  readonly logs: TextLogs;
  /** Transcripts of the agents that Stateroom started. */
  readonly sessions: SessionFiles;
  /** The process that starts agents, by the name `runner`. */
  readonly runner: IntentFiles;
  /** The settings that a person has for all repositories, or another file beside them. */
  personalSettings(file?: string): Promise<PersonalSettings | undefined>;
  /** PATH of programs in lanes, with the shim. */
  readonly programPath: string;
  /** Returns the reason to rewrite the shim, as a sentence without its full stop. */
  shimProblem(): Promise<string | undefined>;
  /** Starts a detached Stateroom process; undefined if that fails. */
  launch(words: readonly string[], directory: string): Promise<Launched | undefined>;
}

/** Liveness of workers, from files and the machine, without git. */
export type LivenessPorts = Pick<LanePorts, 'heartbeats' | 'presence' | 'runs' | 'logs' | 'sessions' | 'machine'>;

/** Does no I/O before a method is called. `isConnection` as in `openPresenceFiles`. */
export function openLivenessPorts(storeDirectory: string, { isConnection = false } = {}): LivenessPorts {
  return {
    heartbeats: openWorkerHeartbeats(join(storeDirectory, 'workers'), singleHeartbeatMs),
    presence: openPresenceFiles(join(storeDirectory, 'presence'), { isConnection }),
    runs: openIntentFiles(join(storeDirectory, 'runs')),
    logs: openTextLogs(join(storeDirectory, 'logs'), turnsOf(storeDirectory)),
    sessions: openSessionFiles(join(storeDirectory, 'sessions')),
    machine: thisMachine,
  };
}

function turnsOf(storeDirectory: string): ProcessMutex {
  return openProcessMutex(openIntentFiles(join(storeDirectory, 'turns')), thisMachine);
}

export interface LanesPlace {
  readonly workTree: WorkTree;
  /** Contains intent logs and files that look like secrets. */
  readonly storeDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of `cli.mjs`. */
  readonly programFile: string;
  /** True in a process that serves one agent during its connection. */
  readonly isConnection?: boolean;
}

/** Does no I/O before a method is called. */
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
    turns: turnsOf(storeDirectory),
    cache,
    resolve: path => resolve(workTree.root, workTree.folder, path),
    ...openLivenessPorts(storeDirectory, { isConnection }),
    runner: openIntentFiles(join(storeDirectory, 'runner')),
    personalSettings: file => readPersonalSettings(environment, file),
    programPath: [join(storeDirectory, 'bin'), environment.PATH ?? ''].join(delimiter),
    shimProblem: () => shimProblem(storeDirectory, programFile),
    launch: (words, directory) =>
      launchProgram({ file: programFile, words: ['--store', storeDirectory, ...words], directory, environment }),
  };
}
