import { describe, expect, it } from 'vitest';
import { actorFromEnvironment } from './actorFromEnvironment.js';

type Environment = Record<string, string>;

describe('actorFromEnvironment', () => {
  it.each<[string, Environment, object]>([
    [
      'Claude Code',
      { CLAUDECODE: '1', AI_AGENT: 'claude-code_2-1-329_agent', CLAUDE_CODE_SESSION_ID: 'b7c1-9f3e-00aa12' },
      { role: 'agent', name: 'claude-code-00aa12', harness: 'claude-code', session: 'b7c1-9f3e-00aa12' },
    ],
    [
      'Codex',
      { CODEX_THREAD_ID: '019d1afb-b2c7-72d3-b240-f3ee9d31b2c9' },
      { role: 'agent', name: 'codex-31b2c9', harness: 'codex', session: '019d1afb-b2c7-72d3-b240-f3ee9d31b2c9' },
    ],
    ['Codex in a sandbox', { CODEX_SANDBOX: 'seatbelt' }, { role: 'agent', name: 'codex', harness: 'codex' }],
    [
      'Copilot CLI',
      { COPILOT_AGENT_SESSION_ID: 'S-77' },
      { role: 'agent', name: 'copilot-s77', harness: 'copilot', session: 'S-77' },
    ],
    ['Copilot in an editor', { COPILOT_AGENT: '1' }, { role: 'agent', name: 'copilot', harness: 'copilot' }],
    ['Gemini', { GEMINI_CLI: '1' }, { role: 'agent', name: 'gemini', harness: 'gemini' }],
    ['opencode', { OPENCODE: '1', AGENT: '1' }, { role: 'agent', name: 'opencode', harness: 'opencode' }],
    ['Cursor', { CURSOR_AGENT: '1' }, { role: 'agent', name: 'cursor', harness: 'cursor' }],
    ['one that names itself', { AI_AGENT: 'devin@1' }, { role: 'agent', name: 'devin', harness: 'devin' }],
    ['an alias', { AI_AGENT: 'github_copilot_vscode_agent' }, { role: 'agent', name: 'copilot', harness: 'copilot' }],
    ['one that says only that it is', { AGENT: '1' }, { role: 'agent', name: 'agent', harness: 'agent' }],
    ['one with a name of no use', { AI_AGENT: '../../etc' }, { role: 'agent', name: 'agent', harness: 'agent' }],
  ])('knows %s by its marks, at a terminal too', (_, environment, expected) => {
    expect(actorFromEnvironment({ environment, attended: true })).toEqual(expected);
    expect(actorFromEnvironment({ environment, attended: false })).toEqual(expected);
  });

  it.each<[string, Environment]>([
    ['nothing at all', {}],
    ['settings of agents', { CODEX_HOME: '/x', COPILOT_MODEL: 'm', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' }],
    ['marks switched off', { CLAUDECODE: '0', GEMINI_CLI: '', OPENCODE: 'false', AGENT: 'no' }],
    ['the terminal of an editor made for agents', { CURSOR_TRACE_ID: 'abc', TERM_PROGRAM: 'vscode' }],
  ])('takes %s for a person at a terminal and an agent elsewhere, named by git', (_, environment) => {
    expect(actorFromEnvironment({ environment, attended: true })).toEqual({ role: 'human', name: undefined });
    expect(actorFromEnvironment({ environment, attended: false })).toEqual({ role: 'agent', name: undefined });
  });

  it('prefers the given name, then STATEROOM_ACTOR, then the marks; the role stays as it is', () => {
    const environment = { STATEROOM_ACTOR: ' worker-2 ', CLAUDECODE: '1' };
    expect(actorFromEnvironment({ environment, given: 'Ada', attended: true })).toEqual({
      role: 'agent',
      name: 'Ada',
      harness: 'claude-code',
    });
    expect(actorFromEnvironment({ environment, attended: true })).toMatchObject({ role: 'agent', name: 'worker-2' });
    const person = { STATEROOM_ACTOR: 'Ada' };
    expect(actorFromEnvironment({ environment: person, attended: true })).toEqual({ role: 'human', name: 'Ada' });
    expect(actorFromEnvironment({ environment: person, attended: false })).toEqual({ role: 'agent', name: 'Ada' });
  });

  it('lets no variable raise the role, and one lower it', () => {
    for (const wish of ['human', 'system', 'HUMAN', 'person']) {
      const marked = { CLAUDECODE: '1', STATEROOM_ROLE: wish };
      expect(actorFromEnvironment({ environment: marked, attended: true })).toMatchObject({ role: 'agent' });
      const unmarked = { STATEROOM_ROLE: wish };
      expect(actorFromEnvironment({ environment: unmarked, attended: false })).toMatchObject({ role: 'agent' });
    }
    const lowered = { STATEROOM_ROLE: 'Agent' };
    expect(actorFromEnvironment({ environment: lowered, attended: true })).toMatchObject({ role: 'agent' });
  });

  it('knows the lane that an agent was started in', () => {
    const inLane = (lane: string, attended = false) =>
      actorFromEnvironment({ environment: { STATEROOM_LANE: lane, STATEROOM_ACTOR: 'node-login' }, attended });
    expect(inLane('login')).toEqual({ role: 'agent', name: 'node-login', lane: 'login' });
    // Whatever runs there may have a terminal.
    expect(inLane('login', true)).toEqual({ role: 'agent', name: 'node-login', lane: 'login' });
    expect(inLane(' ', true)).toEqual({ role: 'human', name: 'node-login' });
    for (const word of ['', '../etc', 'Login', 'x'.repeat(61), 'a\nb']) {
      expect(inLane(word)).toEqual({ role: 'agent', name: 'node-login' });
    }
  });

  it.each<[string, Environment, object]>([
    [
      'what was set for it',
      { STATEROOM_MODEL: ' gpt-5.2 ', STATEROOM_EFFORT: 'High' },
      { model: 'gpt-5.2', effort: 'high' },
    ],
    ['Claude Code', { CLAUDECODE: '1', ANTHROPIC_MODEL: 'claude-opus-4-5[1m]' }, { model: 'claude-opus-4-5[1m]' }],
    ['its turn first', { CLAUDECODE: '1', CLAUDE_EFFORT: 'max', CLAUDE_CODE_EFFORT_LEVEL: 'low' }, { effort: 'max' }],
    ['Copilot', { COPILOT_CLI: '1', COPILOT_MODEL: 'gpt-5.2' }, { model: 'gpt-5.2' }],
    ['Gemini', { GEMINI_CLI: '1', GEMINI_MODEL: 'gemini-3-pro' }, { model: 'gemini-3-pro' }],
    ['Qwen', { QWEN_CODE: '1', OPENAI_MODEL: 'qwen3-coder-plus' }, { model: 'qwen3-coder-plus' }],
    ['before its own', { GEMINI_CLI: '1', GEMINI_MODEL: 'a', STATEROOM_MODEL: 'b' }, { model: 'b' }],
    ['only its own', { GEMINI_CLI: '1', COPILOT_MODEL: 'gpt-5.2', ANTHROPIC_MODEL: 'x' }, {}],
    ['nothing of no use', { STATEROOM_MODEL: 'a\u0007', STATEROOM_EFFORT: 'very high' }, {}],
    ['nothing too long', { STATEROOM_MODEL: 'x'.repeat(201), STATEROOM_EFFORT: 'x'.repeat(51) }, {}],
  ])('knows the model: %s', (_, environment, expected) => {
    const derived = actorFromEnvironment({ environment, attended: false });
    const { role, name, harness, ...rest } = derived as Exclude<typeof derived, { refused: true }>;
    expect(rest).toEqual(expected);
  });

  it('knows no model of a person', () => {
    expect(actorFromEnvironment({ environment: { STATEROOM_MODEL: 'gpt-5.2' }, attended: true })).toEqual({
      role: 'human',
      name: undefined,
    });
  });

  it.each([
    ['', '--actor'],
    ['  ', '--actor'],
    ['a\u001b[31m', '--actor'],
    ['a\nb', '--actor'],
    ['x'.repeat(201), '--actor'],
  ])('refuses the name %j', (given, origin) => {
    expect(actorFromEnvironment({ environment: {}, given, attended: true })).toEqual({
      refused: true,
      code: 'invalid_input',
      message: `${origin} is not a valid name: it is empty, too long or contains control characters.`,
      hint: 'Use 1 to 200 characters of plain text.',
    });
  });

  it('says when the name came from the environment, and takes an empty one for none', () => {
    expect(actorFromEnvironment({ environment: { STATEROOM_ACTOR: 'a\u0007' }, attended: true })).toMatchObject({
      message: 'STATEROOM_ACTOR is not a valid name: it is empty, too long or contains control characters.',
    });
    expect(actorFromEnvironment({ environment: { STATEROOM_ACTOR: '' }, attended: true })).toMatchObject({
      role: 'human',
    });
  });
});
