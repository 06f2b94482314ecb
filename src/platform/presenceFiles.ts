import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { namesInOwnFolder, requireOwnFolder } from './ownFolder.js';
import { identifyThisProcess, judgeByPid, type ProcessIdentity } from './processIdentity.js';
import { sha256 } from './sha256.js';

/** Name, with the worktree's root if other sessions use the name, too. */
export interface SeenActor {
  readonly name: string;
  readonly directory?: string | undefined;
}

export interface Sighting {
  /** ms UTC. */
  readonly at: number;
  /** `open`: an open connection; `dead`: one whose process is gone. */
  readonly state: 'seen' | 'ended' | 'open' | 'dead';
}

export interface PresenceFiles {
  /** A connection skips this within 20 s; a call always writes, since the actor's program may just have ended. */
  note(actor: SeenActor, at: number): Promise<void>;
  /** Lasts until the actor is noted again. */
  end(actor: SeenActor, at: number): Promise<void>;
  read(): Promise<SightingIndex>;
}

export interface SightingIndex {
  /** Unordered: of every worktree without a directory, else of that one and of no particular one. */
  of(actor: SeenActor, now: number): readonly Sighting[];
}

/** Milliseconds. */
export const presenceEveryMs = 20_000;
/** Time for which a connection counts as open if its process cannot be checked from here, ms. */
const renewedMs = 3 * presenceEveryMs;
/** Age at which a file is removed when another one is added, ms. */
const keptMs = 24 * 60 * 60 * 1000;

const noDirectory = '0';
/** `<actor>.<directory>.<at>.<state>`; a connection's state is `<pid>-<start>-<scope>`. */
const namePattern = /^([0-9a-f]{24})\.(0|[0-9a-f]{12})\.(\d{1,15})\.(seen|ended|(\d{1,10})-(\d{1,15})-([0-9a-f]{12}))$/;

interface PresenceFile {
  readonly name: string;
  readonly actor: string;
  readonly directory: string;
  readonly at: number;
  readonly state: string;
  readonly process: { readonly pid: number; readonly start: number; readonly scope: string } | undefined;
}

/** Names of empty files: a renewal is one rename, one listing reads all. With `isConnection`, this process renews it. */
export function openPresenceFiles(folder: string, { isConnection = false } = {}): PresenceFiles {
  const list = async (): Promise<PresenceFile[]> => {
    const names = await namesInOwnFolder(folder);
    return names.flatMap(name => readName(name) ?? []);
  };
  const put = async (who: SeenActor, at: number, state: string, replaced: readonly string[]): Promise<void> => {
    await requireOwnFolder(folder);
    const files = await list();
    const prefix = `${actorKey(who.name)}.${directoryKey(who.directory)}`;
    const [latest, ...stray] = files
      .filter(file => `${file.actor}.${file.directory}` === prefix && replaced.includes(file.state))
      .sort((one, other) => other.at - one.at);
    const isRecent = isConnection && latest !== undefined && latest.at <= at && at - latest.at < presenceEveryMs;
    if (isRecent && latest.state === state) return;
    const path = join(folder, `${prefix}.${Math.round(at)}.${state}`);
    // ENOENT: another process moved it meanwhile.
    const isMoved =
      latest !== undefined &&
      (await rename(join(folder, latest.name), path).then(() => true, insteadOf('ENOENT', false)));
    if (!isMoved) await create(path);
    const old = latest === undefined ? files.filter(file => at - file.at > keptMs) : [];
    for (const { name } of [...stray, ...old]) await rm(join(folder, name), { force: true });
  };
  /** Never makes the store's own folder: without a store there is no presence. */
  const create = async (path: string): Promise<void> => {
    await mkdir(folder, { mode: 0o700 }).catch(insteadOf('EEXIST ENOENT', undefined));
    await (await open(path, 'wx', 0o600).catch(insteadOf('EEXIST ENOENT', undefined)))?.close();
  };
  const ownState = (): string => (isConnection ? connectionState() : 'seen');
  return {
    note: (actor, at) => put(actor, at, ownState(), isConnection ? [ownState()] : ['seen', 'ended']),
    end: (actor, at) => put(actor, at, 'ended', [ownState(), 'seen', 'ended']),
    async read() {
      const files = await list();
      return {
        of({ name, directory }, now) {
          const key = actorKey(name);
          // Ignores files written under a clock that was ahead.
          const own = files.filter(file => file.actor === key && file.at <= now && isAt(file, directory));
          return own.map(file => ({ at: file.at, state: stateOf(file, now) }));
        },
      };
    },
  };
}

function isAt(file: PresenceFile, directory: string | undefined): boolean {
  return directory === undefined || file.directory === noDirectory || file.directory === directoryKey(directory);
}

function stateOf({ at, state, process: owner }: PresenceFile, now: number): Sighting['state'] {
  if (owner === undefined) return state === 'ended' ? 'ended' : 'seen';
  const self = identifyThisProcess();
  if (owner.scope === scopeOf(self)) {
    const verdict = judgeByPid({ ...self, ...owner, program: '' }, self);
    if (verdict === 'alive') return 'open';
    if (verdict === 'dead') return 'dead';
  }
  return now - at < renewedMs ? 'open' : 'seen';
}

function actorKey(name: string): string {
  return sha256(name).slice(0, 24);
}

function directoryKey(directory: string | undefined): string {
  return directory === undefined ? noDirectory : sha256(directory).slice(0, 12);
}

/** Pids and starts are comparable within one scope. */
function scopeOf({ boot, namespace, host }: ProcessIdentity): string {
  return sha256(JSON.stringify([boot, namespace, host])).slice(0, 12);
}

function connectionState(): string {
  const self = identifyThisProcess();
  return `${self.pid}-${self.start}-${scopeOf(self)}`;
}

function readName(name: string): PresenceFile | undefined {
  const [, actor, directory, at, state, pid, start, scope] = namePattern.exec(name) ?? [];
  if (actor === undefined || directory === undefined || state === undefined) return undefined;
  const process = pid === undefined ? undefined : { pid: Number(pid), start: Number(start), scope: scope ?? '' };
  return { name, actor, directory, at: Number(at), state, process };
}
