import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type MockStart, mockStart, processesOf } from '../../../test/support/mockAgent/startMockAgent.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { type AgentStart, connectAgent } from '../agentProgram.js';

const soon = { handshakeMs: 1000, cancelMs: 300, termMs: 300, mcpMs: 1000 };

/** Code and texts of a refused start; none of its processes may be left. */
async function refusalOf({ start, session }: MockStart): Promise<object> {
  const error = await connectAgent(start).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(processesOf(session)).toEqual([]);
  if (!(error instanceof RefusalError)) return { error };
  const { code, message, hint } = error.refusal;
  return { code, message: say(message), ...(hint === undefined ? {} : { hint: say(hint) }) };
}

const notAcpHint = 'Check its version and the arguments that start it.';

it.each<[string, object, object, Partial<AgentStart>?]>([
  [
    'never answers initialize',
    { initialize: { fault: 'never' } },
    { code: 'timed_out', message: 'mockAgent did not answer initialize within 1 second.' },
    { limits: soon },
  ],
  [
    'never answers session/new',
    { session: { fault: 'never' } },
    { code: 'timed_out', message: 'mockAgent did not answer session/new within 1 second.' },
    { limits: soon },
  ],
  [
    'never answers session/set_mode',
    {
      mode: { fault: 'never' },
      modes: { currentModeId: 'auto', availableModes: [{ id: 'default', name: 'Default' }] },
    },
    { code: 'timed_out', message: 'mockAgent did not answer session/set_mode within 1 second.' },
    { limits: soon, mode: 'default' },
  ],
  [
    'never answers session/resume',
    { resume: { fault: 'never' } },
    { code: 'timed_out', message: 'mockAgent did not answer session/resume within 1 second.' },
    { limits: soon, resume: 'earlier' },
  ],
  [
    'ignores SIGTERM and the end of its input, too',
    { initialize: { fault: 'never' }, ignoreTerm: true, staysWithoutInput: true },
    { code: 'timed_out', message: 'mockAgent did not answer initialize within 1 second.' },
    { limits: soon },
  ],
  [
    'dies in initialize',
    { initialize: { fault: 'die', code: 7 }, stderr: 'Error: no model is configured\n' },
    {
      code: 'invalid_input',
      message:
        'mockAgent ended before it answered initialize: exit code 7; its last output was “Error: no model is configured”.',
    },
  ],
  [
    'dies in session/new',
    { session: { fault: 'die' } },
    { code: 'invalid_input', message: 'mockAgent ended before it answered session/new: exit code 3.' },
  ],
  [
    'is killed in session/new',
    { session: { fault: 'killed' } },
    { code: 'invalid_input', message: 'mockAgent ended before it answered session/new: signal SIGKILL.' },
  ],
  [
    'dies in session/set_mode',
    { mode: { fault: 'die' }, modes: { currentModeId: 'auto', availableModes: [{ id: 'default', name: 'Default' }] } },
    { code: 'invalid_input', message: 'mockAgent ended before it answered session/set_mode: exit code 3.' },
    { mode: 'default' },
  ],
  [
    'prints a secret before it dies',
    { initialize: { fault: 'die', code: 1 }, stderr: 'Error: wrong key api_key=sk-live-4711-aaaa-bbbb-cccc\n' },
    {
      code: 'invalid_input',
      message:
        'mockAgent ended before it answered initialize: exit code 1; its last output was “Error: wrong key api_key=[redacted]”.',
    },
  ],
  [
    'is no ACP program and goes on',
    { notAcp: 'Welcome! What shall we build today?' },
    {
      code: 'invalid_input',
      message:
        'mockAgent does not speak the Agent Client Protocol (ACP): it printed “Welcome! What shall we build today?”.',
      hint: notAcpHint,
    },
    { limits: soon },
  ],
  [
    'is no ACP program and ends',
    { notAcp: 'Usage: mock [options]', exit: 0 },
    {
      code: 'invalid_input',
      message: 'mockAgent does not speak the Agent Client Protocol (ACP): it printed “Usage: mock [options]”.',
      hint: notAcpHint,
    },
  ],
  [
    'closes its output in initialize',
    { initialize: { fault: 'closeOutput' } },
    {
      code: 'invalid_input',
      message: 'mockAgent does not speak the Agent Client Protocol (ACP): it closed its output.',
      hint: notAcpHint,
    },
    { limits: soon },
  ],
  [
    'answers initialize with an error',
    { initialize: { fault: 'error', code: -32601, text: 'Method not found' } },
    {
      code: 'invalid_input',
      message:
        'mockAgent does not speak the Agent Client Protocol (ACP): it answered initialize with “Method not found”.',
      hint: notAcpHint,
    },
  ],
  [
    'speaks a newer protocol',
    { protocolVersion: 2 },
    {
      code: 'invalid_input',
      message: 'mockAgent speaks version 2 of the Agent Client Protocol; this version of Stateroom speaks 1.',
      hint: 'Update Stateroom.',
    },
  ],
  [
    'refuses our version and names its own',
    { initialize: { fault: 'error', code: -32022, text: 'Unsupported protocol version', data: { supported: [2, 3] } } },
    {
      code: 'invalid_input',
      message: 'mockAgent speaks version 3 of the Agent Client Protocol; this version of Stateroom speaks 1.',
      hint: 'Update Stateroom.',
    },
  ],
  [
    'speaks an older protocol',
    { protocolVersion: 0 },
    {
      code: 'invalid_input',
      message: 'mockAgent speaks version 0 of the Agent Client Protocol; this version of Stateroom speaks 1.',
      hint: 'Update mockAgent.',
    },
  ],
  [
    'needs a sign-in',
    {
      session: { fault: 'error', code: -32000, text: 'Authentication required.' },
      authMethods: [
        { id: 'oauth', name: 'Log in with Google' },
        { id: 'key', name: 'Use an API key' },
      ],
    },
    {
      code: 'not_allowed',
      message: 'mockAgent needs you to sign in: Authentication required.',
      hint: 'Start it in a terminal and sign in there (Log in with Google, Use an API key), then start it here again.',
    },
  ],
  [
    'refuses the session',
    { session: { fault: 'error', text: 'Internal error', data: { details: 'The folder is not trusted.' } } },
    { code: 'invalid_input', message: 'mockAgent refused session/new: The folder is not trusted.' },
  ],
  [
    'opens a session without an id',
    { noSessionId: true },
    {
      code: 'invalid_input',
      message: 'mockAgent does not speak the Agent Client Protocol (ACP): it answered session/new with “no sessionId”.',
      hint: notAcpHint,
    },
  ],
  [
    'does not offer the mode',
    {
      modes: {
        currentModeId: 'auto',
        availableModes: [
          { id: 'auto', name: 'Auto' },
          { id: 'plan', name: 'Plan' },
        ],
      },
    },
    {
      code: 'invalid_input',
      message: 'mockAgent does not offer the mode default, in which it asks before it acts. It offers auto, plan.',
    },
    { mode: 'default' },
  ],
  [
    'offers no modes',
    {},
    {
      code: 'invalid_input',
      message: 'mockAgent does not offer the mode default, in which it asks before it acts. It offers no modes.',
    },
    { mode: 'default' },
  ],
  [
    'cannot resume',
    { capabilities: {} },
    {
      code: 'invalid_input',
      message: 'mockAgent cannot continue an earlier session.',
      hint: 'Start a new session.',
    },
    { resume: 'earlier' },
  ],
  [
    'does not know the session',
    { resume: { fault: 'error', code: -32002, text: 'Resource not found' } },
    { code: 'invalid_input', message: 'mockAgent refused session/resume: Resource not found.' },
    { resume: 'earlier' },
  ],
])('refuses an agent that %s', async (_name, script, refusal, more) => {
  expect(await refusalOf(mockStart(script, tmpdir(), more))).toEqual(refusal);
});

