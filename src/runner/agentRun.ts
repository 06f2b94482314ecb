import type { AgentConnection, AgentStart, AgentUpdate, StopReason } from '../backends/agentProgram.js';
import type { SessionExit } from '../domain/agentSession/outcome.js';
import { asksAgain, isTakenAway } from '../domain/agentSession/outcome.js';
import type { SilenceLimits } from '../domain/agentSession/silenceLimits.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { RefusalError, refusalError } from '../domain/refusal/refusal.js';
import type { WorkerRun } from '../domain/worker/workerRun.js';
import { errorText } from '../messages/errorText.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { attemptOf, beginWork, holdForWorker } from '../operations/lane/worker/beginWork.js';
import { heartbeatWhile, pause } from '../operations/lane/worker/heartbeatWhile.js';
import { beginRun } from '../operations/lane/worker/workerRuns.js';
import { redact } from '../platform/redact.js';
import { stopwatch } from '../platform/stopwatch.js';
import { defaultHeartbeatMs } from '../platform/workerHeartbeats.js';
import { changeSession, tellOfSession } from '../records/agentSession/agentSessions.js';
import type { StartableAgent } from '../records/agentSession/startableAgent.js';
import { startableAgents } from '../records/agentSession/startableAgent.js';
import { findWorker } from '../records/worker/workerAccess.js';
import { backUpTree } from './backUpTree.js';
import { connectProgram } from './connectProgram.js';
import { endWithOutcome, outcomeIn } from './endWithOutcome.js';
import { PermissionDesk } from './permissionDesk.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import { environmentOf, mcpServerOf } from './sessionEnvironment.js';
import { noFacts, readFacts } from './sessionFacts.js';
import { firstPrompt, followUpPrompt } from './sessionPrompts.js';
import { SessionUsage, totalsOf, usageIds } from './sessionUsage.js';
import { StepKeeper } from './stepKeeper.js';
import { Transcript } from './transcript.js';
import { TurnLimits } from './turnLimits.js';

/** Texts to an agent that has ended its turn without an end of its work. */
const maxFollowUps = 1;

const exitsOfReasons: Readonly<Record<StopReason, SessionExit>> = {
  end_turn: 'ended',
  max_tokens: 'limit',
  max_turn_requests: 'limit',
  refusal: 'refused',
  cancelled: 'ended',
};

/** One session from its request to its end. */
export class AgentRun {
  readonly #place: RunnerPlace;
  readonly #lane: LaneRow;
  readonly #transcript: Transcript;
  readonly #desk: PermissionDesk;
  readonly #usage: SessionUsage;
  readonly #limits: TurnLimits;
  readonly #steps: StepKeeper;
  #session: SessionRow;
  #silence: Partial<SilenceLimits> | undefined;
  #connection: AgentConnection | undefined;
  #spawned: { readonly pid: number; readonly identity: string } | undefined;
  #recorded: Promise<void> = Promise.resolve();
  /** First prompt of a program, which gets it as it starts. */
  #text: string | undefined;
  #isStopping = false;
  #isStarted = false;
  #why: string | undefined;
  #exit: SessionExit | undefined;

  constructor(place: RunnerPlace, session: SessionRow, lane: LaneRow) {
    this.#place = place;
    this.#session = session;
    this.#lane = lane;
    const { context, ports } = place;
    const onProblem = (error: unknown) => context.log.warn(`A transcript could not be written: ${String(error)}`);
    this.#transcript = new Transcript(ports.sessions, session.id, context.clock, onProblem);
    const elapsed = stopwatch();
    this.#usage = new SessionUsage(elapsed);
    this.#limits = new TurnLimits(place, lane, { usage: this.#usage, transcript: this.#transcript, elapsed });
    this.#steps = new StepKeeper(place, lane, this.#transcript);
    this.#desk = new PermissionDesk(place, session, lane, this.#transcript);
  }

