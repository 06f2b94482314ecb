import type { UsageUpdate } from '../backends/agentProgram.js';
import type { AgentUsageRow, UsageMeaning } from '../domain/agentSession/agentUsageRow.js';
import type { Act } from '../records/act.js';
import type { SessionRow } from './runnerPlace.js';

type Figures = Pick<AgentUsageRow, 'input' | 'output' | 'cached' | 'cost_micros' | 'used' | 'size'>;

/** The latest figures of a session by their meaning; those of turns are added up. A figure that was never told stays null. */
export class SessionUsage {
  readonly #figures = new Map<UsageMeaning, Figures>();
  #isChanged = false;

  add({ meaning, input, output, cached, costUsd, used, size }: UsageUpdate): void {
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

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Replaces the rows of the session. `ids` are new ULIDs by meaning, made before the transaction. */
  async write(
    { transaction, now }: Act,
    session: SessionRow,
    ids: Readonly<Record<UsageMeaning, string>>,
  ): Promise<void> {
    for (const [meaning, figures] of this.#figures) {
      const row = await transaction.agentUsage.ofMeaning(session.id, meaning);
      const change = { ...figures, source: 'agent' as const, at: now };
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

/** Undefined for what is no count: agents may tell anything. */
function count(value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || value < 0) return undefined;
  return Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);
}

function sum(before: number | null | undefined, value: number | undefined): number | null {
  if (value === undefined) return before ?? null;
  return Math.min((before ?? 0) + value, Number.MAX_SAFE_INTEGER);
}
