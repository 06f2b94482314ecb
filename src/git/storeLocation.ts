import { statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { locateRepository, type RepositoryLocation } from './repositoryLocation.js';

export interface StoreLocation {
  readonly directory: string;
  /** Directory in which git determines the user. */
  readonly workDirectory: string;
  /** Undefined if the store itself was named. */
  readonly repository: RepositoryLocation | undefined;
}

export interface NamedPlace {
  readonly store?: string | undefined;
  readonly repo?: string | undefined;
}

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. */
  readonly directory: string;
}

/** Order: `--store`, `--repo`, `STATEROOM_STORE`, the directory's repository. Refuses a place that cannot have a store. */
export function locateStore(named: NamedPlace, surroundings: Surroundings): StoreLocation | Refusal {
  const { environment, directory } = surroundings;
  if (named.store !== undefined) return namedStore(named.store, '--store', directory);
  if (named.repo !== undefined) {
    if (named.repo === '') return refuse('invalid_input', 'git.repoOptionEmpty', { hint: 'git.repoOptionEmptyHint' });
    return repositoryStore(resolve(directory, named.repo), {});
  }
  const variable = environment.STATEROOM_STORE;
  if (variable) return namedStore(variable, 'STATEROOM_STORE', directory);
  return repositoryStore(directory, environment);
}

function repositoryStore(directory: string, environment: Surroundings['environment']): StoreLocation | Refusal {
  const found = locateRepository(directory, environment);
  if (isRefusal(found)) return found;
  return { directory: found.storeDirectory, workDirectory: directory, repository: found };
}

function namedStore(name: string, origin: string, from: string): StoreLocation | Refusal {
  if (name === '')
    return refuse('invalid_input', message('git.storePlaceEmpty', { origin }), { hint: 'git.storePlaceEmptyHint' });
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(name)?.[1];
  if (scheme !== undefined) {
    // The address may contain a password.
    return refuse('invalid_input', message('git.storeIsAddress', { origin, scheme }), {
      hint: message('git.storeIsAddressHint', { origin }),
    });
  }
  const directory = resolve(from, name);
  if (isFolderOrAbsent(directory)) {
    if (!isKernelFolder(directory)) return { directory, workDirectory: from, repository: undefined };
    return refuse('invalid_input', message('git.storeInSystemFolder', { origin, directory }), {
      hint: 'git.storeInSystemFolderHint',
    });
  }
  return refuse('invalid_input', message('git.storeNotFolder', { origin, directory }), {
    hint: 'git.storeNotFolderHint',
  });
}

/** Linux file systems of kernel state: they allow no folders and report no changes. */
const kernelTypes = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x1cd1, // devpts
]);

/** Checks the nearest existing folder. */
function isKernelFolder(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    try {
      return process.platform === 'linux' && kernelTypes.has(statfsSync(at).type >>> 0);
    } catch {
      if (dirname(at) === at) return false;
    }
  }
}

function isFolderOrAbsent(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