it('refuses a program that repeats what it reads', async () => {
  expect(await refusalOf(mockStart({}, tmpdir(), { command: ['cat'] }))).toEqual({
    code: 'invalid_input',
    message:
      'cat does not speak the Agent Client Protocol (ACP): it answered initialize with “"Method not found": initialize”.',
    hint: notAcpHint,
  });
});

it('refuses a program that is not installed, before anything runs', async () => {
  const mock = mockStart({}, tmpdir(), { command: ['no-such-agent', '--acp'] });
  expect(await refusalOf(mock)).toEqual({
    code: 'not_found',
    message: 'no-such-agent was not found: there is no program no-such-agent on the PATH.',
    hint: 'Install it, or start another agent.',
  });
  expect(mock.spawned).toEqual([]);
});

it('refuses a folder that is gone', async () => {
  const folder = join(tmpdir(), 'no-such-lane');
  expect(await refusalOf(mockStart({}, folder))).toEqual({
    code: 'not_found',
    message: `The folder ${folder} does not exist, so mockAgent cannot start in it.`,
  });
});

it.each([
  [
    'session/set_mode',
    {
      modes: {
        currentModeId: 'auto',
        availableModes: [
          { id: 'default', name: 'Default' },
          { id: 'auto', name: 'Auto' },
        ],
      },
    },
  ],
  [
    'session/set_config_option',
    {
      configOptions: [
        {
          ...{ id: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'auto' },
          options: [{ group: 'all', name: 'All', options: [{ value: 'default', name: 'Default' }] }],
        },
      ],
    },
  ],
])('sets the mode by %s', async (_method, script) => {
  const mock = mockStart(script, tmpdir(), { mode: 'default' });
  const agent = await connectAgent(mock.start);
  expect(agent.agent).toEqual({ name: 'mock-agent', version: '1.0.0' });
  await agent.end();
  expect(processesOf(mock.session)).toEqual([]);
});

it('leaves out what it said before where a session is loaded, and continues by resume where it can', async () => {
  const loaded = mockStart({ capabilities: { load: true } }, tmpdir(), { resume: 'earlier' });
  const first = await connectAgent(loaded.start);
  expect([first.sessionId, first.canResume]).toEqual(['earlier', true]);
  await first.prompt('Go on');
  expect(loaded.said()).toBe('Nothing to do.');
  await first.end();

  const resumed = mockStart({}, tmpdir(), { resume: 'earlier' });
  const second = await connectAgent(resumed.start);
  expect([second.sessionId, second.canResume]).toEqual(['earlier', true]);
  await second.prompt('Go on');
  expect(resumed.said()).toBe('Nothing to do.');
  await second.end();
  expect([...processesOf(loaded.session), ...processesOf(resumed.session)]).toEqual([]);
});

it('reports the program before the handshake, as other processes can find it', async () => {
  const mock = mockStart({ initialize: { fault: 'die' } }, tmpdir());
  await refusalOf(mock);
  expect(mock.spawned).toHaveLength(1);
  expect(JSON.parse(mock.spawned[0]?.identity ?? '{}')).toMatchObject({ pid: mock.spawned[0]?.pid });
});
