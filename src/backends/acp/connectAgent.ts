import { setTimeout as wait } from 'node:timers/promises';
import { client, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type Message, message, verbatim } from '../../messages/message.js';
import { version } from '../../platform/version.js';
import { type AgentProcess, startAgent } from '../agentProcess.js';
import type { AgentConnection, AgentStart, AgentUpdate } from '../agentProgram.js';
import { programName } from '../programName.js';
import { AcpConnection, type Agent, type Link } from './acpConnection.js';
import { initializeRefusal, notAcp, quoted, reasonOf, signInRefusal, versionRefusal } from './acpErrors.js';
import { JoinedUpdates } from './joinUpdates.js';
import { McpSight, mcpSeenVariable } from './mcpSight.js';
import { messageStream } from './messageStream.js';
import { Permissions } from './permissions.js';
import { cut, fieldsOf, readUpdate } from './readUpdate.js';

/** Lines of stdout that are no messages and are passed on; more are dropped. */
const maxGarbage = 1000;
const maxGarbageLine = 2000;
/** Characters of one update with stderr. */
const maxErrorText = 4096;

export async function connectAgent(start: AgentStart): Promise<AgentConnection> {
  const program = await startAgent(start);
  const handshake = new Handshake(start, program);
  try {
    return await handshake.open();
  } catch (error) {
    handshake.close();
    await program.end();
    throw error;
  }
}

/** Starts a program for its first answer alone: who it is. Undefined if it does not say; refuses as `connectAgent` does. */
export async function probeAgent(
  start: Pick<AgentStart, 'command' | 'directory' | 'environment' | 'limits'>,
): Promise<AgentConnection['agent']> {
  const whole: AgentStart = {
    ...start,
    mcpServer: { name: 'stateroom', command: '', args: [], env: {} },
    onUpdate: () => {},
    onPermission: async () => ({ allow: false }),
  };
  const program = await startAgent(whole);
  const handshake = new Handshake(whole, program);
  try {
    return agentOf(await handshake.initialize());
  } finally {
    handshake.close();
    await program.end();
  }
}

function agentOf(info: Readonly<Record<string, unknown>>): AgentConnection['agent'] {
  const { name, version: theirs } = fieldsOf(info.agentInfo);
  return typeof name === 'string' ? { name: cut(name, 200), version: cut(String(theirs ?? ''), 200) } : undefined;
}

/** Id of the session's model, from its models or its options. */
function modelOf(opened: Readonly<Record<string, unknown>>): string | undefined {
  const options = Array.isArray(opened.configOptions) ? opened.configOptions.map(fieldsOf) : [];
  const chosen = options.find(({ category }) => category === 'model')?.currentValue;
  const id = fieldsOf(opened.models).currentModelId ?? chosen;
  return typeof id === 'string' && id !== '' ? cut(id, 199) : undefined;
}

class Handshake {
  readonly #start: AgentStart;
  readonly #program: AgentProcess;
  readonly #agentName: string;
  readonly #sight: McpSight;
  readonly #updates: JoinedUpdates;
  readonly #permissions: Permissions;
  readonly #agent: Agent;
  /** Undefined until it is known; updates of others, and those that repeat a loaded session, are dropped. */
  #sessionId: string | undefined;
  #firstGarbage: string | undefined;
  #garbage = 0;
  #foreign = 0;
  #received = 0;

  constructor(start: AgentStart, program: AgentProcess) {
    this.#start = start;
    this.#program = program;
    this.#agentName = programName(start.command);
    this.#sight = new McpSight(start.mcpServer.name);
    this.#permissions = new Permissions(start);
    this.#updates = new JoinedUpdates(start.onUpdate);
    program.readErrors(text => {
      for (let from = 0; from < text.length; from += maxErrorText)
        this.#updates.add({ kind: 'error-output', text: text.slice(from, from + maxErrorText) });
    });
    const stream = messageStream({
      stdin: program.stdin,
      stdout: program.stdout,
      onUpdate: params => this.#receive(params),
      onGarbage: line => this.#noteGarbage(line),
    });
    // Lenient, like the reading of updates: the SDK would answer a request that lacks a field with an error.
    const connection = client({ name: 'stateroom' })
      .onRequest('session/request_permission', fieldsOf, ({ params, signal }) => {
        this.#updates.flush();
        return this.#permissions.answer(params, signal);
      })
      .connect(stream);
    this.#agent = connection.agent;
  }

