import type { Prices } from '../../domain/agentSession/prices.js';
import type { ControlConfig } from '../../domain/config/controlConfig.js';
import type { ControlDecision } from '../../domain/control/controlDecision.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import type { ControlSnapshot } from '../../domain/control/controlSnapshot.js';
import { planPass } from '../../domain/control/planPass.js';
import { readBudgetRules } from '../agentSession/budgets.js';
import { startableAgents, unreachable } from '../agentSession/startableAgent.js';
import type { Context } from '../context.js';
import { requireLanes } from '../lane/laneAccess.js';
import { readElsewhere } from './readElsewhere.js';
import { type InForce, settingsInForce, type WrittenSettings, writtenSettings } from './readShift.js';
import { readSnapshot } from './readSnapshot.js';
import { startSettings } from './startSettings.js';

/** One pass: what is there, the settings, and what follows from both. */
export interface Pass {
  readonly now: number;
  /** Undefined while control is off: then the decisions are what would happen. */
  readonly shift: ControlShiftRow | undefined;
  readonly written: WrittenSettings;
  readonly inForce: InForce;
  readonly snapshot: ControlSnapshot;
  readonly decisions: readonly ControlDecision[];
  readonly prices: Prices;
}

/** Settings while control is off: limits that lower those of the base branch, or others in their place. */
export interface OffSettings {
  readonly limits?: Parameters<typeof startSettings>[1];
  readonly instead?: ControlConfig | undefined;
}

/** Reads everything and decides; changes nothing. Looks for branches elsewhere only if new work would start. */
export async function readPass(context: Context, { limits = {}, instead }: OffSettings = {}): Promise<Pass> {
  const ports = requireLanes(context);
  const written = await writtenSettings(context);
  const config = instead ?? startSettings(written, limits, { now: context.clock.now() });
  const off = { ...written, config, problem: instead === undefined ? written.problem : null };
  const all = await startableAgents(ports);
  const agents = all.map(({ key }) => key);
  const missing = all.filter(agent => unreachable(agent) !== undefined).map(({ key }) => key);
  const budget = await readBudgetRules(context, ports);
  const now = context.clock.now();
  const read = (elsewhere: ReadonlyMap<number, string>) =>
    context.store.read(async transaction => {
      const shift = await transaction.controlShifts.open();
      const inForce = settingsInForce(shift === undefined ? off : written, shift);
      const unknown = inForce.settings.agents.map(({ key }) => key).filter(key => !agents.includes(key));
      const around = { now, agents, missing: [...missing, ...unknown], elsewhere, untilAt: inForce.untilAt, budget };
      const snapshot = await readSnapshot(transaction, shift, around);
      return {
        now,
        shift,
        written,
        inForce,
        snapshot,
        prices: budget.prices,
        decisions: planPass(snapshot, inForce, now),
      };
    });
  const first = await read(new Map());
  const begun = new Set(first.snapshot.items.flatMap(({ ref, lane }) => (lane === null ? [] : [ref])));
  if (!first.decisions.some(({ act, subject }) => act === 'start' && !begun.has(subject))) return first;
  const elsewhere = await readElsewhere(context, ports);
  return elsewhere.size === 0 ? first : read(elsewhere);
}
