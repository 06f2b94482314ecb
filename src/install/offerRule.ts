import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../platform/ownFolder.js';
import { projectPlace, userPlace } from './installPlace.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A worktree, and the folder of its repository's store. */
export interface Clone {
  readonly storeDirectory: string;
  readonly worktreeRoot: string | undefined;
}

/** True if an install has connected agents for this person or, if a worktree is given, in it. */
export function isInstalled(environment: Environment, worktreeRoot?: string): boolean {
  const places = [userPlace(environment), worktreeRoot && projectPlace(worktreeRoot, environment)];
  return places.some(place => place && existsSync(place.ledger));
}

export function hasGitHooks({ storeDirectory }: Pick<Clone, 'storeDirectory'>): boolean {
  return existsSync(join(storeDirectory, 'hooks', 'run'));
}

/**
 * True for a clone of a repository with connected agents, if this machine lacks the git hooks or the person's own entries, which a clone
 * does not include, and nobody has been told yet.
 */
export function isOfferDue(clone: Clone, environment: Environment): boolean {
  const { storeDirectory, worktreeRoot } = clone;
  if (worktreeRoot === undefined || !existsSync(join(worktreeRoot, '.stateroom', 'installed.json'))) return false;
  return !existsSync(markIn(storeDirectory)) && !(hasGitHooks(clone) && isInstalled(environment));
}

/** Records that a person was told; false if it cannot be recorded: they would be told each time. */
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
