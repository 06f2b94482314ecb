import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from './place.mjs';
import { say } from './say.mjs';

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * The optional packages (a tool's binaries for other platforms) that a lockfile's packages name and it has no entry for.
 * `npm ci` refuses such a lockfile. It comes about when the registry that wrote it does not carry every platform.
 *
 * @param {Record<string, LockEntry>} packages
 * @returns {{ name: string, version: string }[]}
 */
export function missingOptional(packages) {
  const missing = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      if (!found) missing.push({ name, version });
    }
  }
  return missing;
}

/** Completes package-lock.json with the optional packages that it lacks, and takes download addresses out of it. */
export async function completeLockfile() {
  const path = join(place.root, 'package-lock.json');
  const lock = JSON.parse(await readFile(path, 'utf8'));
  /** @type {Record<string, LockEntry>} */
  const packages = lock.packages;
  const missing = missingOptional(packages);
  for (const { name, version } of missing) packages[`node_modules/${name}`] = entryFor(name, version);
  let addresses = 0;
  for (const entry of Object.values(packages)) {
    if (!entry.resolved?.startsWith('http')) continue;
    delete entry.resolved;
    addresses++;
  }
  if (missing.length === 0 && addresses === 0) {
    say('lockfile', 'complete');
    return;
  }
  const ordered = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  await writeFile(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(ordered) }, null, 2)}\n`);
  say('lockfile', `${missing.length} optional packages added, ${addresses} addresses removed`);
}

/**
 * What a lockfile says about a package for another platform; the name tells which.
 *
 * @param {string} name
 * @param {string} version
 * @returns {LockEntry}
 */
function entryFor(name, version) {
  const words = name.split(/[-/]/);
  const os = systems.find(system => words.includes(system));
  const cpu = processors.find(processor => words.includes(processor));
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    dev: true,
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}
