import { setTimeout as wait } from 'node:timers/promises';
import { type ClientConnection, RequestError } from '@agentclientprotocol/sdk';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message, verbatim } from '../../messages/message.js';
import type { AgentProcess } from '../agentProcess.js';
import type { AgentConnection, AgentExit, AgentStart, StopReason } from '../agentProgram.js';
import { reasonOf, type SignIn, signInRefusal } from './acpErrors.js';
import type { JoinedUpdates } from './joinUpdates.js';
import type { McpSight } from './mcpSight.js';
import type { Permissions } from './permissions.js';
import { fieldsOf, readUpdate } from './readUpdate.js';

/** Max wait for an answer to `session/close`, ms. */
const closeMs = 1000;

export type Agent = ClientConnection['agent'];

/** One program and what is read from it. */
export interface Link {
  readonly agent: Agent;
  readonly program: AgentProcess;
  readonly updates: JoinedUpdates;
  readonly permissions: Permissions;
  readonly sight: McpSight;
}

export interface OpenSession {
  readonly sessionId: string;
  readonly agent: AgentConnection['agent'];
  readonly model: string | undefined;
  readonly canResume: boolean;
  readonly canClose: boolean;
  readonly signIn: SignIn;
}

const reasons: readonly unknown[] = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
] satisfies StopReason[];

/** One session with an agent. */
export class AcpConnection implements AgentConnection {
  readonly sessionId: string;
  readonly agent: AgentConnection['agent'];
  readonly model: string | undefined;
  readonly canResume: boolean;
  readonly sawMcp: Promise<boolean>;
  readonly ended: Promise<AgentExit>;
  readonly #start: AgentStart;
  readonly #link: Link;
  readonly #session: OpenSession;
  /** The running turn; settles with it. */
  #turn: Promise<unknown> | undefined;
  #ending: Promise<AgentExit> | undefined;

  constructor(start: AgentStart, link: Link, session: OpenSession) {
    this.#start = start;
    this.#link = link;
    this.#session = session;
    this.sessionId = session.sessionId;
    this.agent = session.agent;
    this.model = session.model;
    this.canResume = session.canResume;
    this.sawMcp = link.sight.seen;
    this.ended = link.program.ended.then(exit => {
      link.permissions.cancelAll();
      link.updates.flush();
      link.sight.finish(false);
      return exit;
    });
  }

  async prompt(text: string): Promise<{ readonly reason: StopReason }> {
    const { agent } = this.#session.signIn;
    if (this.#turn !== undefined) throw refusalError('transition_not_allowed', message('backends.turnRuns', { agent }));
    const { program } = this.#link;
    if (program.hasExited)
      throw refusalError('invalid_input', message('backends.ended', { agent, how: program.howItEnded() }));
    this.#link.sight.expectWithin(this.#start.limits?.mcpMs ?? 60_000);
    const { sessionId } = this;
    const turn = this.#link.agent.request<unknown>('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    this.#turn = turn.catch(() => {});
    try {
      const result = fieldsOf(await turn);
      for (const update of readUpdate({ ...result, sessionUpdate: undefined }, this.#start.turnUsage))
        this.#link.updates.add(update);
      const { stopReason } = result;
      return { reason: reasons.includes(stopReason) ? (stopReason as StopReason) : 'end_turn' };
    } catch (error) {
      throw await this.#refusalOf(error);
    } finally {
      this.#turn = undefined;
      this.#link.permissions.cancelAll();
      this.#link.updates.flush();
    }
  }

  async cancel(): Promise<'cancelled' | 'unanswered'> {
    const turn = this.#turn;
    if (turn === undefined) return 'cancelled';
    // Its answer may never come: the pipe may be full.
    this.#link.agent.notify('session/cancel', { sessionId: this.sessionId }).catch(() => {});
    this.#link.permissions.cancelAll();
    return withLimit(
      turn.then(() => 'cancelled'),
      this.#start.limits?.cancelMs ?? 5000,
      'unanswered',
    );
  }

  end(): Promise<AgentExit> {
    this.#ending ??= this.#close();
    return this.#ending;
  }

  async #close(): Promise<AgentExit> {
    const { program, agent } = this.#link;
    if (!program.hasExited) {
      await this.cancel();
      const { sessionId } = this;
      if (this.#session.canClose)
        await withLimit(
          agent.request('session/close', { sessionId }).catch(() => {}),
          closeMs,
          undefined,
        );
    }
    await program.end();
    return this.ended;
  }

  async #refusalOf(error: unknown): Promise<Error> {
    const { agent } = this.#session.signIn;
    if (error instanceof RequestError)
      return (
        signInRefusal(error, this.#session.signIn) ??
        refusalError('invalid_input', message('backends.turnFailed', { agent, why: verbatim(reasonOf(error)) }))
      );
    if (await this.#link.program.hasExitedSoon())
      return refusalError(
        'invalid_input',
        message('backends.endedInTurn', { agent, how: this.#link.program.howItEnded() }),
      );
    return refusalError('invalid_input', message('backends.turnFailed', { agent, why: verbatim(reasonOf(error)) }));
  }
}

async function withLimit<Value, Late>(value: Promise<Value>, ms: number, late: Late): Promise<Value | Late> {
  const limit = new AbortController();
  try {
    return await Promise.race([value, wait(ms, late, { signal: limit.signal })]);
  } finally {
    limit.abort();
  }
}
