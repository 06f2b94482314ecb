import { l10n } from 'vscode';
import { agents } from '../../../domain/agent/agents.js';
import { type PermissionPolicy, permissionPolicies } from '../../../domain/agentSession/agentSessionRow.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { standingOf } from '../repository/repositoryRef.js';
import { askChoice, back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import type { LaneEnvironment } from './laneCommands.js';

/** Stands for a command line where Stateroom itself starts and watches the agent: `watch:codex`. */
const mark = 'watch:';
const policyKey = 'lane.agentPolicy';

/** The agent, by its name in `agents list`, of such a choice; undefined for a command line. */
export function watchedAgent(choice: string): string | undefined {
  return choice.startsWith(mark) ? choice.slice(mark.length) : undefined;
}

export function watchedTitle(name: string): string {
  return agents.find(({ harness }) => harness === name)?.title ?? name;
}

/** Installed agents that Stateroom can start and watch, those of the person's settings too, with the choice that means each. */
export async function watchedChoices(
  repository: OpenRepository,
): Promise<readonly { readonly value: string; readonly title: string }[]> {
  const { agentList } = await loadLaneOperations();
  const answer = await repository.invoke(agentList, {});
  if (isRefusal(answer)) return [];
  return answer.agents
    .filter(({ state }) => state === 'installed')
    .map(({ name, title }) => ({ value: `${mark}${name}`, title }));
}

/** Starts an agent without a terminal, after the question what it may do, and shows the page on which it is watched. */
export async function startWatched(
  environment: LaneEnvironment,
  repository: OpenRepository,
  lane: Lane,
  agent: string,
): Promise<boolean> {
  const title = watchedTitle(agent);
  const policy = await askPolicy(environment, l10n.t('Start {0} in {1}', title, laneLabel(lane)));
  if (policy === undefined) return false;
  const { agentStart } = await loadLaneOperations();
  const answer = await environment.run(agentStart, { id: lane.ref, agent, policy }, standingOf(repository));
  if (answer === undefined || isRefusal(answer)) return false;
  await environment.pages.show(repository, lane.workItem ?? lane.ref);
  const { started } = answer.session;
  const said = started === null ? l10n.t('Asked {0} to start in {1}', title, lane.ref) : undefined;
  sayDone(said ?? l10n.t('Started {0} in {1}', title, lane.ref));
  return true;
}

const policyRows: Readonly<Record<PermissionPolicy, () => { readonly label: string; readonly description: string }>> = {
  ask: () => ({
    label: l10n.t('$(question) Ask Me'),
    description: l10n.t('It reads; each edit and command waits in Needs You'),
  }),
  edit: () => ({
    label: l10n.t('$(edit) Edit in Its Lane'),
    description: l10n.t('Other commands than those of the repository wait in Needs You'),
  }),
  all: () => ({
    label: l10n.t('$(unlock) Whatever the Lane Allows'),
    description: l10n.t('Nothing waits; what hooks refuse stays refused'),
  }),
};

async function askPolicy({ memory }: LaneEnvironment, title: string): Promise<PermissionPolicy | undefined> {
  const last = memory.last(policyKey);
  const order = permissionPolicies.toSorted((one, other) => Number(other === last) - Number(one === last));
  const chosen = await askChoice<PermissionPolicy>({
    title,
    placeholder: l10n.t('What it may do without asking'),
    rows: order.map(value => ({ value, ...policyRows[value]() })),
  });
  if (chosen === undefined || chosen === back) return undefined;
  await memory.remember(policyKey, chosen);
  return chosen;
}
