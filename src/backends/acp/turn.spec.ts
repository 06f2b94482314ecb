import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type MockStart, mockStart, processesOf } from '../../../test/support/mockAgent/startMockAgent.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { type AgentStart, type AgentUpdate, connectAgent } from '../agentProgram.js';

const folder = mkdtempSync(join(tmpdir(), 'acp-turn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly mock: MockStart;
  /** The reason for the end of the turn, or the sentence of a refusal. */
  readonly outcome: string;
}

/** One turn with the acts, up to the end of all processes. */
async function runTurn(acts: readonly object[], script: object = {}, more: Partial<AgentStart> = {}): Promise<Run> {
  const mock = mockStart({ turns: [acts], ...script }, folder, more);
  const agent = await connectAgent(mock.start);
  const outcome = await agent.prompt('Work').then(({ reason }) => reason, sentenceOf);
  await agent.end();
  expect(processesOf(mock.session)).toEqual([]);
  return { mock, outcome };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof RefusalError)) throw error;
  return say(error.refusal.message);
}

const errorsOf = ({ mock }: Run): string =>
  mock.updates.map(one => (one.kind === 'error-output' ? one.text : '')).join('');

it('joins the pieces of a message, and reads plan, thought, mode and tool calls', async () => {
  const { mock, outcome } = await runTurn([
    { do: 'think', text: 'Let me see.' },
    { do: 'say', text: 'Hel' },
    { do: 'say', text: 'lo' },
    {
      do: 'update',
      update: {
        sessionUpdate: 'plan',
        entries: [
          { content: 'Read', priority: 'high', status: 'completed' },
          { content: 'Write', priority: 'high', status: 'in_progress' },
        ],
      },
    },
    { do: 'update', update: { sessionUpdate: 'current_mode_update', currentModeId: 'plan' } },
    {
      do: 'update',
      update: {
        ...{ sessionUpdate: 'tool_call', toolCallId: '1', title: 'Edit login.ts', kind: 'edit', status: 'pending' },
        content: [{ type: 'diff', path: '/repo/login.ts', oldText: 'a', newText: 'b' }],
        locations: [{ path: '/repo/login.ts', line: 3 }],
      },
    },
  ]);
  expect(outcome).toBe('end_turn');
  expect(mock.updates).toEqual([
    { kind: 'thought', text: 'Let me see.' },
    { kind: 'message', text: 'Hello' },
    {
      kind: 'plan',
      entries: [
        { text: 'Read', state: 'completed' },
        { text: 'Write', state: 'in_progress' },
      ],
    },
    { kind: 'mode', mode: 'plan' },
    {
      ...{ kind: 'tool', id: '1', title: 'Edit login.ts', tool: 'edit', state: 'pending' },
      ...{ paths: ['/repo/login.ts'], diffs: [{ path: '/repo/login.ts', before: 'a', after: 'b' }] },
    },
  ]);
});

it.each<[string, readonly object[], string]>([
  ['refuses', [{ do: 'end', result: { stopReason: 'refusal' } }], 'refusal'],
  ['runs out of tokens', [{ do: 'end', result: { stopReason: 'max_tokens' } }], 'max_tokens'],
  ['makes too many requests', [{ do: 'end', result: { stopReason: 'max_turn_requests' } }], 'max_turn_requests'],
  ['ends for a reason of its own', [{ do: 'end', result: { stopReason: '_bored' } }], 'end_turn'],
  [
    'dies',
    [
      { do: 'stderr', text: 'Error: out of memory' },
      { do: 'wait', ms: 50 },
      { do: 'die', code: 134 },
    ],
    'mockAgent ended during its turn: exit code 134; its last output was “Error: out of memory”.',
  ],
  ['is killed', [{ do: 'killed' }], 'mockAgent ended during its turn: signal SIGKILL.'],
  [
    'fails',
    [{ do: 'fail', text: 'The model is overloaded.' }],
    'mockAgent could not do its turn: The model is overloaded.',
  ],
  [
    'is signed out',
    [{ do: 'fail', code: -32000, text: 'Token expired' }],
    'mockAgent needs you to sign in: Token expired.',
  ],
])('ends the turn of an agent that %s', async (_name, acts, outcome) => {
  expect((await runTurn(acts)).outcome).toBe(outcome);
});

