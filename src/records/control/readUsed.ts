import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { Prices } from '../../domain/agentSession/prices.js';
import { type SessionCost, sessionCost, tokensOf } from '../../domain/agentSession/sessionCost.js';
import type { UsedSoFar } from '../../domain/control/controlSnapshot.js';
import type { Transaction } from '../../store/store.js';

/** Use of some sessions; unknown figures are left out. */
export interface Used {
  readonly used: UsedSoFar;
  /** Agents of which at least one session has no cost, with the tokens of these. */
  readonly withoutCost: { agent: string; tokens: number }[];
}

/** Adds up sessions that have started; `now` in ms UTC. */
export async function readUsed(
  { agentUsage }: Transaction,
  sessions: readonly AgentSessionRow[],
  prices: Prices,
  now: number,
): Promise<Used> {
  const ran = sessions.filter(({ started_at }) => started_at !== null);
  const figures = await agentUsage.ofSessions(ran.map(({ id }) => id));
  const costs = ran.map(session => ({
    session,
    cost: sessionCost(
      figures.filter(({ session_id }) => session_id === session.id),
      session.model,
      prices,
    ),
  }));
  const sum = (of: (one: (typeof costs)[number]) => number) => costs.reduce((total, one) => total + of(one), 0);
  const missing = new Map<string, number>();
  for (const { session, cost } of costs) {
    if (cost.costMicros === null) missing.set(session.agent, (missing.get(session.agent) ?? 0) + knownTokens(cost));
  }
  return {
    used: {
      money: sum(({ cost }) => cost.costMicros ?? 0) / 1_000_000,
      tokens: sum(({ cost }) => knownTokens(cost)),
      minutes: Math.floor(sum(({ session, cost }) => cost.ms ?? spanOf(session, now)) / 60_000),
    },
    withoutCost: [...missing].sort().map(([agent, tokens]) => ({ agent, tokens })),
  };
}

function knownTokens(cost: SessionCost): number {
  return tokensOf(cost) ?? 0;
}

function spanOf({ started_at, ended_at }: AgentSessionRow, now: number): number {
  return Math.max(0, (ended_at ?? now) - (started_at ?? now));
}
