import type { UsageUpdate } from '../backends/agentProgram.js';
import type { AgentUsageRow, UsageMeaning } from '../domain/agentSession/agentUsageRow.js';
import type { Act } from '../records/act.js';
import type { Transaction } from '../store/store.js';
import type { SessionRow } from './runnerPlace.js';

type Figures = Pick<AgentUsageRow, 'input' | 'output' | 'cached' | 'cost_micros' | 'used' | 'size'>;

const unknown = { input: null, output: null, cached: null, cost_micros: null };

/** The latest figures of a session by their meaning; those of turns are added up. A figure that was never told stays null. */
export class SessionUsage {
  readonly #figures = new Map<UsageMeaning, Figures>();
  readonly #stopwatch: () => number;
  /** Figures of the session before this run; undefined for a new one. */
  #before: Partial<Figures> | undefined;
  #isChanged = false;

  /** `stopwatch` returns the ms since the start, by a clock that cannot be set. */
  constructor(stopwatch: () => number) {
    this.#stopwatch = stopwatch;
  }

  /** Takes the totals of a session that goes on, as some agents go on counting from them and others begin again. */
  continueFrom(totals: Partial<Figures>): void {
    this.#before = totals;
  }

  add(update: UsageUpdate): void {
    const { meaning, input, output, cached, costUsd, used, size } = update;
    if (meaning === 'session') {
      this.#addTotal(update);
      return;
    }
    const cost = costUsd === undefined ? undefined : costUsd * 1_000_000;
    const told = [input, output, cached, cost, used, size].map(count);
    const before = meaning === 'turn' ? this.#figures.get(meaning) : undefined;
    const [i, o, c, m, u, s] = told;
    this.#figures.set(meaning, {
      input: sum(before?.input, i),
      output: sum(before?.output, o),
      cached: sum(before?.cached, c),
      cost_micros: sum(before?.cost_micros, m),
      used: u ?? null,
      size: s ?? null,
    });
    this.#isChanged = true;
  }

  #addTotal({ input, output, cached, costUsd }: Pick<UsageUpdate, 'input' | 'output' | 'cached' | 'costUsd'>): void {
    const told = {
      input: count(input),
      output: count(output),
      cached: count(cached),
      cost_micros: count(costUsd === undefined ? undefined : costUsd * 1_000_000),
    };
    const names = Object.keys(told) as (keyof typeof told)[];
    // The first figures say where the agent counts from.
    const before = this.#before;
    if (before !== undefined && names.some(name => (told[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? 0)))
      this.#before = undefined;
    const last = this.#figures.get('session');
    const own = (name: keyof typeof told): number | null => {
      const value = told[name];
      return value === undefined ? (last?.[name] ?? null) : Math.max(0, value - (this.#before?.[name] ?? 0));
    };
    const figures = {
      input: own('input'),
      output: own('output'),
      cached: own('cached'),
      cost_micros: own('cost_micros'),
    };
    this.#figures.set('session', { ...figures, used: null, size: null });
    this.#isChanged = true;
  }

  /** Latest figures, with the time. */
  rows(): readonly (Figures & { readonly meaning: UsageMeaning; readonly source: AgentUsageRow['source'] })[] {
    const told = [...this.#figures].map(([meaning, figures]) => ({ meaning, ...figures, source: 'agent' as const }));
    const used = Math.round(this.#stopwatch());
    return [...told, { ...{ meaning: 'time', source: 'log', used, size: null }, ...unknown }];
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Replaces the rows of the session. `ids` are new ULIDs by meaning, made before the transaction. */
  async write(
    { transaction, now }: Act,
    session: SessionRow,
    ids: Readonly<Record<UsageMeaning, string>>,
  ): Promise<void> {
    for (const { meaning, ...figures } of this.rows()) {
      const row = await transaction.agentUsage.ofMeaning(session.id, meaning);
      const change = { ...figures, at: now };
      if (row !== undefined) await transaction.agentUsage.change(row, change);
      else {
        const place = { session_id: session.id, lane_id: session.lane_id };
        await transaction.agentUsage.create({ id: ids[meaning], ...place, meaning, ...change });
      }
    }
  }

  /** To be called after the commit. */
  written(): void {
    this.#isChanged = false;
  }
}

/** Totals of a session of an agent over its runs in a lane; without those that were never told. */
export async function totalsOf(transaction: Transaction, laneId: string, session: string): Promise<Partial<Figures>> {
  const runs = (await transaction.agentSessions.ofLane(laneId)).filter(one => one.session === session);
  const rows = await transaction.agentUsage.ofSessions(runs.map(({ id }) => id));
  const totals: Partial<Record<keyof typeof unknown, number>> = {};
  for (const row of rows) {
    if (row.meaning !== 'session') continue;
    for (const name of Object.keys(unknown) as (keyof typeof unknown)[])
      totals[name] = (totals[name] ?? 0) + (row[name] ?? 0);
  }
  return totals;
}

/** A new ULID for each meaning. */
export function usageIds(newId: () => string): Readonly<Record<UsageMeaning, string>> {
  return { turn: newId(), session: newId(), 'last-request': newId(), context: newId(), time: newId() };
}

/** Undefined for what is no count: agents may tell anything. */
function count(value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || value < 0) return undefined;
  return Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);
}

function sum(before: number | null | undefined, value: number | undefined): number | null {
  if (value === undefined) return before ?? null;
  return Math.min((before ?? 0) + value, Number.MAX_SAFE_INTEGER);
}
