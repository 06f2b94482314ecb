import { isRefusal } from '../../domain/refusal/refusal.js';
import { locateRepository } from '../../git/repositoryLocation.js';
import { isOfferDue, rememberOffer } from '../../install/offerRule.js';
import { agentSignOf } from './caller.js';
import type { Session } from './session.js';

/** Shows a person, once per clone, the installation steps left in a repository with connected agents. */
export async function offerInstall({ host, options, printer }: Session): Promise<void> {
  const { directory, environment } = host;
  const found = locateRepository(options.repo ?? directory, environment);
  if (isRefusal(found) || agentSignOf({ host, printer }) !== undefined) return;
  if (!isOfferDue(found, environment) || !(await rememberOffer(found))) return;
  printer.log.warn(
    'This repository connects coding agents to Stateroom. Its git hooks and your own entries do not come with a clone: run stateroom install --git-hooks, and restart agents that are running.',
  );
}