it('takes the first of two answers of a turn', async () => {
  const run = await runTurn([{ do: 'answerTwice' }, { do: 'say', text: 'Done' }, { do: 'wait', ms: 10 }]);
  expect(run.outcome).toBe('end_turn');
  expect(run.mock.said()).toBe('Done');
});

it('takes the first of two answers of the handshake', async () => {
  const run = await runTurn([{ do: 'wait', ms: 50 }], { initialize: { fault: 'twice' }, session: { fault: 'twice' } });
  expect(run.outcome).toBe('end_turn');
  expect(errorsOf(run)).toContain('"sessionId":"twice"');
});

it('tells lines that are no messages as output, and goes on', async () => {
  const run = await runTurn(
    [
      { do: 'garbage', text: 'Loading the model' },
      { do: 'say', text: 'Done' },
    ],
    {
      initialize: { fault: 'garbage' },
    },
  );
  expect(run.outcome).toBe('end_turn');
  expect(run.mock.said()).toBe('Done');
  expect(errorsOf(run)).toContain('Loading the model');
});

it('leaves out updates of another session, and says so once', async () => {
  const run = await runTurn([
    { do: 'foreign', text: 'A' },
    { do: 'foreign', text: 'B' },
    { do: 'say', text: 'C' },
  ]);
  expect(run.mock.said()).toBe('C');
  expect(errorsOf(run)).toBe('Updates of another session are left out: another-session\n');
});

it('leaves out the updates of an agent that resumes another session', async () => {
  const run = await runTurn([{ do: 'say', text: 'Mine' }], { resumesOther: true }, { resume: 'earlier' });
  expect(run.outcome).toBe('end_turn');
  expect(run.mock.said()).toBe('');
  expect(errorsOf(run)).toBe('Updates of another session are left out: another-session\n');
});

it('reads usage with its meaning, and drops figures that cannot be', async () => {
  const { mock } = await runTurn([
    {
      do: 'update',
      update: { sessionUpdate: 'usage_update', used: 12_000, size: 200_000, cost: { amount: 0.25, currency: 'USD' } },
    },
    {
      do: 'update',
      update: { sessionUpdate: 'usage_update', used: -5, size: 'many', cost: { amount: 3, currency: 'EUR' } },
    },
    { do: 'end', result: { usage: { inputTokens: 100, outputTokens: 20, cachedReadTokens: 80, totalTokens: -1 } } },
  ]);
  expect(mock.updates).toEqual([
    { kind: 'usage', meaning: 'context', used: 12_000, size: 200_000 },
    { kind: 'usage', meaning: 'session', costUsd: 0.25 },
    { kind: 'usage', meaning: 'turn', input: 100, output: 20, cached: 80 },
  ]);
  const last = await runTurn(
    [{ do: 'end', result: { usage: { inputTokens: 1, outputTokens: 2 } } }],
    {},
    { turnUsage: 'last-request' },
  );
  expect(last.mock.updates).toEqual([{ kind: 'usage', meaning: 'last-request', input: 1, output: 2 }]);
});

it('reads 100 MB of messages in bounded memory', async () => {
  let characters = 0;
  let updates = 0;
  let largest = 0;
  const before = process.memoryUsage().rss;
  let peak = before;
  const onUpdate = (update: AgentUpdate): void => {
    if (update.kind !== 'message') return;
    updates += 1;
    characters += update.text.length;
    largest = Math.max(largest, update.text.length);
    if (updates % 500 === 0) peak = Math.max(peak, process.memoryUsage().rss);
  };
  const { outcome } = await runTurn([{ do: 'flood', megabytes: 100 }], {}, { onUpdate });
  expect(outcome).toBe('end_turn');
  expect(characters).toBeGreaterThan(80 * 1024 * 1024);
  expect(largest).toBeLessThanOrEqual(4096);
  expect((peak - before) / 1024 / 1024).toBeLessThan(150);
});

it('skips a message that is too long, and reads the next', async () => {
  const run = await runTurn([
    { do: 'longLine', megabytes: 20 },
    { do: 'say', text: 'Done' },
  ]);
  expect(run.outcome).toBe('end_turn');
  expect(run.mock.said()).toBe('Done');
  expect(errorsOf(run)).toMatch(/^A message of 209\d{5} bytes was skipped\n$/);
});

