import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../platform/ownFolder.js';
import { projectPlace, userPlace } from './installPlace.js';

type Environment = Readonly<Record<string, string | undefined>>;

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

/** True for a clone with connected agents if git hooks or the person's entries are missing here and nobody was told. */
export function isOfferDue(clone: Clone, environment: Environment): boolean {
  const { storeDirectory, worktreeRoot } = clone;
  if (worktreeRoot === undefined || !existsSync(join(worktreeRoot, '.stateroom', 'installed.json'))) return false;
  return !existsSync(markIn(storeDirectory)) && !(hasGitHooks(clone) && isInstalled(environment));
}

/** False if it cannot be recorded: a person would be told each time. */
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
