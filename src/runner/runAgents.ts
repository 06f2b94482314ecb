import type { AgentSessionRow } from '../domain/agentSession/agentSessionRow.js';
import { isTakenAway } from '../domain/agentSession/outcome.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { errorText } from '../messages/errorText.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { settleRun } from '../operations/lane/worker/workerRuns.js';
import { commandRunner } from '../platform/runCommand.js';
import { stopwatch } from '../platform/stopwatch.js';
import { AgentRun } from './agentRun.js';
import { ControlRun } from './controlRun.js';
import { endWithOutcome } from './endWithOutcome.js';
import { NeedNotifier } from './needNotifier.js';
import { LostLeaseError, RunnerLease } from './runnerLease.js';
import type { RunnerPlace } from './runnerPlace.js';
import { readFacts } from './sessionFacts.js';

export interface RunnerLimits {
  /** Time without a session after which it ends, ms. */
  readonly graceMs: number;
  /** Max time between two looks at the store, ms; each commit is noticed at once. */
  readonly lookMs: number;
}

const usualLimits: RunnerLimits = { graceMs: 3000, lookMs: 1000 };

/**
 * Runs the agents of a repository until there are none and control is off: first ends what an earlier runner left, then takes each
 * requested session.
 * On `signal` it stops all of them. Returns false if another process runs the agents, at once or once that has taken its place.
 */
export async function runAgents(
  outside: Omit<RunnerPlace, 'confirm'>,
  signal: AbortSignal,
  limits: RunnerLimits = usualLimits,
): Promise<boolean> {
  for (;;) {
    const end = new AbortController();
    const lease = await RunnerLease.take(outside, () => end.abort());
    if (lease === undefined) return false;
    const { context } = outside;
    const place: RunnerPlace = {
      ...outside,
      context: { ...context, store: lease.fence(context.store) },
      confirm: () => lease.confirm(),
    };
    try {
      await new Runner(place, limits).run(AbortSignal.any([signal, end.signal]));
    } finally {
      await lease.release();
    }
    if (lease.isLost) {
      context.log.warn(new LostLeaseError().message);
      return false;
    }
    // Someone who still saw this runner may have asked for a session, or switched control on.
    if (signal.aborted || !(await isAsked(outside))) return true;
  }
}

/** True while an agent is to be started, or control is on. */
function isAsked({ context }: Pick<RunnerPlace, 'context'>): Promise<boolean> {
  return context.store.read(
    async ({ agentSessions, controlShifts }) =>
      (await controlShifts.open()) !== undefined ||
      (await agentSessions.unfinished()).some(({ state }) => state === 'requested'),
  );
}

function unfinished({ context }: Pick<RunnerPlace, 'context'>): Promise<AgentSessionRow[]> {
  return context.store.read(({ agentSessions }) => agentSessions.unfinished());
}

