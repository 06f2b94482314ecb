import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAgentMarker } from '../../domain/actor/agentMarker.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { locateRepository } from '../../git/repositoryLocation.js';
import { makeOwnFolder } from '../../platform/ownFolder.js';
import type { Session } from './session.js';

/** Tells a person once in each clone what a repository that connects agents does not bring along. */
export async function offerInstall({ host, options, printer }: Session): Promise<void> {
  const { directory, environment } = host;
  const found = locateRepository(options.repo ?? directory, environment);
  if (isRefusal(found) || found.worktreeRoot === undefined || findAgentMarker(environment) !== undefined) return;
  const { storeDirectory, worktreeRoot } = found;
  const mark = join(storeDirectory, 'install-offered');
  if (!existsSync(join(worktreeRoot, '.stateroom', 'installed.json')) || existsSync(mark)) return;
  if (existsSync(join(storeDirectory, 'hooks', 'run'))) return;
  try {
    await makeOwnFolder(storeDirectory);
    writeFileSync(mark, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It would be said with each command.
    return;
  }
  printer.log.warn(
    'This repository connects coding agents to Stateroom. Its git hooks and your own entries do not come with a clone: run stateroom install --git-hooks, and restart agents that are running.',
  );
}
