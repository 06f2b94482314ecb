import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { place } from './place.mjs';
import { say } from './say.mjs';

const heartbeatEvery = 2_000;
const deadAfter = 20_000;

/**
 * Runs `work` while no other process of this checkout holds the same lock. A holder that died is recognised by its
 * process id, one on another machine by its missing beat.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const folder = join(place.cache, 'lock');
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  let isReported = false;
  while (!(await take(path))) {
    const owner = await deadOwner(path);
    if (owner !== undefined) {
      await bury(path, owner);
      continue;
    }
    if (!isReported) say('wait', `another process is at "${name}" in this checkout`);
    isReported = true;
    await wait(200);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatEvery);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function take(path) {
  try {
    await mkdir(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  await writeFile(join(path, 'owner'), `${process.pid} ${hostname()}`);
  return true;
}

/**
 * Who holds the lock, if that holder is dead; undefined while it is alive or the lock changes hands.
 *
 * @param {string} path
 */
async function deadOwner(path) {
  try {
    const age = Date.now() - (await stat(path)).mtimeMs;
    const owner = await readFile(join(path, 'owner'), 'utf8').catch(() => '');
    if (age > deadAfter) return owner;
    const [pid, host] = owner.split(' ');
    if (!pid || host !== hostname()) return undefined;
    try {
      process.kill(Number(pid), 0);
      return undefined;
    } catch (error) {
      return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH' ? owner : undefined;
    }
  } catch {
    return undefined;
  }
}

/**
 * Removes a dead holder's lock. The rename lets exactly one of several buriers do it, and one that came late and moved
 * the next holder's lock puts it back.
 *
 * @param {string} path
 * @param {string} owner
 */
async function bury(path, owner) {
  const grave = `${path}.dead-${process.pid}-${Date.now()}`;
  try {
    await rename(path, grave);
    const found = await readFile(join(grave, 'owner'), 'utf8').catch(() => '');
    if (found !== owner) await rename(grave, path);
    else await rm(grave, { recursive: true, force: true });
  } catch {
    // Another process was quicker.
  }
}