it('passes on 4 MB of 20 MB of stderr, without secrets', async () => {
  const run = await runTurn([
    { do: 'stderr', text: 'password=hunter2hunter2' },
    { do: 'errorFlood', megabytes: 20 },
    { do: 'say', text: 'Done' },
  ]);
  expect(run.mock.said()).toBe('Done');
  const text = errorsOf(run);
  expect(text).toContain('password=[redacted]');
  expect(text).toContain('[further output is left out]');
  expect(text.length).toBeLessThan(5 * 1024 * 1024);
});

it('answers a permission by the option that was given, and never by a lasting one unasked', async () => {
  const ask = {
    do: 'ask',
    toolCall: {
      toolCallId: 'c',
      title: 'rm -rf build',
      kind: 'execute',
      rawInput: { command: ['/bin/bash', '-lc', 'rm -rf build'] },
      locations: [{ path: 'build' }],
    },
  };
  const onlyAlways = {
    do: 'ask',
    options: [
      { optionId: 'for-ever', name: 'Always', kind: 'allow_always' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  };
  const allowed = await runTurn([ask]);
  expect(allowed.mock.said()).toBe('yes');
  expect(allowed.mock.permissions).toEqual([
    {
      ...{ id: 'c', title: 'rm -rf build', tool: 'execute', paths: ['build'], command: 'rm -rf build' },
      options: [
        { id: 'yes', kind: 'allow_once', name: 'Allow' },
        { id: 'always', kind: 'allow_always', name: 'Always' },
        { id: 'no', kind: 'reject_once', name: 'Reject' },
      ],
    },
  ]);
  expect((await runTurn([ask], {}, { onPermission: async () => ({ allow: true, always: true }) })).mock.said()).toBe(
    'always',
  );
  expect((await runTurn([ask], {}, { onPermission: async () => ({ allow: false }) })).mock.said()).toBe('no');
  expect((await runTurn([onlyAlways])).mock.said()).toBe('no');
  expect(
    (await runTurn([ask], {}, { onPermission: () => Promise.reject(new Error('The store is locked')) })).mock.said(),
  ).toBe('no');
  expect((await runTurn([{ do: 'ask', options: [] }])).mock.said()).toBe('cancelled');
});

it.each<[string, object, object | undefined, string | undefined]>([
  ['Claude', { title: 'mcp__stateroom__work_items', kind: 'other' }, undefined, 'work_items'],
  ['Codex', { title: 'mcp.stateroom.work_items', kind: 'execute' }, undefined, undefined],
  ['Gemini', { title: 'work_items (stateroom MCP Server)', kind: 'other' }, undefined, 'work_items'],
  [
    'Copilot, by its tool call',
    { title: 'work_items' },
    { title: 'stateroom-work_items', kind: 'other' },
    'work_items',
  ],
  ['Qwen', { title: '{"action":"next"}', _meta: { toolName: 'mcp__stateroom__work_items' } }, undefined, 'work_items'],
  ['opencode', { title: 'stateroom_work_items' }, undefined, 'work_items'],
  ['another server', { title: 'mcp__other__work_items' }, undefined, undefined],
  ['a tool of the same name', { title: 'work_items' }, undefined, undefined],
  ['a title that goes on', { title: 'mcp__stateroom__work_items; rm -rf /' }, undefined, undefined],
  ['a command', { title: 'stateroom_work_items', kind: 'execute' }, undefined, undefined],
  ['a described command', { title: 'stateroom_work_items', rawInput: { command: 'rm -rf /' } }, undefined, undefined],
  ['an edit', { title: 'stateroom_work_items', kind: 'edit' }, undefined, undefined],
  ['a path', { title: 'stateroom_work_items', locations: [{ path: '/etc/passwd' }] }, undefined, undefined],
])('tells whether a request is about a tool of our server: %s', async (_name, toolCall, call, ownTool) => {
  const { mock } = await runTurn([
    ...(call === undefined
      ? []
      : [{ do: 'update', update: { sessionUpdate: 'tool_call', toolCallId: 'c', status: 'pending', ...call } }]),
    { do: 'ask', toolCall: { toolCallId: 'c', ...toolCall } },
  ]);
  expect(mock.permissions.map(one => one.ownTool)).toEqual([ownTool]);
});

it('refuses the 51st of permissions that wait at the same time', async () => {
  let asked = 0;
  const onPermission = async () => {
    asked += 1;
    await new Promise(done => setTimeout(done, 300));
    return { allow: true };
  };
  const { mock } = await runTurn([{ do: 'ask', times: 60 }], {}, { onPermission });
  expect(asked).toBe(50);
  expect(mock.said().split(' ').sort()).toEqual(['no', 'yes']);
});

it('answers an open permission when its turn is cancelled', async () => {
  const signals: AbortSignal[] = [];
  const mock = mockStart({ turns: [[{ do: 'ask' }]] }, folder, {
    onPermission: (_request, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const agent = await connectAgent(mock.start);
  const turn = agent.prompt('Work');
  await expect.poll(() => signals.length).toBe(1);
  expect(await agent.cancel()).toBe('cancelled');
  expect(await turn).toEqual({ reason: 'cancelled' });
  expect(signals[0]?.aborted).toBe(true);
  expect(mock.said()).toBe('cancelled');
  await agent.end();
});

it.each([
  ['fs/read_text_file', { path: '/etc/passwd' }],
  ['fs/write_text_file', { path: '/etc/passwd', content: '' }],
  ['terminal/create', { command: 'sh' }],
  ['elicitation/create', { message: 'Which?', mode: 'form' }],
])('offers no %s', async (method, params) => {
  const { mock } = await runTurn([{ do: 'request', method, params }]);
  expect(mock.said()).toContain('Method not found');
});

it('cancels a turn, and prompts again in the same session', async () => {
  const mock = mockStart({ turns: [[{ do: 'work' }], [{ do: 'echo' }]] }, folder);
  const agent = await connectAgent(mock.start);
  const turn = agent.prompt('First');
  await expect(agent.prompt('Too early')).rejects.toThrow('mockAgent is still in its turn.');
  expect(await agent.cancel()).toBe('cancelled');
  expect(await turn).toEqual({ reason: 'cancelled' });
  expect(await agent.prompt('Second')).toEqual({ reason: 'end_turn' });
  expect(mock.said()).toBe('Second');
  expect(await agent.cancel()).toBe('cancelled');
  await agent.end();
});

it('says when a cancel is not answered, and ends the agent all the same', async () => {
  const mock = mockStart({ turns: [[{ do: 'hang' }]], ignoresCancel: true }, folder);
  const agent = await connectAgent(mock.start);
  const turn = agent.prompt('Work').then(({ reason }) => reason, sentenceOf);
  expect(await agent.cancel()).toBe('unanswered');
  expect(await agent.end()).toMatchObject({ by: 'ended', left: [] });
  // Its input ends before it gets the signal; where the machine is busy it reads that too late.
  expect(await turn).toMatch(/^mockAgent ended during its turn: (exit code 0|signal SIGTERM)\.$/);
  expect(processesOf(mock.session)).toEqual([]);
});

it('ends an agent that no longer reads', async () => {
  const mock = mockStart({ turns: [[{ do: 'stopReading' }, { do: 'hang' }]] }, folder);
  const agent = await connectAgent(mock.start);
  const turn = agent.prompt('Work').then(({ reason }) => reason, sentenceOf);
  expect(await agent.cancel()).toBe('unanswered');
  expect(await agent.end()).toMatchObject({ signal: 'SIGTERM', by: 'ended', left: [] });
  expect(await turn).toBe('mockAgent ended during its turn: signal SIGTERM.');
});

it('changes files where it is told to, with a folder of its own', async () => {
  writeFileSync(join(folder, 'login.spec.ts'), 'it works');
  await runTurn([
    { do: 'write', path: 'src/login.ts', text: 'export {};' },
    { do: 'remove', path: 'login.spec.ts' },
  ]);
  expect(readFileSync(join(folder, 'src/login.ts'), 'utf8')).toBe('export {};');
  expect(existsSync(join(folder, 'login.spec.ts'))).toBe(false);
});

it('refuses a prompt after the end', async () => {
  const mock = mockStart({}, folder);
  const agent = await connectAgent(mock.start);
  await agent.end();
  // Its input is closed and it is asked to end at once: either may come first.
  expect(await agent.prompt('Work').then(() => 'ran', sentenceOf)).toMatch(
    /^mockAgent has ended: (?:exit code 0|signal SIGTERM)\.$/,
  );
});