  /** Resolves once the session has its end and nothing of it runs. Rejects only if the store cannot be written from here. */
  async run(): Promise<void> {
    if (!(await this.#take())) return;
    const { ports, context } = this.#place;
    const heartbeats = new AbortController();
    let file: string | undefined;
    let beating: Promise<unknown> = Promise.resolve();
    const watcher = ports.machine.identity();
    const startedAt = context.clock.now();
    let startTip: string | undefined;
    let run: WorkerRun | undefined;
    try {
      await this.#place.confirm();
      await this.#limits.betweenTurns(this.#session);
      if (this.#limits.end !== undefined) throw new Error(this.#limits.end.why);
      startTip = await (await ports.trees()).branchCommit(this.#lane.branch);
      const command = redact(this.#session.agent);
      const session = this.#session.id;
      run = { version: 1, command, session, program: null, watcher, pid: ports.machine.pid(), startedAt, end: null };
      await ports.heartbeats.heartbeat(this.#lane.name, startedAt, defaultHeartbeatMs);
      file = `${this.#lane.name}.${await beginRun(ports, this.#lane.name, run)}`;
      this.#transcript.note({ lane: this.#lane.name });
      const firstStep = this.#steps.begin();
      if (this.#isProgram) await firstStep;
      // A program works as soon as it runs.
      if (this.#isProgram) await this.#begin();
      await this.#connect();
      const { pid = ports.machine.pid(), identity = watcher } = this.#spawned ?? {};
      run = { ...run, program: identity, pid };
      await ports.runs.write(file, JSON.stringify(run));
      const onProblem = (error: unknown) => context.log.warn(`Could not write a heartbeat: ${String(error)}`);
      const pulse = () => ports.machine.pulse(identity);
      const plan = { lane: this.#lane.name, pulse, everyMs: defaultHeartbeatMs, signal: heartbeats.signal, onProblem };
      beating = heartbeatWhile(ports, context.clock, plan).catch(onProblem);
      if (!this.#isProgram) await this.#begin();
      await firstStep;
      await this.#turns(startTip);
    } catch (error) {
      this.#exit ??= this.#isStopping ? 'stopped' : this.#isStarted ? 'crashed' : 'refused';
      this.#why ??= errorText(error);
      this.#transcript.add({ kind: 'state', text: this.#why });
    }
    const exited = await this.#connection
      ?.end()
      .catch(error => context.log.warn(`An agent could not be ended: ${String(error)}`));
    await this.#steps.keep();
    heartbeats.abort();
    await beating;
    await this.#recorded.catch(() => undefined);
    const facts = this.#isStarted ? await readFacts(this.#place, this.#session, this.#lane.id, startTip) : noFacts;
    const limited = this.#isStopping ? undefined : this.#limits.end;
    const backup = limited !== undefined && this.#isStarted ? await backUpTree(this.#place, this.#lane) : null;
    const exit = limited?.exit ?? this.#exit ?? (this.#isStopping ? 'stopped' : 'ended');
    const outcome = await endWithOutcome(this.#place, this.#session, this.#lane, {
      ...{ exit, facts, why: limited?.why ?? this.#why, usage: this.#usage, backup },
    });
    this.#transcript.add({ kind: 'state', text: `ended: ${outcome.end}` });
    this.#transcript.note({ silentSince: undefined, isOver: true });
    await this.#transcript.finish();
    // A lane that waits for an answer is not one whose program died.
    if (file !== undefined && outcome.end === 'blocked')
      await ports.runs.remove(file).catch(error => context.log.warn(String(error)));
    else if (file !== undefined && run !== undefined) {
      const { exitCode = null, signal = null } = exited ?? {};
      const by = isTakenAway(outcome.end) ? 'cancelled' : exitCode === null ? 'signal' : 'exit';
      const end = { at: context.clock.now(), by, exitCode, signal } as const;
      await ports.runs.write(file, JSON.stringify({ ...run, end })).catch(error => context.log.warn(String(error)));
    }
  }

  get #isProgram(): boolean {
    return this.#session.agent === 'program';
  }

  /** Looks for what surfaces wrote: the wish to stop, and answers. */
  async notice(): Promise<void> {
    const isUnwanted = await this.#place.context.store.read(async ({ agentSessions, lanes }) => {
      const [row] = await agentSessions.ofIds([this.#session.id]);
      const [lane] = await lanes.ofIds([this.#lane.id]);
      return row?.stop_at != null || lane?.status === 'merged' || lane?.status === 'closed';
    });
    if (isUnwanted) this.stop();
    await this.#desk.notice();
    if (this.#isStarted) await this.#limits.look(this.#session, this.#desk.isWaiting);
  }

  /** Ends the program; `run` records it. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { context, endLeft } = this.#place;
    const onProblem = (error: unknown) => context.log.warn(`An agent could not be ended: ${String(error)}`);
    if (this.#connection !== undefined) void this.#connection.end().catch(onProblem);
    else if (this.#spawned !== undefined) {
      const { identity, pid } = this.#spawned;
      void endLeft({ identity, group: pid, session: this.#session.id }).catch(onProblem);
    }
  }

  /** Takes it; false if it has ended, or another runner has taken it. */
  #take(): Promise<boolean> {
    const runner = this.#place.ports.machine.identity();
    return inAct(this.#place, async ({ transaction }) => {
      const [row] = await transaction.agentSessions.ofIds([this.#session.id]);
      if (row?.state !== 'requested') return false;
      return (await changeSession(transaction, row, { state: 'starting', runner })) !== undefined;
    });
  }

  async #connect(): Promise<void> {
    const agent = await this.#agent();
    const { place, lane } = { place: this.#place, lane: this.#lane };
    const mcpServer = mcpServerOf(place, this.#session, lane);
    const { name, ...entry } = mcpServer;
    const config = JSON.stringify({ mcpServers: { [name]: entry } });
    const { mode, mcpOption, turnUsage } = agent.acp;
    this.#silence = agent.acp.silence;
    const { resume } = this.#session;
    await place.confirm();
    const start: AgentStart = {
      command: [...agent.command, ...(mcpOption?.(config) ?? [])],
      directory: lane.worktree_path,
      environment: environmentOf(place, this.#session, lane, agent),
      mcpServer,
      ...(mode === undefined ? {} : { mode }),
      ...(turnUsage === undefined ? {} : { turnUsage }),
      onUpdate: update => this.#onUpdate(update),
      onPermission: (request, signal) => this.#desk.answer(request, signal),
      onSpawn: program => this.#onSpawn(program),
    };
    if (this.#isProgram) {
      this.#text = await this.#firstText();
      this.#connection = await connectProgram(start, this.#text);
    } else this.#connection = resume === null ? await place.connect(start) : await this.#resume(start, resume);
    await this.#recorded;
    if (this.#isStopping) throw new Error('It was stopped before it began.');
  }

  /** Goes on with an earlier session; where the agent cannot, a new one gets the brief. */
  async #resume(start: AgentStart, resume: string): Promise<AgentConnection> {
    try {
      this.#usage.continueFrom(await this.#place.context.store.read(read => totalsOf(read, this.#lane.id, resume)));
      return await this.#place.connect({ ...start, resume });
    } catch (error) {
      if (this.#isStopping || !(error instanceof RefusalError) || error.refusal.code !== 'invalid_input') throw error;
      this.#transcript.add({ kind: 'state', text: `${errorText(error)} It starts fresh.` });
      this.#session = { ...this.#session, resume: null };
      this.#usage.continueFrom({});
      return this.#place.connect(start);
    }
  }

  async #agent(): Promise<StartableAgent> {
    const { agent, command } = this.#session;
    if (this.#isProgram) return ofProgram(JSON.parse(command) as string[]);
    const found = (await startableAgents(this.#place.ports)).find(({ key }) => key === agent);
    if (found !== undefined) return found;
    throw refusalError('not_found', message('sessions.unknown', { agent }));
  }

  #onSpawn(program: { readonly pid: number; readonly identity: string }): void {
    this.#spawned = program;
    this.#recorded = inAct(this.#place, async ({ transaction }) => {
      const [row] = await transaction.agentSessions.ofIds([this.#session.id]);
      if (row !== undefined)
        await changeSession(transaction, row, { process: program.identity, process_group: program.pid });
    });
    this.#recorded.catch(() => undefined);
    if (this.#isStopping) {
      this.#isStopping = false;
      this.stop();
    }
  }

  #onUpdate(update: AgentUpdate): void {
    if (update.kind === 'usage') this.#usage.add(update);
    this.#transcript.add(update);
    const onProblem = (error: unknown) =>
      this.#place.context.log.warn(`A budget could not be judged: ${String(error)}`);
    if (!this.#isStarted) return;
    this.#limits.see(update, this.#session, onProblem);
    if (update.kind === 'tool') this.#steps.see(update);
  }

  /** Records that the work has begun: the session, the lane's worker, the attempt. */
  async #begin(): Promise<void> {
    const { sessionId = null } = this.#connection ?? {};
    const { context } = this.#place;
    const { resume } = this.#session;
    const begun = await inAct(this.#place, async act => {
      const { transaction, now } = act;
      const [row] = await transaction.agentSessions.ofIds([this.#session.id]);
      if (row === undefined) throw new Error('Its record is gone.');
      const found = await findWorker(transaction, this.#lane.id);
      const begun = { agent: row.actor, harness: null, session: null };
      const attempt = await attemptOf(context, transaction, found, { ...begun, session: sessionId || null });
      if (!(await beginWork({ ...context, atWork: () => undefined }, transaction, found, begun))) {
        await transaction.workers.change(found.worker, { ...begun, ...attempt, changed_by: context.actor.name });
        await holdForWorker(context, transaction, found.lane, begun);
      }
      const state = row.stop_at === null ? ('working' as const) : ('stopping' as const);
      const session = sessionId || null;
      const model = row.model ?? this.#connection?.model ?? null;
      const changed = await changeSession(transaction, row, { state, session, model, started_at: now });
      if (changed === undefined) throw new Error('Its record was changed by another process.');
      await tellOfSession(act, this.#lane, 'agent_started', { agent: row.agent, session });
      return changed;
    });
    this.#session = { ...begun, resume };
    this.#isStarted = true;
  }

  /** Prompts until the work has an end, or the agent has been asked once more. */
  async #turns(startTip: string | undefined): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    let isInTurn = false;
    void connection.sawMcp.then(async saw => {
      if (saw || !isInTurn || this.#isStopping) return;
      // It is also false where the program ends first.
      const isGone = await Promise.race([connection.ended.then(() => true), pause(100, undefined)]);
      if (isGone === true || !isInTurn || this.#isStopping) return;
      this.#exit = 'refused';
      this.#why = 'It did not use Stateroom’s MCP server.';
      void connection.end();
    });
    let text = this.#text ?? (await this.#firstText());
    for (let followUps = 0; !this.#isStopping; ) {
      isInTurn = true;
      this.#exit = undefined;
      this.#limits.turnBegins(connection, this.#session, this.#silence);
      const { reason } = await connection.prompt(text);
      isInTurn = false;
      await this.#writeUsage();
      if (this.#isStopping) break;
      await this.#limits.betweenTurns(this.#session);
      if (this.#limits.end !== undefined) return;
      this.#exit = exitsOfReasons[reason];
      this.#why =
        this.#exit === 'limit'
          ? say(message('sessions.turnLimit'))
          : this.#exit === 'refused'
            ? say(message('sessions.modelRefused'))
            : undefined;
      const more = this.#isProgram ? undefined : await this.#takeWords();
      const facts = await readFacts(this.#place, this.#session, this.#lane.id, startTip);
      const outcome = outcomeIn({ exit: this.#exit, facts });
      const hasExpired = this.#desk.takeExpired();
      const isAskedAgain = more === undefined && asksAgain(outcome) && !this.#isProgram;
      const notice = isAskedAgain ? this.#limits.takeNotice() : undefined;
      if (more !== undefined) text = more;
      else if (notice !== undefined) {
        text = notice;
        this.#transcript.add({ kind: 'prompt', text, by: 'stateroom' });
      } else if (isAskedAgain && followUps < maxFollowUps) {
        followUps += 1;
        text = followUpPrompt(outcome, hasExpired);
        this.#transcript.add({ kind: 'prompt', text, by: 'stateroom' });
      } else return;
    }
    this.#exit = 'stopped';
  }

  /** The words that wait for a resumed session; else the brief, with them below. */
  async #firstText(): Promise<string> {
    const words = await this.#takeWords();
    const isResumed = this.#session.resume !== null;
    if (isResumed && words !== undefined) return words;
    const brief = await this.#place.context.store.read(transaction => firstPrompt(transaction, this.#lane));
    this.#transcript.add({ kind: 'prompt', text: brief, by: 'stateroom' });
    return words === undefined ? brief : `${brief}\n\n${words}`;
  }

  /** Takes the words that surfaces wrote to it; undefined for none. */
  async #takeWords(): Promise<string | undefined> {
    const words = await inAct(this.#place, async ({ transaction, now }) => {
      const waiting = await transaction.agentWords.waiting(this.#lane.id);
      for (const word of waiting) await transaction.agentWords.change(word, { taken_at: now });
      return waiting;
    });
    for (const { text, by } of words) this.#transcript.add({ kind: 'prompt', text, by });
    return words.length === 0 ? undefined : words.map(({ text }) => text).join('\n\n');
  }

  async #writeUsage(): Promise<void> {
    if (!this.#usage.isChanged) return;
    const { ids, clock } = this.#place.context;
    const newUsage = usageIds(() => ids.ulid(clock.now()));
    await inAct(this.#place, act => this.#usage.write(act, this.#session, newUsage));
    this.#usage.written();
  }
}

/** Any other program: it speaks no protocol, and gets the credentials of all. */
function ofProgram(command: readonly string[]): StartableAgent {
  return { key: 'program', title: command[0] ?? '', command, environment: {}, acp: {}, credentials: undefined };
}
