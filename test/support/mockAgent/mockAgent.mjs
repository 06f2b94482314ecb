#!/usr/bin/env node
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';

/**
 * A coding agent without a model: it speaks ACP and does what the JSON in MOCK_AGENT says. `README.md` beside it lists all
 * behaviours. `{"turns": [[{"do": "say", "text": "Hello"}]]}` says Hello in its first turn.
 */
const script = JSON.parse(process.env.MOCK_AGENT ?? '{}');
let turns = script.turns ?? [];
const raw = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const forEver = () => new Promise(() => {});
const alive = setInterval(() => {}, 60_000);

if (script.notAcp !== undefined) {
  process.stdout.write(`${script.notAcp}\n`);
  if (script.exit !== undefined) process.exit(script.exit);
  await forEver();
}
if (script.ignoreTerm) process.on('SIGTERM', () => {});
if (script.stderr !== undefined) process.stderr.write(script.stderr);

let sessionId = script.sessionId ?? `mock-${process.pid}`;
let directory = process.cwd();
let turn = 0;
let cancelled = new AbortController();
/** @type {{ call(method: string, params: object): Promise<any>, stop(): void } | undefined} */
let mcp;

/** What is to happen at one of the steps: initialize, session, mode, close. Undefined to go on. */
async function misbehave(step, id) {
  const { fault, delay, code, text, data } = script[step] ?? {};
  if (delay !== undefined) await wait(delay);
  switch (fault) {
    case 'never':
      return forEver();
    case 'die':
      process.exit(code ?? 3);
      break;
    case 'killed':
      process.kill(process.pid, 'SIGKILL');
      return forEver();
    case 'error':
      throw new RequestError(code ?? -32603, text ?? 'It failed', data);
    case 'closeOutput':
      process.stdout.end();
      return forEver();
    case 'twice':
      setTimeout(() => raw({ id, result: { protocolVersion: 1, sessionId: 'twice' } }), 20);
      break;
    case 'garbage':
      process.stdout.write('Loading…\n{"half": \n[1]\n');
      break;
  }
}

async function connectMcp(servers) {
  const [server] = servers ?? [];
  if (server === undefined || script.ignoresMcp) return;
  const child = spawn(server.command, server.args, {
    cwd: directory,
    env: { ...process.env, ...Object.fromEntries(server.env.map(({ name, value }) => [name, value])) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let next = 1;
  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.on('error', () => {});
  const exited = new Promise((_done, fail) => child.once('exit', () => fail(new Error('The MCP server has ended.'))));
  exited.catch(() => {});
  const call = (method, params) => Promise.race([exited, answerTo(method, params)]);
  const answerTo = (method, params) =>
    new Promise((done, fail) => {
      waiting.set(next, ({ result, error }) => (error ? fail(new Error(error.message)) : done(result)));
      send({ id: next++, method, params });
    });
  const clientInfo = { name: script.clientName ?? 'mock-agent', version: '1.0.0' };
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  mcp = { call, stop: () => child.stdin.end() };
}

const answered = outcome => outcome.optionId ?? outcome.outcome;

/** Acts of a turn by their names. */
const acts = {
  say: ({ text }, { update }) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  think: ({ text }, { update }) => update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  update: ({ update: one }, { update }) => update(one),
  foreign: ({ text }) =>
    raw({
      method: 'session/update',
      params: {
        sessionId: 'another-session',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      },
    }),
  flood: async ({ megabytes, text = 'x'.repeat(1000) }) => {
    const line = `${JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
    })}\n`;
    const block = line.repeat(Math.ceil(65_536 / line.length));
    for (let sent = 0; sent < megabytes * 1024 * 1024; sent += block.length)
      if (!process.stdout.write(block)) await new Promise(drained => process.stdout.once('drain', drained));
  },
  longLine: async ({ megabytes }, { update }) =>
    update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'y'.repeat(megabytes * 1024 * 1024) },
    }),
  errorFlood: async ({ megabytes }) => {
    const block = 'A warning of no importance.\n'.repeat(2400);
    for (let sent = 0; sent < megabytes * 1024 * 1024; sent += block.length)
      if (!process.stderr.write(block)) await new Promise(drained => process.stderr.once('drain', drained));
  },
  stderr: ({ text }) => process.stderr.write(`${text}\n`),
  garbage: ({ text }) => process.stdout.write(`${text}\n`),
  ask: async (
    { toolCall = { toolCallId: 'call-1', title: 'Run a command' }, options, times = 1 },
    { client, update },
  ) => {
    const all = options ?? [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ];
    const request = () => client.request('session/request_permission', { sessionId, toolCall, options: all });
    const outcomes = await Promise.all(Array.from({ length: times }, request));
    const said = [...new Set(outcomes.map(({ outcome }) => answered(outcome)))].join(' ');
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } });
    return said;
  },
  askUnread: ({ toolCall = { toolCallId: 'call-1', title: 'Run a command' } }, { client }) => {
    // It does not wait for the answer.
    client.request('session/request_permission', { sessionId, toolCall, options: [] }).catch(() => {});
  },
  request: async ({ method, params }, { client, update }) => {
    const text = await client.request(method, { sessionId, ...params }).then(JSON.stringify, error => error.message);
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  },
  write: ({ path, text }) => {
    const file = resolve(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  },
  remove: ({ path }) => rmSync(resolve(directory, path), { recursive: true }),
  run: ({ command }) => execFileSync(command[0], command.slice(1), { cwd: directory, stdio: 'ignore' }),
  commit: ({ message }) => {
    const git = (...args) => execFileSync('git', args, { cwd: directory, stdio: 'ignore' });
    git('add', '-A');
    git('-c', 'user.name=Mock', '-c', 'user.email=mock@example.invalid', 'commit', '-m', message);
  },
  /** Leaves a child: `ignoresTerm`, in a session of its own (`ownSession`), without our environment (`unmarked`). */
  child: async ({ ignoresTerm = false, ownSession = false, unmarked = false }) => {
    const code = `${ignoresTerm ? "process.on('SIGTERM',()=>{});" : ''}console.log('ready');setInterval(()=>{},1000)`;
    const child = spawn(process.execPath, ['-e', code, 'mock-child'], {
      detached: ownSession,
      env: unmarked ? {} : process.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise(ready => child.stdout.once('data', ready));
  },
  /** A command that goes on after a cancel, and holds stdout open. */
  leaveCommand: () => void spawn('sleep', ['1000'], { stdio: ['ignore', 'inherit', 'inherit'] }),
  reexecute: () => {
    spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).unref();
  },
  mcp: async ({ tool, arguments: args = {} }, { update }) => {
    const toolCallId = `mcp-${tool}-${Math.trunc(performance.now())}`;
    await update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: `mcp__stateroom__${tool}`,
      kind: 'other',
      status: 'in_progress',
    });
    const result = await mcp.call('tools/call', { name: tool, arguments: args });
    const text = result.content?.map(part => part.text).join('\n') ?? '';
    const status = result.isError ? 'failed' : 'completed';
    await update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status,
      content: [{ type: 'content', content: { type: 'text', text } }],
    });
  },
  listTools: () => mcp.call('tools/list', {}),
  wait: ({ ms }) => wait(ms),
  /** Until the turn is cancelled. */
  work: async (_act, { signal }) => {
    if (!signal.aborted) await new Promise(done => signal.addEventListener('abort', done, { once: true }));
  },
  /** Even when the turn is cancelled. */
  hang: forEver,
  die: ({ code = 3 }) => process.exit(code),
  killed: async () => {
    process.kill(process.pid, 'SIGKILL');
    await forEver();
  },
  fail: ({ code = -32603, text = 'The model is overloaded', data }) => {
    throw new RequestError(code, text, data);
  },
  stopReading: () => process.stdin.pause(),
};

