import { expect, it } from 'vitest';
import { readUpdate } from './readUpdate.js';

/** As the agents of these versions sent it; texts are shortened. */
it.each<[string, object, readonly object[]]>([
  [
    'a tool call of Copilot 1.0.102',
    {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'call_0', title: 'stateroom-work_items', kind: 'other' },
      ...{ status: 'pending', rawInput: { action: 'next' } },
    },
    [{ kind: 'tool', id: 'call_0', title: 'stateroom-work_items', tool: 'other', state: 'pending' }],
  ],
  [
    'a command of Copilot',
    {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'call_1', title: 'Do it', kind: 'execute', status: 'pending' },
      rawInput: { command: "echo done > 'made.txt'", description: 'Do it' },
    },
    [
      {
        ...{ kind: 'tool', id: 'call_1', title: 'Do it', tool: 'execute', state: 'pending' },
        command: "echo done > 'made.txt'",
      },
    ],
  ],
  [
    'the mode of Copilot',
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        { type: 'select', id: 'model', category: 'model', currentValue: 'gpt' },
        { type: 'select', id: 'mode', category: 'mode', currentValue: 'session-modes#agent', options: [] },
      ],
    },
    [{ kind: 'mode', mode: 'session-modes#agent' }],
  ],
  [
    'a command of Gemini CLI 0.61.0, whose text is in the title alone',
    {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'run_shell_command_0', status: 'in_progress' },
      ...{ title: 'tail -f long.txt', kind: 'execute', locations: [] },
      content: [{ type: 'content', content: { type: 'text', text: '[current working directory /repo] (Do it)' } }],
    },
    [
      {
        ...{ kind: 'tool', id: 'run_shell_command_0', title: 'tail -f long.txt', tool: 'execute' },
        ...{ state: 'in_progress', command: 'tail -f long.txt', output: '[current working directory /repo] (Do it)' },
      },
    ],
  ],
  [
    'the figures that end a turn of Gemini CLI',
    {
      stopReason: 'end_turn',
      _meta: { quota: { token_count: { input_tokens: 3, output_tokens: 4 }, model_usage: [] } },
    },
    [{ kind: 'usage', meaning: 'turn', input: 3, output: 4 }],
  ],
  [
    'the end of a command of opencode 1.18.33',
    {
      ...{ sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'completed', title: 'echo done' },
      ...{ content: [{ type: 'content', content: { type: 'text', text: '(no output)' } }] },
      rawOutput: { output: '(no output)', metadata: { exit: 0 } },
    },
    [{ kind: 'tool', id: 'call_1', title: 'echo done', state: 'completed', output: '(no output)' }],
  ],
  [
    'the figures of opencode',
    { stopReason: 'end_turn', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, _meta: {} },
    [{ kind: 'usage', meaning: 'turn', input: 1, output: 1 }],
  ],
  [
    'the figures of Qwen Code 0.24.4, in a message without text',
    {
      ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } },
      _meta: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedReadTokens: 0 }, durationMs: 1674 },
    },
    [{ kind: 'usage', meaning: 'last-request', input: 1, output: 2, cached: 0 }],
  ],
  [
    'a command of Codex by codex-acp 2.6.0, in the words of a shell',
    {
      ...{
        sessionUpdate: 'tool_call',
        toolCallId: 'call_1',
        title: 'git status',
        kind: 'execute',
        status: 'in_progress',
      },
      rawInput: { command: ['/bin/bash', '-lc', 'git status'], cwd: '/repo' },
    },
    [{ kind: 'tool', id: 'call_1', title: 'git status', tool: 'execute', state: 'in_progress', command: 'git status' }],
  ],
  ['what the user said', { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hello' } }, []],
  ['a kind of a later protocol', { sessionUpdate: 'hologram', content: {} }, []],
  ['a tool call without an id', { sessionUpdate: 'tool_call', title: 'Edit' }, []],
  [
    'fields of the wrong type',
    {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'c', title: 7, kind: {}, status: 'exploded' },
      ...{ content: 'none', locations: [null, { path: 3 }], rawInput: { command: { rm: '-rf' } } },
    },
    [{ kind: 'tool', id: 'c' }],
  ],
  [
    'no object',
    { sessionUpdate: 'plan', entries: [null, 4] },
    [
      {
        kind: 'plan',
        entries: [
          { text: '', state: 'pending' },
          { text: '', state: 'pending' },
        ],
      },
    ],
  ],
])('reads %s', (_name, update, expected) => {
  expect(readUpdate(update)).toEqual(expected);
});

it('cuts long texts, and splits no character', () => {
  const text = `${'a'.repeat(64 * 1024 - 1)}😀${'b'.repeat(1000)}`;
  const [update] = readUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  expect(update).toEqual({ kind: 'message', text: `${'a'.repeat(64 * 1024 - 1)}…` });
});

it.each([null, undefined, 'text', 7, [], [{ sessionUpdate: 'plan' }]])('reads nothing from %j', update => {
  expect(readUpdate(update)).toEqual([]);
});