  close(): void {
    this.#updates.flush();
    this.#sight.finish(false);
  }

  async open(): Promise<AgentConnection> {
    const { start, info, link } = { start: this.#start, info: await this.initialize(), link: this.#link() };
    const capabilities = fieldsOf(info.agentCapabilities);
    const more = fieldsOf(capabilities.sessionCapabilities);
    const canLoad = capabilities.loadSession === true;
    const canResume = typeof more.resume === 'object' && more.resume !== null;
    const methods = (Array.isArray(info.authMethods) ? info.authMethods : [])
      .map(method => fieldsOf(method).name)
      .filter(method => typeof method === 'string');
    const opened = await this.#openSession(
      canResume ? 'session/resume' : canLoad ? 'session/load' : undefined,
      methods,
    );
    const sessionId = start.resume ?? opened.sessionId;
    if (typeof sessionId !== 'string' || sessionId === '')
      throw notAcp(this.#agentName, message('backends.answered', { step: 'session/new', text: 'no sessionId' }));
    if (start.mode !== undefined) await this.#setMode(sessionId, start.mode, opened);
    this.#sessionId = sessionId;
    return new AcpConnection(start, link, {
      sessionId,
      agent: agentOf(info),
      model: modelOf(opened),
      canResume: canResume || canLoad,
      canClose: typeof more.close === 'object' && more.close !== null,
      signIn: { agent: this.#agentName, methods },
    });
  }

  #link(): Link {
    return {
      agent: this.#agent,
      program: this.#program,
      updates: this.#updates,
      permissions: this.#permissions,
      sight: this.#sight,
    };
  }

  async initialize(): Promise<Record<string, unknown>> {
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'stateroom', title: 'Stateroom', version },
    };
    const info = fieldsOf(
      await this.#step('initialize', params).catch(error => {
        throw error instanceof RequestError ? initializeRefusal(error, this.#agentName, PROTOCOL_VERSION) : error;
      }),
    );
    if (info.protocolVersion !== PROTOCOL_VERSION)
      throw versionRefusal(this.#agentName, info.protocolVersion ?? 'none', PROTOCOL_VERSION);
    return info;
  }

  async #openSession(resume: string | undefined, methods: readonly string[]): Promise<Record<string, unknown>> {
    const { directory: cwd, mcpServer, resume: sessionId } = this.#start;
    const { name, command, args, env } = mcpServer;
    const variables = Object.entries({ ...env, [mcpSeenVariable]: this.#sight.file });
    const server = { name, command, args, env: variables.map(([key, value]) => ({ name: key, value })) };
    const agent = this.#agentName;
    if (sessionId !== undefined && resume === undefined)
      throw refusalError('invalid_input', message('backends.cannotResume', { agent }), {
        hint: 'backends.cannotResumeHint',
      });
    const step = sessionId === undefined ? 'session/new' : (resume ?? '');
    try {
      const params = { cwd, mcpServers: [server], ...(sessionId === undefined ? {} : { sessionId }) };
      const opened = fieldsOf(await this.#step(step, params));
      if (step === 'session/load') await this.#silence();
      return opened;
    } catch (error) {
      throw signInRefusal(error, { agent, methods }) ?? this.#refused(error, step);
    }
  }

  /** Waits for the end of what a loaded session repeats: Gemini CLI goes on with it after its answer. */
  async #silence(): Promise<void> {
    for (let before = -1, looks = 0; before !== this.#received && looks < 30; looks += 1) {
      before = this.#received;
      await wait(100);
    }
  }

  async #setMode(sessionId: string, mode: string, opened: Record<string, unknown>): Promise<void> {
    const { availableModes, currentModeId } = fieldsOf(opened.modes);
    const offered = idsOf(availableModes, 'id');
    const option = (Array.isArray(opened.configOptions) ? opened.configOptions.map(fieldsOf) : []).find(
      ({ category }) => category === 'mode',
    );
    const values = idsOf(option?.options, 'value');
    if (currentModeId === mode || option?.currentValue === mode) return;
    if (offered.includes(mode)) await this.#request('session/set_mode', { sessionId, modeId: mode });
    else if (values.includes(mode))
      await this.#request('session/set_config_option', { sessionId, configId: option?.id, value: mode });
    else {
      const all = [...offered, ...values];
      const modes = all.length === 0 ? message('backends.noModes') : quoted(all.join(', '));
      throw refusalError('invalid_input', message('backends.noMode', { agent: this.#agentName, mode, modes }));
    }
  }

  async #request(step: string, params: unknown): Promise<void> {
    await this.#step(step, params).catch(error => {
      throw this.#refused(error, step);
    });
  }

  /** Sends a request; refuses if it is not answered in time, and if the program ends first. */
  async #step(step: string, params: unknown): Promise<unknown> {
    const limit = this.#start.limits?.handshakeMs ?? 30_000;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(this.#unanswered(step, limit)), limit);
    });
    try {
      return await Promise.race([this.#agent.request(step, params), late]);
    } catch (error) {
      // A refusal of ours, or the agent's answer; else the connection has ended.
      if (error instanceof RefusalError || error instanceof RequestError) throw error;
      throw (await this.#program.hasExitedSoon())
        ? this.#endedEarly(step)
        : this.#notAcp(message('backends.closedOutput'));
    } finally {
      clearTimeout(timer);
    }
  }

  #unanswered(step: string, limit: number): Error {
    if (step === 'initialize' && this.#firstGarbage !== undefined)
      return this.#notAcp(message('backends.printed', { text: quoted(this.#firstGarbage) }));
    const seconds = Math.max(1, Math.round(limit / 1000));
    return refusalError('timed_out', message('backends.noAnswer', { agent: this.#agentName, step, seconds }));
  }

  #endedEarly(step: string): Error {
    if (step === 'initialize' && this.#firstGarbage !== undefined)
      return this.#notAcp(message('backends.printed', { text: quoted(this.#firstGarbage) }));
    const how = this.#program.howItEnded();
    return refusalError('invalid_input', message('backends.endedEarly', { agent: this.#agentName, step, how }));
  }

  #notAcp(why: Message): Error {
    return notAcp(this.#agentName, why);
  }

  #refused(error: unknown, step: string): unknown {
    if (!(error instanceof RequestError)) return error;
    const values = { agent: this.#agentName, step, why: verbatim(reasonOf(error)) };
    return refusalError('invalid_input', message('backends.refusedStep', values));
  }

  #receive(params: unknown): void {
    const { sessionId, update } = fieldsOf(params);
    this.#received += 1;
    if (sessionId === this.#sessionId) for (const one of readUpdate(update)) this.#deliver(one);
    else if (this.#sessionId !== undefined && this.#foreign++ === 0)
      this.#deliver({
        kind: 'error-output',
        text: `Updates of another session are left out: ${quoted(String(sessionId))}\n`,
      });
  }

  #deliver(update: AgentUpdate): void {
    this.#sight.read(update);
    if (update.kind === 'tool') this.#permissions.read(update);
    this.#updates.add(update);
  }

  #noteGarbage(line: string): void {
    this.#firstGarbage ??= line;
    this.#garbage += 1;
    if (this.#garbage <= maxGarbage)
      this.#deliver({ kind: 'error-output', text: `${quoted(cut(line, maxGarbageLine))}\n` });
  }
}

/** Ids of a list, also of one in groups. */
function idsOf(list: unknown, field: 'id' | 'value'): readonly string[] {
  const entries = Array.isArray(list) ? list.map(fieldsOf) : [];
  return entries.flatMap(entry => {
    const id = entry[field];
    return typeof id === 'string' ? [id] : idsOf(entry.options, field);
  });
}