async function prompt({ params, client, requestId }) {
  cancelled = new AbortController();
  const { signal } = cancelled;
  const texts = params.prompt.map(part => part.text ?? '').join('\n');
  if (turn === 0) turns = script.when?.find(([text]) => texts.includes(text))?.[1] ?? turns;
  const inPrompt = /^MOCK (\[.*\])$/m.exec(texts)?.[1];
  const acting =
    inPrompt === undefined ? (turns[turn] ?? [{ do: 'say', text: 'Nothing to do.' }]) : JSON.parse(inPrompt);
  turn += 1;
  const update = one => client.notify('session/update', { sessionId, update: one });
  let result = { stopReason: 'end_turn' };
  for (const act of acting) {
    if (signal.aborted) break;
    if (act.do === 'end') result = { ...result, ...act.result };
    else if (act.do === 'answerTwice') setTimeout(() => raw({ id: requestId, result: { stopReason: 'refusal' } }), 20);
    else if (act.do === 'echo')
      await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: texts } });
    else await acts[act.do](act, { client, update, signal });
  }
  return signal.aborted ? { ...result, stopReason: 'cancelled' } : result;
}

const { capabilities = { resume: {}, load: true, close: {} }, modes, configOptions, authMethods = [] } = script;
const opened = { ...(modes ? { modes } : {}), ...(configOptions ? { configOptions } : {}) };

async function open({ params, requestId }, step) {
  directory = params.cwd;
  await misbehave(step, requestId);
  await connectMcp(params.mcpServers);
  return opened;
}

agent({ name: 'mock-agent' })
  .onRequest('initialize', async ({ requestId }) => {
    await misbehave('initialize', requestId);
    return {
      protocolVersion: script.protocolVersion ?? 1,
      agentInfo: { name: 'mock-agent', version: '1.0.0' },
      agentCapabilities: {
        loadSession: capabilities.load === true,
        sessionCapabilities: {
          ...(capabilities.resume ? { resume: {} } : {}),
          ...(capabilities.close ? { close: {} } : {}),
        },
      },
      authMethods,
    };
  })
  .onRequest('session/new', async context => ({
    sessionId: script.noSessionId ? '' : sessionId,
    ...(await open(context, 'session')),
  }))
  .onRequest('session/resume', async context => {
    sessionId = script.resumesOther ? 'another-session' : context.params.sessionId;
    return open(context, 'resume');
  })
  .onRequest('session/load', async context => {
    sessionId = context.params.sessionId;
    raw({
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Said before.' } },
      },
    });
    return open(context, 'resume');
  })
  .onRequest('session/set_mode', async ({ params, requestId, client }) => {
    await misbehave('mode', requestId);
    await client.notify('session/update', {
      sessionId,
      update: { sessionUpdate: 'current_mode_update', currentModeId: params.modeId },
    });
    return {};
  })
  .onRequest('session/set_config_option', async ({ params, requestId }) => {
    await misbehave('mode', requestId);
    return {
      configOptions: configOptions.map(one =>
        one.id === params.configId ? { ...one, currentValue: params.value } : one,
      ),
    };
  })
  .onRequest('session/close', async ({ requestId }) => {
    await misbehave('close', requestId);
    return {};
  })
  .onRequest('session/prompt', prompt)
  .onNotification('session/cancel', () => {
    if (!script.ignoresCancel) cancelled.abort();
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

process.stdin.on('end', () => {
  if (script.staysWithoutInput) return;
  mcp?.stop();
  clearInterval(alive);
  process.exit(0);
});
