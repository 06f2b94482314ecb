import type { ControlReason } from './controlDecision.js';
import type { ControlSettings } from './controlSettings.js';
import type { ControlSnapshot, ItemFacts } from './controlSnapshot.js';
import { providerWait } from './cooldown.js';

export interface NoAgent {
  readonly reason: ControlReason;
  readonly agent: string | null;
  readonly until: number | null;
  readonly detail: string | null;
}

interface Moment {
  readonly snapshot: Pick<ControlSnapshot, 'ends' | 'missing'>;
  /** Agents at work, by key. */
  readonly atWork: ReadonlyMap<string, number>;
  readonly now: number;
  readonly startedAt: number;
}

/**
 * The agent for an item: the one it is assigned to alone, else the first in the settings that can start, of which the last one at the item
 * comes first. Otherwise the nearest reason: one that will be free, the earliest end of a limit, a sign-in, a program that is not there.
 */
export function chooseAgent(
  { assignee, tries }: Pick<ItemFacts, 'assignee' | 'tries'>,
  { agents }: Pick<ControlSettings, 'agents'>,
  { snapshot, atWork, now, startedAt }: Moment,
): { readonly agent: string } | NoAgent {
  const last = tries.at(-1)?.agent;
  const allowed =
    assignee === null
      ? agents.toSorted((one, other) => Number(other.key === last) - Number(one.key === last))
      : agents.filter(({ key }) => key === assignee.name);
  if (allowed.length === 0) return { reason: 'noAgent', agent: assignee?.name ?? null, until: null, detail: null };
  const waits: NoAgent[] = [];
  for (const { key: agent, atOnce } of allowed) {
    if (snapshot.missing.includes(agent)) {
      waits.push({ reason: 'agentMissing', agent, until: null, detail: null });
      continue;
    }
    const wait = providerWait(snapshot.ends, agent, { now, startedAt });
    if (wait?.trouble === 'signIn') waits.push({ reason: 'signIn', agent, until: null, detail: null });
    else if (wait?.trouble === 'start') {
      waits.push({ reason: 'agentFails', agent, until: wait.until, detail: wait.why });
    } else if (wait !== undefined) {
      waits.push({ reason: 'providerLimit', agent, until: wait.until, detail: wait.isOwn ? 'own' : null });
    } else if ((atWork.get(agent) ?? 0) >= atOnce)
      waits.push({ reason: 'agentFull', agent, until: null, detail: null });
    else return { agent };
  }
  const order: readonly ControlReason[] = ['agentFull', 'providerLimit', 'agentFails', 'signIn', 'agentMissing'];
  waits.sort(
    (one, other) => order.indexOf(one.reason) - order.indexOf(other.reason) || (one.until ?? 0) - (other.until ?? 0),
  );
  return waits[0] ?? { reason: 'noAgent', agent: null, until: null, detail: null };
}
