import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../platform/ownFolder.js';
import { projectPlace, userPlace } from './installPlace.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A worktree, and where the store of its repository is. */
export interface Clone {
  readonly storeDirectory: string;
  readonly worktreeRoot: string | undefined;
}

/** True where agents were connected by an install: for this person or, where a worktree is given, in it. */
export function isInstalled(environment: Environment, worktreeRoot?: string): boolean {
  const places = [userPlace(environment), worktreeRoot && projectPlace(worktreeRoot, environment)];
  return places.some(place => place && existsSync(place.ledger));
}

/** True once Stateroom's git hooks are installed in a clone. */
export function hasGitHooks({ storeDirectory }: Pick<Clone, 'storeDirectory'>): boolean {
  return existsSync(join(storeDirectory, 'hooks', 'run'));
}

/**
 * True for a clone of a repository that connects agents, where this machine lacks what does not come with a clone, its git hooks or
 * the person's own entries, and nobody was told so.
 */
export function isOfferDue(clone: Clone, environment: Environment): boolean {
  const { storeDirectory, worktreeRoot } = clone;
  if (worktreeRoot === undefined || !existsSync(join(worktreeRoot, '.stateroom', 'installed.json'))) return false;
  return !existsSync(markIn(storeDirectory)) && !(hasGitHooks(clone) && isInstalled(environment));
}

/** Remembers that a person was told; false where that is not possible: they would be told each time. */
export async function rememberOffer({ storeDirectory }: Pick<Clone, 'storeDirectory'>): Promise<boolean> {
  try {
    await makeOwnFolder(storeDirectory);
    writeFileSync(markIn(storeDirectory), '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function markIn(storeDirectory: string): string {
  return join(storeDirectory, 'install-offered');
}
