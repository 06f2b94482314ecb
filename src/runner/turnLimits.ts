import type { AgentConnection, AgentUpdate } from '../backends/agentProgram.js';
import type { SessionExit } from '../domain/agentSession/outcome.js';
import { type SilenceLimits, usualSilence } from '../domain/agentSession/silenceLimits.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { spoken } from '../domain/worker/trouble.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { tellOfSession } from '../records/agentSession/agentSessions.js';
import { BudgetWatch } from './budgetWatch.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import { type SessionUsage, usageIds } from './sessionUsage.js';
import { SilenceWatch } from './silenceWatch.js';
import type { Transcript } from './transcript.js';

/** Time between two writings of usage in a turn, so that other sessions on the same budget see it; ms. */
const writeEveryMs = 10_000;

/** Time between two notes of a silence, ms. */
const noteEveryMs = 30_000;

const stalls = {
  never: 'sessions.stalledNever',
  silent: 'sessions.stalledSilent',
  idle: 'sessions.stalledIdle',
} as const;

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
  readonly #lane: LaneRow;
  readonly #transcript: Transcript;
  #silence: SilenceWatch | undefined;
  /** Time of the last note of its silence; undefined while it speaks. */
  #notedAt: number | undefined;
  #connection: AgentConnection | undefined;
  #isProgram = false;
  #hasNewUsage = false;
  #isTold = false;
  #notice: string | undefined;
  #end: LimitEnd | undefined;
  #wroteAt = 0;

  constructor(
    place: RunnerPlace,
    lane: LaneRow,
    { usage, transcript, elapsed }: { usage: SessionUsage; transcript: Transcript; elapsed: () => number },
  ) {
    this.#lane = lane;
    this.#transcript = transcript;
    this.#place = place;
    this.#usage = usage;
    this.#elapsed = elapsed;
    this.#budget = new BudgetWatch(place, lane, usage, elapsed);
  }

  get end(): LimitEnd | undefined {
    return this.#end;
  }

  /** Begins to watch a turn. */
  turnBegins(connection: AgentConnection, { agent }: SessionRow, silence: Partial<SilenceLimits> = {}): void {
    this.#connection = connection;
    this.#isProgram = agent === 'program';
    const never = Number.POSITIVE_INFINITY;
    // Many programs print nothing before their end.
    const limits = this.#isProgram
      ? { ...usualSilence, stalledMs: never, neverMs: never, idleMs: never }
      : { ...usualSilence, ...silence };
    this.#silence ??= new SilenceWatch(limits, this.#elapsed);
    this.#silence.turnBegins();
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
    this.#silence?.see(update);
    if (update.kind === 'usage') this.#hasNewUsage = true;
    if (update.kind !== 'tool') return;
    const isFresh = this.#hasNewUsage;
    this.#hasNewUsage = false;
    this.#judge(session, { isFresh, isAtTool: true }).catch(onProblem);
  }

  /** Looks after a running turn, about once a second. `isWaiting`: the agent waits for a person's answer. */
  async look(session: SessionRow, isWaiting: boolean): Promise<void> {
    if (this.#connection === undefined) return;
    await this.#judge(session, { isFresh: false, isAtTool: false });
    await this.#listen(session, isWaiting);
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

  async #listen({ agent }: SessionRow, isWaiting: boolean): Promise<void> {
    const silence = this.#silence?.look(isWaiting);
    if (silence === undefined || this.#end !== undefined) return;
    if (silence.state === 'speaks') {
      if (this.#notedAt !== undefined) this.#transcript.note({ silentSince: undefined });
      this.#notedAt = undefined;
      return;
    }
    if (silence.state === 'stalled') {
      this.#end = { exit: 'stalled', why: say(message(stalls[silence.how], { span: spoken(silence.ms) })) };
      await this.#connection?.end();
      return;
    }
    const isFirst = this.#notedAt === undefined;
    if (!isFirst && this.#elapsed() - (this.#notedAt ?? 0) < noteEveryMs) return;
    this.#notedAt = this.#elapsed();
    const since = this.#place.context.clock.now() - silence.ms;
    this.#transcript.note({ silentSince: since });
    await this.#transcript.flush();
    // Its commit tells the surfaces to look.
    const payload = { agent, since: new Date(since).toISOString() };
    if (isFirst) await inAct(this.#place, act => tellOfSession(act, this.#lane, 'agent_silent', payload));
  }

  #tell(text: string): boolean {
    if (this.#isTold) return false;
    this.#isTold = true;
    this.#notice = text;
    return true;
  }
}
