import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder, namesInOwnFolder, requireOwnFolder } from './ownFolder.js';

export interface WorkerHeartbeat {
  /** ms UTC. */
  readonly at: number;
  readonly everyMs: number;
}

export interface WorkerHeartbeats {
  /** `everyMs` is the interval; default: the previous one, or that of single heartbeats. */
  heartbeat(lane: string, at: number, everyMs?: number): Promise<void>;
  all(): Promise<ReadonlyMap<string, WorkerHeartbeat>>;
}

/** Interval of heartbeats sent while a process runs, ms. */
export const defaultHeartbeatMs = 10_000;

/** Max attempts to rename a file that others rename at the same moment. */
const maxTries = 5;
const namePattern = /^([a-z0-9][a-z0-9._-]*)\.(\d{1,15})\.(\d{1,9})$/;

interface HeartbeatFile extends WorkerHeartbeat {
  readonly name: string;
  readonly lane: string;
}

/** Names of empty files, `<lane>.<at>.<every>`: one rename per heartbeat, one listing to read all, and no log. */
export function openWorkerHeartbeats(folder: string, singleMs = defaultHeartbeatMs): WorkerHeartbeats {
  const list = async (): Promise<HeartbeatFile[]> => {
    const names = await namesInOwnFolder(folder);
    return names.flatMap(name => readName(name) ?? []);
  };
  return {
    async heartbeat(lane, at, everyMs) {
      await requireOwnFolder(folder);
      for (let tries = 0; tries < maxTries; tries += 1) {
        const earlier = (await list()).filter(file => file.lane === lane).sort((one, other) => other.at - one.at);
        const [latest, ...stray] = earlier;
        const path = join(folder, `${lane}.${Math.round(at)}.${everyMs ?? latest?.everyMs ?? singleMs}`);
        for (const { name } of stray) await rm(join(folder, name), { force: true });
        if (latest === undefined) {
          await makeOwnFolder(folder);
          // Exists if another process wrote the same heartbeat.
          await (await open(path, 'wx', 0o600).catch(insteadOf('EEXIST', undefined)))?.close();
          return;
        }
        // ENOENT: another process moved it meanwhile.
        const move = rename(join(folder, latest.name), path);
        if (await move.then(() => true, insteadOf('ENOENT', false))) return;
      }
      // Heartbeats of others at this moment count, too.
    },
    async all() {
      const found = new Map<string, WorkerHeartbeat>();
      for (const { lane, at, everyMs } of await list()) {
        if (at >= (found.get(lane)?.at ?? 0)) found.set(lane, { at, everyMs });
      }
      return found;
    },
  };
}

function readName(name: string): HeartbeatFile | undefined {
  const [, lane, at, everyMs] = namePattern.exec(name) ?? [];
  if (lane === undefined || !(Number(everyMs) > 0)) return undefined;
  return { name, lane, at: Number(at), everyMs: Number(everyMs) };
}
