import * as z from 'zod';
import { agentSessionDefinition } from '../../../domain/agentSession/agentSessionRow.js';
import { agentUsageDefinition } from '../../../domain/agentSession/agentUsageRow.js';
import {
  costSumSchema,
  type SessionCost,
  sessionCostSchema,
  sumCosts,
} from '../../../domain/agentSession/sessionCost.js';
import { shownShape } from '../../../domain/record/record.js';
import { addDays } from '../../../domain/time/isoWeek.js';
import { dateIn, startOfDate } from '../../../domain/time/timeZone.js';
import { type CostedSession, costedSessions } from '../../../records/agentSession/costedSessions.js';
import { readPrices } from '../../../records/agentSession/personalFile.js';
import { lanesNamed, workField } from '../../../records/agentSession/sessionView.js';
import { baseConfigOrDefaults } from '../../../records/baseConfig.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { showRows } from '../../../records/showRows.js';
import { defineOperation } from '../../operation.js';

const usualDays = 30;
/** Latest sessions that are added up. */
const maxSessions = 10_000;
const groups = ['item', 'day', 'agent'] as const;

const { agent, model, lane, started, ended, endReason } = shownShape(agentSessionDefinition);

const costedSchema = z.object({
  ...{ id: z.string(), agent, model, lane, started, ended, endReason },
  /** `W-12`; null for work without an item. */
  item: z.string().nullable(),
  /** Number of its attempt at the item; null for none. */
  attempt: z.int().nullable(),
  cost: sessionCostSchema,
  /** All figures, as they were told. */
  usage: z.array(z.object(shownShape(agentUsageDefinition))),
});

export const agentCost = defineOperation({
  name: 'agent.cost',
  order: 80,
  title: 'Show Cost of Agents',
  summary:
    'Shows the tokens, cost and time of the agents that Stateroom started, by item, day or agent, or of one work item.',
  input: z.strictObject({
    id: workField.optional(),
    by: z.enum(groups).optional().describe('Rows; item by default'),
    days: z.int().min(1).max(366).optional().describe(`The last days, today included; ${usualDays} by default`),
  }),
  output: z.object({
    /** Starts of agents of the work that was named, latest first; empty without a name. */
    sessions: z.array(costedSchema),
    /** Most recent days, or highest cost, first; empty with a name. */
    rows: z.array(z.object({ name: z.string(), ...costSumSchema.shape })),
    total: costSumSchema,
    by: z.enum(['session', ...groups]),
    /** Null with a name: then all days count. */
    days: z.int().nullable(),
    /** Zone of the days; a session counts to the day of its start. */
    timeZone: z.string(),
    /** Date of the prices for estimates, and the person's own file with them; null for those of Stateroom. */
    prices: z.object({ date: z.string(), path: z.string().nullable() }),
  }),
  effect: 'read',
  // The process that runs an agent tells it about its budget in time.
  mcp: null,
  cli: {
    path: ['cost'],
    positionals: ['id'],
    exclusive: [
      ['id', 'by'],
      ['id', 'days'],
    ],
    examples: ['cost', 'cost W-12', 'cost --by day --days 7'],
  },
  palette: false,
  async run(context, { id, by = 'item', days = usualDays }) {
    const { prices, path } = await readPrices(requireLanes(context));
    const { timeZone } = (await baseConfigOrDefaults(context)).reports;
    const day = (time: number) => dateIn(timeZone, time);
    const since = startOfDate(timeZone, addDays(day(context.clock.now()), 1 - days));
    return context.store.read(async transaction => {
      const { agentSessions } = transaction;
      const rows =
        id === undefined
          ? await agentSessions.requestedSince(since, maxSessions)
          : await agentSessions.ofLanes((await lanesNamed(transaction, id)).map(one => one.id));
      const all = await costedSessions(transaction, rows, prices);
      const facts = { total: sumCosts(all.map(({ cost }) => cost)), timeZone, prices: { date: prices.date, path } };
      if (id === undefined) {
        const nameOf = ({ row, item }: CostedSession): string =>
          by === 'day' ? day(row.requested_at) : by === 'agent' ? row.agent : (item ?? row.actor);
        return { ...facts, sessions: [], rows: grouped(all, nameOf, by === 'day'), by, days };
      }
      const sessions = [];
      for (const { row, figures, item, attempt, cost } of all) {
        const shown = await showRows(transaction, agentSessionDefinition, [row]);
        const usage = await showRows(transaction, agentUsageDefinition, figures);
        for (const { id: key, agent, model, lane, started, ended, endReason } of shown)
          sessions.push({ id: key, agent, model, lane, started, ended, endReason, item, attempt, cost, usage });
      }
      return { ...facts, sessions, rows: [], by: 'session' as const, days: null };
    });
  },
});

function grouped(all: readonly CostedSession[], nameOf: (one: CostedSession) => string, isByDay: boolean) {
  const groups = new Map<string, SessionCost[]>();
  for (const one of all) {
    const name = nameOf(one);
    groups.set(name, [...(groups.get(name) ?? []), one.cost]);
  }
  const rows = [...groups].map(([name, costs]) => ({ name, ...sumCosts(costs) }));
  return isByDay ? rows : rows.sort((one, other) => other.costMicros - one.costMicros || other.tokens - one.tokens);
}
