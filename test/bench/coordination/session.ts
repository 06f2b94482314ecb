import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { World } from './world.js';

/** The built programs, and the Node.js under which they run. */
export interface Programs {
  readonly node: string;
  readonly dist: string;
  /** Leaves out the hooks after an edit and of git, and starts half as many programs. */
  readonly isShort: boolean;
}

interface Reply {
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
  readonly error?: unknown;
}

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

/** One session of a coding agent as Claude Code begins it: hooks, and a server of its own over stdio. */
export class Session {
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #environment: Readonly<Record<string, string>>;
  readonly #ended: Promise<void>;
  #buffer = '';
  #number = 0;

  private constructor(
    readonly world: World,
    readonly folder: string,
    readonly id: string,
    readonly programs: Programs,
    readonly child: ChildProcessWithoutNullStreams,
  ) {
    this.#environment = sessionEnvironment(id);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    this.#ended = new Promise(resolve => {
      child.once('close', () => {
        for (const done of this.#waiting.values()) done({ error: 'the server ended' });
        resolve();
      });
    });
  }

  static async begin(world: World, programs: Programs, folder: string, id: string): Promise<Session> {
    const child = spawn(programs.node, [join(programs.dist, 'mcp.mjs')], {
      cwd: folder,
      env: { ...world.env, ...sessionEnvironment(id) },
      stdio: 'pipe',
    });
    const session = new Session(world, folder, id, programs, child);
    const clientInfo = { name: 'claude-code', version: '2.1.332' };
    await session.#request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const told = await session.hook('SessionStart', { source: 'startup' });
    if (told !== undefined) world.count('SessionStart', '', told);
    return session;
  }

  /** Bytes that a session has of the server before its first call: instructions and tools. */
  async fixedBytes(): Promise<number> {
    const reply = await this.#request('tools/list', {});
    return Buffer.byteLength(JSON.stringify(reply.result ?? {}));
  }

  /** Calls a tool and counts it. */
  async call(name: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
    await this.world.think();
    const { result, error } = await this.#request('tools/call', { name, arguments: input });
    if (result === undefined) throw new Error(`${name} of ${this.id}: ${JSON.stringify(error)}`);
    const text = (result.content ?? []).map(part => part.text ?? '').join('\n');
    this.world.count([name, input.action ?? ''].join(' ').trim(), JSON.stringify({ name, arguments: input }), text);
    if (result.isError === true) this.world.refused += 1;
    return { isError: result.isError === true, text };
  }

  /** Calls a tool and takes a refusal for a failure. */
  async must(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    const { isError, text } = await this.call(name, input);
    if (isError) throw new Error(`${name} ${JSON.stringify(input)} of ${this.id}: ${text}`);
    return text;
  }

  /** Runs the hook of an event; what it tells the model, or why it refuses. */
  async hook(event: string, input: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    const { node, dist } = this.programs;
    const given = { session_id: this.id, cwd: this.folder, hook_event_name: event, ...input };
    const words = [node, join(dist, 'cli.mjs'), 'agent-hook', 'claude', event];
    const { stdout } = await this.world.run(this.folder, words, this.#environment, JSON.stringify(given));
    if (stdout === '') return undefined;
    const { hookSpecificOutput: said, reason } = JSON.parse(stdout) as {
      readonly hookSpecificOutput?: { permissionDecisionReason?: string; additionalContext?: string };
      readonly reason?: string;
    };
    return said?.permissionDecisionReason ?? said?.additionalContext ?? reason;
  }

  /** Ends as an agent that is done does. */
  async end(): Promise<void> {
    if (!this.programs.isShort) await this.hook('SessionEnd', { reason: 'other' });
    this.child.stdin.end();
    await this.#ended;
  }

  /** Ends as an agent that is killed does. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#ended;
  }

  #request(method: string, params: object): Promise<Reply> {
    this.#number += 1;
    const id = this.#number;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  #read(chunk: string): void {
    const lines = (this.#buffer + chunk).split('\n');
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) {
      const reply = JSON.parse(line) as Reply & { readonly id?: number };
      if (reply.id === undefined) continue;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    }
  }
}

const sessionEnvironment = (id: string) => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: id });
