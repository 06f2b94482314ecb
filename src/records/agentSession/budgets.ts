import {
  type BudgetSettings,
  budgetAmount,
  fullestBudget,
  lowerBudget,
  type UsedBudget,
} from '../../domain/agentSession/budget.js';
import { personalSettingsSchema } from '../../domain/agentSession/ownAgents.js';
import type { Prices } from '../../domain/agentSession/prices.js';
import { type SessionCost, sessionCost, sumCosts } from '../../domain/agentSession/sessionCost.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { addDays } from '../../domain/time/isoWeek.js';
import { dateIn, startOfDate } from '../../domain/time/timeZone.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { baseConfigOrDefaults, readSources } from '../baseConfig.js';
import type { Context } from '../context.js';
import { readPersonalFile, readPrices } from './personalFile.js';

/** Limits and prices in effect, and the zone of the days. */
export interface BudgetRules {
  readonly settings: BudgetSettings;
  readonly prices: Prices;
  readonly timeZone: string;
}

/** Reads files and git: call it before a transaction. A repository's setting can only lower the person's. */
export async function readBudgetRules(
  context: Context,
  ports: Pick<LanePorts, 'personalSettings'>,
): Promise<BudgetRules> {
  const own = await readPersonalFile(ports, personalSettingsSchema, { hint: message('sessions.settingsHint') });
  const { budget, reports } = await baseConfigOrDefaults(context);
  const { prices } = await readPrices(ports);
  return { settings: lowerBudget(own?.value.budget ?? {}, budget), prices, timeZone: reports.timeZone };
}

/** Work whose budget is asked for: that of an item, else of its lane alone. */
export interface BudgetedWork {
  readonly itemId: string | null;
  readonly laneId: string | null;
}

export interface BudgetAt extends BudgetedWork {
  /** ms UTC. */
  readonly now: number;
  /** A running session, whose present use is `own`; its stored one is left out. */
  readonly session?: string;
  readonly own?: SessionCost;
}

function ofDays(settings: BudgetSettings): BudgetSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('day')));
}

/** The limit of which most is used, with the work it is of; undefined without limits. */
export async function usedBudget(
  transaction: Transaction,
  { settings: all, prices, timeZone }: BudgetRules,
  { itemId, laneId, now, session, own }: BudgetAt,
): Promise<(UsedBudget & { readonly of: string }) | undefined> {
  // Without work, only the limits of the day can be judged.
  const settings = itemId === null && laneId === null ? ofDays(all) : all;
  if (Object.keys(settings).length === 0) return undefined;
  const { agentSessions } = transaction;
  const today = dateIn(timeZone, now);
  const ofItem =
    itemId !== null ? await agentSessions.forItem(itemId) : laneId === null ? [] : await agentSessions.ofLane(laneId);
  const began = startOfDate(timeZone, today);
  // Without an end: a clock that was set back frees nothing. What runs past midnight counts to both days.
  const ranToday = [
    ...(await agentSessions.requestedSince(began, 10_000)),
    ...(await agentSessions.endedSince(began)),
    ...(await agentSessions.unfinished()),
  ];
  const ofDay = [...new Map(ranToday.map(one => [one.id, one])).values()];
  const rows = [...ofItem, ...ofDay].filter(({ id }) => id !== session);
  const figures = await transaction.agentUsage.ofSessions(rows.map(({ id }) => id));
  const costOf = (some: typeof rows) =>
    sumCosts([
      ...some
        .filter(({ id, started_at }) => id !== session && started_at !== null)
        .map(({ id, model }) =>
          sessionCost(
            figures.filter(one => one.session_id === id),
            model,
            prices,
          ),
        ),
      ...(own === undefined ? [] : [own]),
    ]);
  const fullest = fullestBudget(settings, { item: costOf(ofItem), day: costOf(ofDay) });
  if (fullest === undefined) return undefined;
  if (!fullest.name.startsWith('item')) return { ...fullest, of: today };
  const [item] = itemId === null ? [] : await transaction.workItems.ofIds([itemId]);
  const [lane] = laneId === null ? [] : await transaction.lanes.ofIds([laneId]);
  return { ...fullest, of: item === undefined ? (lane?.name ?? '') : formatRef('workItem', item.number) };
}

export function spentMessage({
  name,
  of,
  used,
  limit,
  isPartlyUnknown,
}: UsedBudget & { readonly of: string }): Message {
  const values = { of, used: budgetAmount(name, used), limit: budgetAmount(name, limit) };
  return isPartlyUnknown ? message('sessions.budgetPartlyUsed', values) : message('sessions.budgetUsed', values);
}

/** Refuses a start for work whose budget, or that of the day, is used up, or while settings that may limit it cannot be read. */
export async function requireBudget(
  context: Context,
  ports: Pick<LanePorts, 'personalSettings'>,
  work: BudgetedWork,
): Promise<void> {
  await readSources(context);
  const rules = await readBudgetRules(context, ports);
  const now = context.clock.now();
  const spent = await context.store.read(transaction => usedBudget(transaction, rules, { ...work, now }));
  if (spent === undefined || spent.share < 1) return;
  const { timeZone } = rules;
  const setting = `budget.${spent.name}`;
  const next = new Date(startOfDate(timeZone, addDays(dateIn(timeZone, now), 1))).toISOString();
  throw refusalError('not_allowed', spentMessage(spent), {
    hint: spent.name.startsWith('day')
      ? message('sessions.budgetDayHint', { next, setting })
      : message('sessions.budgetItemHint', { setting }),
    details: { setting, limit: spent.limit, used: spent.used, ...(spent.name.startsWith('day') ? { next } : {}) },
  });
}
