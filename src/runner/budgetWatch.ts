import { budgetAmount } from '../domain/agentSession/budget.js';
import { sessionCost } from '../domain/agentSession/sessionCost.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { errorText } from '../messages/errorText.js';
import { say } from '../messages/say.js';
import { type BudgetRules, readBudgetRules, spentMessage, usedBudget } from '../records/agentSession/budgets.js';
import { readSources } from '../records/baseConfig.js';
import type { RunnerPlace, SessionRow } from './runnerPlace.js';
import type { SessionUsage } from './sessionUsage.js';

/** Share at which the agent is told to come to an end. */
const nearShare = 0.8;
/** Time between two readings of the settings, and of what others used; ms. */
const readEveryMs = 30_000;
const lookEveryMs = 2000;
/** Time after which a turn without a tool call is ended too, ms. */
const graceMs = 60_000;

export type BudgetVerdict =
  | { readonly state: 'fine' }
  /** Text for the agent. */
  | { readonly state: 'near'; readonly text: string }
  /** Reason for a person. `isLate` if it had time for another tool call. */
  | { readonly state: 'spent'; readonly why: string; readonly isLate: boolean };

const fine: BudgetVerdict = { state: 'fine' };

/** Judges what a running session, and others for its item and on its day, have used. */
export class BudgetWatch {
  readonly #place: RunnerPlace;
  readonly #lane: LaneRow;
  readonly #usage: SessionUsage;
  readonly #elapsed: () => number;
  /** ms UTC at its start; later times follow by a clock that cannot be set. */
  readonly #startedAt: number;
  #rules: { readonly read: BudgetRules; readonly at: number } | undefined;
  #lookedAt: number | undefined;
  #spentAt: number | undefined;
  #verdict: BudgetVerdict = fine;

  constructor(place: RunnerPlace, lane: LaneRow, usage: SessionUsage, elapsed: () => number) {
    this.#place = place;
    this.#lane = lane;
    this.#usage = usage;
    this.#elapsed = elapsed;
    this.#startedAt = place.context.clock.now();
  }

  /** The verdict at this moment; `isFresh` asks for it even if the last one is new. */
  async look(session: SessionRow, isFresh = false): Promise<BudgetVerdict> {
    const elapsed = this.#elapsed();
    if (!isFresh && this.#lookedAt !== undefined && elapsed - this.#lookedAt < lookEveryMs) return this.#verdict;
    this.#lookedAt = elapsed;
    this.#verdict = await this.#judge(session, elapsed);
    return this.#verdict;
  }

  async #judge(session: SessionRow, elapsed: number): Promise<BudgetVerdict> {
    const { context } = this.#place;
    const rules = await this.#readRules(elapsed);
    const used = await context.store.read(transaction =>
      usedBudget(transaction, rules, {
        ...{ itemId: session.work_item_id, laneId: this.#lane.id, now: this.#startedAt + elapsed, session: session.id },
        own: sessionCost(this.#usage.rows(), session.model, rules.prices),
      }),
    );
    if (used === undefined || used.share < nearShare) return fine;
    const { name, of, limit } = used;
    if (used.share < 1) {
      const text = `You have used ${budgetAmount(name, used.used)} of ${budgetAmount(name, limit)}, the budget of ${of}. ${comeToAnEnd}`;
      return { state: 'near', text };
    }
    this.#spentAt ??= elapsed;
    return { state: 'spent', why: say(spentMessage(used)), isLate: elapsed - this.#spentAt >= graceMs };
  }

  /** The settings of now; the last ones while they cannot be read. Rejects if they never could. */
  async #readRules(elapsed: number): Promise<BudgetRules> {
    const { context, ports } = this.#place;
    const last = this.#rules;
    if (last !== undefined && elapsed - last.at < readEveryMs) return last.read;
    try {
      // Without them the limits of the repository would be lifted.
      if (last !== undefined) await readSources(context);
      const read = await readBudgetRules(context, ports);
      this.#rules = { read, at: elapsed };
      return read;
    } catch (error) {
      if (last === undefined) throw error;
      context.log.warn(`Budgets cannot be read, so the last ones count: ${errorText(error)}`);
      this.#rules = { read: last.read, at: elapsed };
      return last.read;
    }
  }
}

const comeToAnEnd =
  'Finish now: commit what you have, submit it with dispatch_lane_work done if it is complete, else say with lane_communication report what is left. Then end your turn.';
