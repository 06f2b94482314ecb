import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const patient = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
const memoryFiles = 0x01021994;
const gigabyte = 1024 ** 3;
/** What the suites leave there at most, several times over. */
const repository = 4 * gigabyte;

/** Short: the addresses of an editor's sockets, below it, may have 107 bytes. */
const nameOf = (/** @type {number} */ pid) => `sr-${pid}`;

/** In each such folder: what the pid in its name is counted in. Containers may share the place, and count for themselves. */
const ownerFile = '.owner';
/** After this, ms, nobody makes anything in a folder of whom it cannot be told whether he lives. */
const longestRun = 24 * 60 * 60_000;

/** @type {string | undefined} */
let made;

/**
 * Whether a suite keeps its temporary folders on the disk: what it says of speed, and of what a disk does, is of one.
 *
 * @param {string} suite
 * @param {NodeJS.ProcessEnv} env
 */
export function keepsToDisk(suite, env) {
  return suite === 'bench' || (suite === 'crash' && env.STATEROOM_TESTS === 'all');
}

/**
 * The folder in which suites make their temporary ones: in memory where the system has a place for it with room to spare, as
 * tests make and remove files by the ten thousand. Undefined where it has none, and where TMPDIR names a place. It goes with
 * this process; what a killed one left goes with the next.
 *
 * @param {string} [place]
 * @returns {string | undefined}
 */
export function quickFolder(place = '/dev/shm') {
  if (made !== undefined) return made;
  if (process.env.TMPDIR || !hasRepository(place)) return undefined;
  const folder = join(place, nameOf(process.pid));
  try {
    removeLeft(place);
    // Somebody's who counts his processes for himself: it is not touched.
    if (existsSync(folder)) return undefined;
    mkdirSync(folder);
    writeFileSync(join(folder, ownerFile), owner());
    // As the system's own: tests run programs as other users too.
    chmodSync(folder, 0o1777);
    if (runsPrograms(folder)) {
      process.once('exit', () => remove(folder));
      made = folder;
      return folder;
    }
  } catch {
    // Then the system's own is used.
  }
  remove(folder);
  return undefined;
}

/** @param {string} place */
function hasRepository(place) {
  try {
    const { type, bavail, bsize } = statfsSync(place);
    const available =
      Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
    return type === memoryFiles && bavail * bsize >= repository && available >= 2 * repository;
  } catch {
    return false;
  }
}

/**
 * Git's hooks lie there; a container may forbid it.
 *
 * @param {string} folder
 */
function runsPrograms(folder) {
  const file = join(folder, 'try');
  writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(file);
  rmSync(file);
  return status === 0;
}

/** @param {string} place */
function removeLeft(place) {
  for (const name of readdirSync(place)) {
    const pid = Number(/^sr-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && isLeft(join(place, name), pid)) remove(join(place, name));
  }
}

/**
 * @param {string} folder
 * @param {number} pid
 */
function isLeft(folder, pid) {
  try {
    if (readFileSync(join(folder, ownerFile), 'utf8') === owner()) return pid === process.pid || !lives(pid);
  } catch {
    // Not written yet, or somebody else's who lets nobody read it.
  }
  return Date.now() - statSync(folder).mtimeMs > longestRun;
}

/** What pids of this process's system are counted in. */
function owner() {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot} ${statSync('/proc/self/ns/pid').ino}\n`;
}

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/** @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, patient);
  } catch {
    // The next run tries again.
  }
}