class Runner {
  readonly #place: RunnerPlace;
  readonly #limits: RunnerLimits;
  readonly #runs = new Map<string, { readonly run: AgentRun; readonly end: Promise<void> }>();
  readonly #control: ControlRun;
  readonly #notifier: NeedNotifier;
  #wake: (() => void) | undefined;
  #isChanged = true;
  #grace: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(place: RunnerPlace, limits: RunnerLimits) {
    this.#place = place;
    this.#limits = limits;
    this.#control = new ControlRun(place, () => this.#notice());
    this.#notifier = new NeedNotifier(place, commandRunner(place.environment), stopwatch());
  }

  async run(signal: AbortSignal): Promise<void> {
    const { store } = this.#place.context;
    const stopListening = store.onDidChange(() => {
      this.#control.changed();
      this.#notice();
    });
    const onSignal = () => this.#notice();
    signal.addEventListener('abort', onSignal, { once: true });
    try {
      await this.#notifier.begin();
      await this.#recover();
      while (!signal.aborted && !this.#isOver) {
        await this.#look();
        this.#control.look();
        this.#notifier.look();
        if (this.#isIdle) this.#grace ??= setTimeout(() => this.#end(), this.#limits.graceMs);
        else this.#grace = void clearTimeout(this.#grace);
        await this.#next();
      }
    } finally {
      clearTimeout(this.#grace);
      stopListening();
      signal.removeEventListener('abort', onSignal);
      for (const { run } of this.#runs.values()) run.stop();
      await Promise.all([...this.#runs.values()].map(({ end }) => end));
      await this.#control.settled();
      await this.#notifier.settle();
    }
  }

  get #isIdle(): boolean {
    return this.#runs.size === 0 && !this.#control.isOn;
  }

  #end(): void {
    this.#isOver = this.#isIdle;
    this.#notice();
  }

  #notice(): void {
    this.#isChanged = true;
    this.#wake?.();
  }

  /** Resolves at the next commit, and at the latest after `lookMs`. */
  async #next(): Promise<void> {
    if (!this.#isChanged) {
      await new Promise<void>(done => {
        const timer = setTimeout(done, this.#limits.lookMs);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#wake = undefined;
    this.#isChanged = false;
  }

  /** Starts what is asked for, and lets each session see what was written for it. */
  async #look(): Promise<void> {
    const { context } = this.#place;
    try {
      for (const session of await unfinished(this.#place)) {
        if (session.state !== 'requested' || this.#runs.has(session.id)) continue;
        const lane = await this.#laneOf(session);
        if (lane !== undefined) this.#start(session, lane);
      }
      for (const { run } of this.#runs.values()) await run.notice();
    } catch (error) {
      context.log.error('The sessions of agents could not be read.', error);
    }
  }

  #start(session: AgentSessionRow, lane: LaneRow): void {
    const { log } = this.#place.context;
    const run = new AgentRun(this.#place, session, lane);
    const end = run
      .run()
      .catch(error => {
        if (error instanceof LostLeaseError) log.warn(`Leaves ${session.agent} in ${lane.name} to another process.`);
        else log.error(`The session of ${session.agent} in ${lane.name} failed: ${errorText(error)}`, error);
      })
      .finally(() => {
        this.#runs.delete(session.id);
        this.#notice();
      });
    this.#runs.set(session.id, { run, end });
    log.info(`Starts ${session.agent} in ${lane.name} (${session.id}).`);
  }

  async #laneOf({ lane_id }: AgentSessionRow): Promise<LaneRow | undefined> {
    const { store } = this.#place.context;
    return (await store.read(({ lanes }) => lanes.ofIds([lane_id])))[0];
  }

  /** Ends what a dead runner left, and records how its sessions ended, by looking. */
  async #recover(): Promise<void> {
    const { context, ports, endLeft } = this.#place;
    for (const session of await unfinished(this.#place)) {
      if (session.state === 'requested') continue;
      const lane = await this.#laneOf(session);
      if (lane === undefined) continue;
      const { id, process: identity, process_group: group, stop_at, state } = session;
      const isGone = await endLeft({ identity, group, session: id }).catch(error => {
        context.log.warn(`What ${session.agent} in ${lane.name} left could not be ended: ${String(error)}`);
        return false;
      });
      if (!isGone) {
        context.log.warn(
          `What ${session.agent} in ${lane.name} left cannot be seen from here, so its session stays open.`,
        );
        continue;
      }
      const facts = await readFacts(this.#place, session, lane.id, undefined);
      const exit = stop_at === null ? 'crashed' : 'stopped';
      const why = say(message('sessions.runnerEnded'));
      const again = state === 'starting' && exit === 'crashed';
      const { end } = await endWithOutcome(this.#place, session, lane, { exit, facts, why, again });
      await settleRun(ports, lane.name, isTakenAway(end) ? 'cancelled' : 'lost');
      context.log.info(`Ended what was left of ${session.agent} in ${lane.name} (${id}).`);
    }
  }
}
