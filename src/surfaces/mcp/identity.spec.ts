import { describe, expect, it } from 'vitest';
import { hostile } from '../../../test/support/hostileStrings.js';
import { callerOf, hasOwnName } from './identity.js';

const nobody = { client: undefined, meta: undefined };
const from = (environment: Record<string, string>, given?: string) => ({ environment, given });

describe('callerOf', () => {
  it('is an agent called agent when nothing is known', () => {
    expect(callerOf(from({}), nobody)).toEqual({ role: 'agent', name: 'agent' });
  });

  it('takes the name given to the server before all others', () => {
    const call = { client: { name: 'claude-code', version: '2' }, meta: undefined };
    expect(callerOf(from({ STATEROOM_ACTOR: 'variable' }, 'flag'), call)).toEqual({
      role: 'agent',
      name: 'flag',
      harness: 'claude-code',
    });
    expect(callerOf(from({ STATEROOM_ACTOR: 'variable' }), call)).toMatchObject({ name: 'variable' });
  });

  it('prefers the marks that the same agent leaves on a terminal, so that both surfaces give one name', () => {
    const call = { client: { name: 'claude-code', version: '2' }, meta: undefined };
    expect(callerOf(from({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'aaaa-bbbb-cccc12' }), call)).toEqual({
      role: 'agent',
      name: 'claude-code-cccc12',
      harness: 'claude-code',
      session: 'aaaa-bbbb-cccc12',
    });
  });

  it.each([
    ['codex-mcp-client', 'codex'],
    ['claude-code', 'claude-code'],
    ['copilot-cli', 'copilot'],
    ['gemini-cli-mcp-client', 'gemini'],
    ['opencode', 'opencode'],
    ['qwen-cli-mcp-client-stateroom', 'qwen'],
    ['Visual Studio Code', 'vscode'],
    ['Some New Agent!', 'some-new-agent'],
    ['   ', undefined],
    ['\u0000', undefined],
  ])('knows the client %j as %s', (name, harness) => {
    const actor = callerOf(from({}), { client: { name, version: '1' }, meta: undefined });
    expect(actor).toEqual(
      harness === undefined ? { role: 'agent', name: 'agent' } : { role: 'agent', name: harness, harness },
    );
  });

  it('tells two conversations of Codex apart by what comes with each call', () => {
    const call = {
      client: { name: 'codex-mcp-client', version: '0.169.0' },
      meta: { threadId: '0199e0d2-7f11-7a01-b2ab-0c6a1f9e8d7f' },
    };
    expect(callerOf(from({}), call)).toEqual({
      role: 'agent',
      name: 'codex-9e8d7f',
      harness: 'codex',
      session: '0199e0d2-7f11-7a01-b2ab-0c6a1f9e8d7f',
    });
  });

  it('takes the model from the call before the environment', () => {
    const codex = { client: { name: 'codex-mcp-client', version: '0.169.0' } };
    const turn = { turn_id: 't-1', model: 'gpt-5.2-codex', reasoning_effort: 'xhigh' };
    expect(callerOf(from({ STATEROOM_MODEL: 'other' }), { ...codex, meta: { 'x-codex-turn-metadata': turn } })).toEqual(
      {
        role: 'agent',
        name: 'codex',
        harness: 'codex',
        model: 'gpt-5.2-codex',
        effort: 'xhigh',
      },
    );
    const claude = from({ CLAUDECODE: '1', ANTHROPIC_MODEL: 'opus', CLAUDE_EFFORT: 'low' });
    expect(callerOf(claude, { client: undefined, meta: { model: 'claude-haiku-4-5', effort: 'high' } })).toEqual({
      role: 'agent',
      name: 'claude-code',
      harness: 'claude-code',
      model: 'claude-haiku-4-5',
      effort: 'high',
    });
    expect(callerOf(claude, nobody)).toMatchObject({ model: 'opus', effort: 'low' });
  });

  it('takes the model from the variables of the program that the handshake names', () => {
    const call = { client: { name: 'qwen-cli-mcp-client-stateroom', version: '1' }, meta: undefined };
    expect(callerOf(from({ OPENAI_MODEL: 'qwen3-coder', COPILOT_MODEL: 'gpt-5.2' }), call)).toEqual({
      role: 'agent',
      name: 'qwen',
      harness: 'qwen',
      model: 'qwen3-coder',
    });
  });

  it.each([[5], [{}], [null], [['gpt']], [''], ['a\u0007'], ['x'.repeat(201)]])('drops a model of %j', model => {
    const meta = { model, 'x-codex-turn-metadata': model };
    expect(callerOf(from({}), { client: undefined, meta })).toEqual({ role: 'agent', name: 'agent' });
  });

  it.each([[5], [''], ['a'.repeat(300)], ['two words'], [{}], [null]])('drops a session of %j', threadId => {
    const call = { client: { name: 'codex-mcp-client', version: '1' }, meta: { threadId } };
    expect(callerOf(from({}), call)).toEqual({ role: 'agent', name: 'codex', harness: 'codex' });
  });

  it('has a short plain word for its name, whatever its client calls itself', () => {
    for (const name of [...hostile, '<b>x</b>'.repeat(150_000)]) {
      const caller = callerOf(
        { environment: {}, given: undefined },
        { client: { name, version: '' }, meta: undefined },
      );
      expect(caller).toMatchObject({ role: 'agent', name: expect.stringMatching(/^[a-z0-9.-]{1,100}$/) });
    }
    const given = callerOf({ environment: {}, given: 'x'.repeat(1_200_000) }, { client: undefined, meta: undefined });
    expect(given).toMatchObject({ refused: true, code: 'invalid_input' });
  });

  it('is never a person, whatever the name says', () => {
    expect(callerOf(from({ STATEROOM_ROLE: 'human' }, 'Ann'), nobody)).toEqual({ role: 'agent', name: 'Ann' });
  });

  it('refuses a name that is none', () => {
    expect(callerOf(from({ STATEROOM_ACTOR: 'a\u0007b' }), nobody)).toMatchObject({
      refused: true,
      code: 'invalid_input',
    });
  });
});

describe('hasOwnName', () => {
  const named = { role: 'agent', name: 'claude-code' } as const;

  it('is true for a name that was given and for one made from a session', () => {
    expect(hasOwnName(from({}, 'ann'), named)).toBe(true);
    expect(hasOwnName(from({ STATEROOM_ACTOR: 'ann' }), named)).toBe(true);
    expect(hasOwnName(from({}), { ...named, session: 'abc' })).toBe(true);
  });

  it('is false for the name of the agent alone', () => {
    expect(hasOwnName(from({}), named)).toBe(false);
    expect(hasOwnName(from({ STATEROOM_ACTOR: ' ' }), named)).toBe(false);
  });
});
