import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureToolPackage } from '../../build/toolPackage.mjs';
import { makeRepository, serverFile, userNode } from '../contract/mcpRig.js';

/**
 * What applies to a server whose tools, prompts and resources are its own: the others ask for those of a fixture. Subscribing
 * and what 2026-07-28 brings is tested in test/contract/mcpResources.test.ts.
 */
const scenarios = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list'],
  ...['prompts-list', 'completion-complete'],
];

type Message = { readonly id?: unknown; readonly method?: unknown };

/** A server of ours for one session. */
class Session {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<unknown, (answer: Message) => void>();

  constructor(cwd: string) {
    this.child = spawn(userNode, [serverFile], { cwd, stdio: 'pipe' });
    let rest = '';
    this.child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const message = JSON.parse(line) as Message;
        this.#waiting.get(message.id)?.(message);
      }
    });
  }

  /** The answer to a request; undefined for a notification. */
  async send(message: Message): Promise<Message | undefined> {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
    if (message.id === undefined) return undefined;
    return new Promise(resolve => this.#waiting.set(message.id, resolve));
  }
}

let folder: string | undefined;
let reason = '';
let server: Server;
const sessions = new Map<string, Session>();

/** The tests speak HTTP, our server its standard streams: here they meet. */
beforeAll(async () => {
  if (!('globSync' in fs)) reason = 'the conformance tests need Node 22';
  else {
    try {
      folder = await ensureToolPackage('conformance', join(import.meta.dirname, 'conformance'));
    } catch (error) {
      reason = `the conformance tests could not be installed from npm: ${String(error).split('\n')[0]}`;
    }
  }
  server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
      return;
    }
    const message = JSON.parse(await bodyOf(request)) as Message;
    const named = request.headers['mcp-session-id'];
    const id = typeof named === 'string' && sessions.has(named) ? named : randomUUID();
    const session = sessions.get(id) ?? new Session(makeRepository());
    sessions.set(id, session);
    const answer = await session.send(message);
    response.writeHead(answer === undefined ? 202 : 200, { 'mcp-session-id': id, 'content-type': 'application/json' });
    response.end(answer === undefined ? undefined : JSON.stringify(answer));
  });
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
}, 300_000);

afterAll(() => {
  for (const { child } of sessions.values()) child.kill();
  server.close();
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

describe('the conformance tests of the protocol', () => {
  it.for(scenarios)('pass %s', async (scenario, context) => {
    if (folder === undefined) return context.skip(reason);
    const program = join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { code, output } = await run([program, 'server', '--url', url, '--scenario', scenario]);
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/)]);
  });
});

async function run(words: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, words, { cwd: makeRepository(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>(done => child.once('close', done));
  return { code, output };
}
