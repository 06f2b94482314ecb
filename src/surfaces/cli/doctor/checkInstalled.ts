import { agents } from '../../../domain/agent/agents.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { locateRepository } from '../../../git/repositoryLocation.js';
import { applyPlan, type InstallPlan, isChange, planInstall } from '../../../install/install.js';
import { hasLedger, type InstallPlace, projectPlace, userPlace } from '../../../install/installPlace.js';
import type { PlannedFile } from '../../../install/planFile.js';
import { changedFiles, driftOf, impostorText, replaceCommand } from '../../../install/shownPlan.js';
import { say } from '../../../messages/say.js';
import { ownRuntime } from '../../../platform/shim.js';
import { version } from '../../../platform/version.js';
import { english } from '../../../reports/translate.js';
import type { Check, Ward } from './facet.js';

export async function checkInstalled({ host, repo }: Pick<Ward, 'host' | 'repo'>): Promise<readonly Check[]> {
  const found = locateRepository(repo ?? host.directory, host.environment);
  const root = isRefusal(found) ? undefined : found.worktreeRoot;
  const places = [userPlace(host.environment), root === undefined ? undefined : projectPlace(root, host.environment)];
  const checked = await Promise.all(places.map(async place => (place === undefined ? [] : checkPlace(host, place))));
  if (places.every(place => place === undefined || !hasLedger(place))) {
    checked.push([{ state: 'ok', text: 'No agents are connected.', next: 'stateroom install' }]);
  }
  return checked.flat();
}

async function checkPlace(host: Ward['host'], place: InstallPlace): Promise<readonly Check[]> {
  const program = { program: { file: host.programFile, version }, runtime: ownRuntime() };
  const plan = await planInstall(place, { agents: [], known: agents, without: undefined, overwrites: false, program });
  const scope = `--${place.scope}`;
  if (isRefusal(plan))
    return [{ state: 'broken', text: say(plan.message), next: `stateroom install --check ${scope}` }];
  const strange = plan.impostors.map((each): Check => {
    const text = `${each.shown}: ${impostorText(each, english)}. Remove it, or replace it.`;
    return { state: 'broken', text, next: replaceCommand(plan, each) };
  });
  return hasLedger(place) ? [...strange, ...checkPlan(plan, place, scope)] : strange;
}

function checkPlan(plan: InstallPlan, place: InstallPlace, scope: string): readonly Check[] {
  // An uneditable file that was never installed has not changed since.
  const isNew = ({ problem, record }: PlannedFile) => problem !== undefined && record === undefined;
  const drift = driftOf(plan).filter(({ file }) => !isNew(file));
  const left = plan.files.filter(isNew).map(
    ({ shown, problem }): Check => ({
      state: 'warn',
      text: `Not installed: ${shown} ${problem}.`,
      next: `stateroom install --check ${scope}`,
    }),
  );
  const isOther = plan.files.some(isChange);
  const changes = changedFiles(plan, english);
  const what = place.scope === 'user' ? 'your own files' : 'this repository';
  if (drift.length === 0 && !isOther) {
    return [{ state: 'ok', text: `Everything in ${what} is as it was installed.` }, ...left];
  }
  const files = [
    ...new Set([...drift.map(({ file }) => file.shown), ...plan.files.filter(isChange).map(({ shown }) => shown)]),
  ];
  const isEdited = drift.some(({ piece }) => piece?.state !== 'restore');
  return [
    {
      state: drift.length > 0 ? 'broken' : 'warn',
      text: `${drift.length > 0 ? 'Changed or removed since it was installed' : 'Installed by another version'} in ${what}: ${files.join(', ')}.`,
      next: isEdited ? `stateroom install --check ${scope}` : `stateroom update ${scope}`,
      ...([...plan.files, plan.ledger].some(isChange)
        ? {
            fix: {
              text: `Write again in ${what}: ${changes.map(({ shown, leadsTo }) => (leadsTo === undefined ? shown : `${shown} -> ${leadsTo}`)).join(', ')}`,
              undo: `stateroom uninstall ${scope}`,
              async run() {
                try {
                  await applyPlan(plan);
                  return undefined;
                } catch (error) {
                  return (error as Error).message;
                }
              },
            },
          }
        : {}),
    },
    ...left,
  ];
}
