import type { AgentConnection, AgentUpdate } from '../backends/agentProgram.js';
import type { SessionExit } from '../domain/agentSession/outcome.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { BudgetWatch } from './budgetWatch.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import { type SessionUsage, usageIds } from './sessionUsage.js';

/** Time between two writings of usage in a turn, so that other sessions on the same budget see it; ms. */
const writeEveryMs = 10_000;

/** An end that Stateroom sets, with its reason. */
export interface LimitEnd {
  readonly exit: SessionExit;
  readonly why: string;
}

/** Ends the turns of one session at its limits. */
export class TurnLimits {
  readonly #place: RunnerPlace;
  readonly #usage: SessionUsage;
  readonly #elapsed: () => number;
  readonly #budget: BudgetWatch;
  #connection: AgentConnection | undefined;
  #isProgram = false;
  #hasNewUsage = false;
  #isTold = false;
  #notice: string | undefined;
  #end: LimitEnd | undefined;
  #wroteAt = 0;

  constructor(place: RunnerPlace, lane: LaneRow, usage: SessionUsage, elapsed: () => number) {
    this.#place = place;
    this.#usage = usage;
    this.#elapsed = elapsed;
    this.#budget = new BudgetWatch(place, lane, usage, elapsed);
  }

  get end(): LimitEnd | undefined {
    return this.#end;
  }

  /** Begins to watch a turn. */
  turnBegins(connection: AgentConnection, { agent }: SessionRow): void {
    this.#connection = connection;
    this.#isProgram = agent === 'program';
  }

  /** Judges a session between its turns; `end` is then set if it may not go on. */
  async betweenTurns(session: SessionRow): Promise<void> {
    this.#connection = undefined;
    const verdict = await this.#budget.look(session, true);
    if (verdict.state === 'spent') this.#end ??= { exit: 'budget', why: verdict.why };
    if (verdict.state === 'near') this.#tell(verdict.text);
  }

  /** Text for the next turn, once. */
  takeNotice(): string | undefined {
    const notice = this.#notice;
    this.#notice = undefined;
    return notice;
  }

  /** Takes an update of the agent; a tool call is the place to interrupt it. */
  see(update: AgentUpdate, session: SessionRow, onProblem: (error: unknown) => void): void {
    if (update.kind === 'usage') this.#hasNewUsage = true;
    if (update.kind !== 'tool') return;
    const isFresh = this.#hasNewUsage;
    this.#hasNewUsage = false;
    this.#judge(session, { isFresh, isAtTool: true }).catch(onProblem);
  }

  /** Looks after a running turn, about once a second. */
  async look(session: SessionRow): Promise<void> {
    if (this.#connection === undefined) return;
    await this.#judge(session, { isFresh: false, isAtTool: false });
    if (!this.#usage.isChanged || this.#elapsed() - this.#wroteAt < writeEveryMs) return;
    this.#wroteAt = this.#elapsed();
    const { ids, clock } = this.#place.context;
    const newUsage = usageIds(() => ids.ulid(clock.now()));
    await inAct(this.#place, act => this.#usage.write(act, session, newUsage));
    this.#usage.written();
  }

  async #judge(
    session: SessionRow,
    { isFresh, isAtTool }: { readonly isFresh: boolean; readonly isAtTool: boolean },
  ): Promise<void> {
    const verdict = await this.#budget.look(session, isFresh);
    const connection = this.#connection;
    if (connection === undefined || this.#end !== undefined) return;
    if (verdict.state === 'spent' && (isAtTool || verdict.isLate || this.#isProgram)) {
      this.#end = { exit: 'budget', why: verdict.why };
      await connection.end();
    } else if (verdict.state === 'near' && isAtTool && this.#tell(verdict.text)) await connection.cancel();
  }

  #tell(text: string): boolean {
    if (this.#isTold) return false;
    this.#isTold = true;
    this.#notice = text;
    return true;
  }
}
