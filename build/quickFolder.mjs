import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const patient = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
const memoryFiles = 0x01021994;
const gigabyte = 1024 ** 3;
/** Several times what the suites leave there at most. */
const space = 4 * gigabyte;

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
 * tests make and remove files by the ten thousand. Undefined where it has none, and where TMPDIR names a place. It is removed with
 * this process; what a killed one left, by the next.
 *
 * @param {string} [place]
 * @returns {string | undefined}
 */
export function quickFolder(place = '/dev/shm') {
  if (made !== undefined) return made;
  if (process.env.TMPDIR || !hasSpace(place)) return undefined;
  try {
    // Containers may share the place, and count processes for themselves. Short: the addresses of an editor's sockets, below it,
    // may have 107 bytes.
    const prefix = `sr-${statSync('/proc/self/ns/pid').ino.toString(36)}-`;
    const folder = join(place, `${prefix}${process.pid}`);
    for (const name of readdirSync(place)) {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
      if (pid === process.pid || (pid > 0 && !isAlive(pid))) remove(join(place, name));
    }
    mkdirSync(folder);
    // As the system's own: tests run programs as other users too.
    chmodSync(folder, 0o1777);
    process.once('exit', () => remove(folder));
    if (runsPrograms(folder)) made = folder;
  } catch {
    // Then the system's own is used.
  }
  return made;
}

/** @param {string} place */
function hasSpace(place) {
  try {
    const { type, bavail, bsize } = statfsSync(place);
    const available =
      Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
    return type === memoryFiles && bavail * bsize >= space && available >= 2 * space;
  } catch {
    return false;
  }
}

/**
 * Git's hooks are there; a container may forbid it.
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

/** @param {number} pid */
function isAlive(pid) {
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
