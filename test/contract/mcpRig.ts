import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach } from 'vitest';
import { madeOnce, untidied } from '../support/madeOnce.js';

const root = resolve(import.meta.dirname, '..', '..');
/** The built server and the command line that serves with `mcp`; `npm run build` makes them. */
export const serverFile = join(root, 'dist', 'mcp.mjs');
export const cliFile = join(root, 'dist', 'cli.mjs');
/** Bundles run on the machine's own Node, the tests perhaps on a newer one. */
export const userNode = process.env.STATEROOM_USER_NODE ?? process.execPath;

/** The two dialects of the protocol: the handshake up to 2025-11-25, and 2026-07-28. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

export interface ConnectOptions {
  readonly cwd: string;
  readonly actor?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly era?: Era;
  /** What the client says it is. */
  readonly clientName?: string;
  /** Called with the names of the tools when the server says that they changed. */
  readonly onTools?: (names: readonly string[]) => void;
  /** What is started instead of the server's bundle. */
  readonly program?: readonly string[];
  /** Words put in front of the server's command line, to start it otherwise. */
  readonly through?: readonly string[];
}

export interface Reply {
  readonly isError: boolean;
  readonly text: string;
  /** `structuredContent`. */
  readonly data: Record<string, unknown>;
}

const directories: string[] = [];
const connections: Connection[] = [];
const children: ChildProcessWithoutNullStreams[] = [];

afterEach(async () => {
  await Promise.all(connections.splice(0).map(connection => connection.close()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** A temporary directory, gone after the test. */
export function makeDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-mcp-')));
  directories.push(directory);
  return directory;
}

/** A real git repository with one commit, gone after the test. */
export function makeRepository(): string {
  const directory = makeDirectory();
  madeOnce('a repository of nobody', directory, () => {
    git(directory, 'init', '-q', '-b', 'main');
    writeFileSync(join(directory, 'README.md'), 'A repository.\n');
    git(directory, 'add', '.');
    git(directory, 'commit', '-q', '-m', 'Begin');
    untidied(directory);
  });
  return directory;
}

export function git(directory: string, ...words: string[]): string {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  const env = { ...getDefaultEnvironment(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...words], { cwd: directory, env, encoding: 'utf8' });
}

/** Where the store of a repository is. */
export function storeOf(repository: string): string {
  return join(repository, '.git', 'stateroom');
}

/** A client of the official SDK, connected to a server of its own. */
export class Connection {
  constructor(
    readonly client: Client,
    readonly transport: StdioClientTransport,
  ) {}

  get pid(): number {
    if (this.transport.pid === null) throw new Error('the server is not running');
    return this.transport.pid;
  }

  /** Calls a tool; a refusal is a reply, a protocol error throws. */
  async call(tool: string, input: Record<string, unknown>): Promise<Reply> {
    const result = await this.client.callTool({ name: tool, arguments: input });
    const [first] = result.content;
    if (first?.type !== 'text') throw new Error('the reply has no text');
    return {
      isError: result.isError === true,
      text: first.text,
      data: (result.structuredContent ?? {}) as Record<string, unknown>,
    };
  }

  /** Calls `work_items`. */
  items(action: string, input: Record<string, unknown> = {}): Promise<Reply> {
    return this.call('work_items', { action, ...input });
  }

  /** Calls `work_items` and takes a refusal for a failure of the test. */
  async done(action: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const reply = await this.items(action, input);
    if (reply.isError) throw new Error(`${action}: ${reply.text}`);
    return reply.data;
  }

  /** Every event of the repository, oldest first. */
  async events(): Promise<readonly Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = [];
    for (let after = 0; ; ) {
      const reply = await this.call('events', { action: 'since', after });
      const page = reply.data.events as Record<string, unknown>[];
      all.push(...page);
      if (page.length === 0) return all;
      after = Number(page.at(-1)?.id);
    }
  }

  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
  }
}

/** Starts a server the way agents do and connects to it; both are gone after the test. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  requireBuild();
  const program = options.program ?? [serverFile];
  const command = [...(options.through ?? []), userNode, ...program, ...(options.args ?? [])];
  const [first = '', ...rest] = command;
  const transport = new StdioClientTransport({
    command: first,
    args: rest,
    cwd: options.cwd,
    env: environment(options),
    stderr: 'ignore',
  });
  const mode = options.era === '2026-07-28' ? { pin: '2026-07-28' } : 'legacy';
  const { onTools } = options;
  const onChanged = (_: Error | null, tools: readonly { readonly name: string }[] | null): void =>
    onTools?.((tools ?? []).map(({ name }) => name));
  const client = new Client(
    { name: options.clientName ?? 'test-client', version: '1.0.0' },
    { versionNegotiation: { mode }, ...(onTools === undefined ? {} : { listChanged: { tools: { onChanged } } }) },
  );
  const connection = new Connection(client, transport);
  connections.push(connection);
  await client.connect(transport);
  return connection;
}

/** A server whose pipes the test holds itself, to send what no client would. */
export class RawServer {
  stderr = '';
  readonly #messages: Record<string, unknown>[] = [];
  #buffer = '';
  #wake: (() => void) | undefined;

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#buffer + chunk).split('\n');
      this.#buffer = lines.pop() ?? '';
      for (const line of lines) this.#messages.push(JSON.parse(line) as Record<string, unknown>);
      this.#wake?.();
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.on('exit', () => this.#wake?.());
  }

  /** All that was written so far. */
  get messages(): readonly Record<string, unknown>[] {
    return this.#messages;
  }

  write(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The first message that fits; fails when the server ends without it. */
  async next(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.#messages.find(fits);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`the server ended: ${this.stderr}`);
      }
      await new Promise<void>(wake => {
        this.#wake = wake;
      });
    }
  }

  /** Opens the conversation in the dialect of 2025. */
  async initialize(): Promise<void> {
    this.send({
      id: 'open',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    await this.next(message => message.id === 'open');
    this.send({ method: 'notifications/initialized' });
  }

  /** Calls `work_items` without waiting. */
  callItems(id: string | number, input: Record<string, unknown>): void {
    this.send({ id, method: 'tools/call', params: { name: 'work_items', arguments: input } });
  }

  /** Resolves with the exit code, or the name of the signal that ended it. */
  async exit(): Promise<number | string> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) {
      await new Promise<void>(done => child.once('exit', () => done()));
    }
    return child.exitCode ?? child.signalCode ?? -1;
  }
}

/** Starts a server with bare pipes; it is gone after the test. */
export function startRaw(options: Omit<ConnectOptions, 'era' | 'clientName' | 'through' | 'program'>): RawServer {
  requireBuild();
  const child = spawn(userNode, [serverFile, ...(options.args ?? [])], {
    cwd: options.cwd,
    env: environment(options),
    stdio: 'pipe',
  });
  children.push(child);
  return new RawServer(child);
}

/** Asks until the answer is there; the test's own time limit ends it. */
export async function until<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise(resume => setTimeout(resume, 20));
  }
}

function environment({ actor, env }: Pick<ConnectOptions, 'actor' | 'env'>): Record<string, string> {
  // Not what the test itself inherited: the marks of an agent that runs it would name every server's caller.
  const settings = { XDG_CONFIG_HOME: tmpdir(), APPDATA: tmpdir() };
  return {
    ...getDefaultEnvironment(),
    ...settings,
    ...(actor === undefined ? {} : { STATEROOM_ACTOR: actor }),
    ...env,
  };
}

function requireBuild(): void {
  if (!existsSync(serverFile)) throw new Error('dist/mcp.mjs is missing: run “npm run build” first');
}
