import { expect, it } from 'vitest';
import { environmentFor, isWithheld } from './agentEnvironment.js';
import { agentNamed } from './agents.js';

const owner = (key: string) => ({ key, credentials: agentNamed(key)?.acp?.credentials });

const environment = {
  PATH: '/opt/node/bin:/usr/bin',
  HOME: '/home/robin',
  HTTPS_PROXY: 'http://proxy:3128',
  NO_PROXY: 'localhost',
  ANTHROPIC_BASE_URL: 'http://gateway',
  OPENAI_BASE_URL: 'http://gateway/v1',
  DATABASE_URL: 'postgres://robin:hunter2@localhost/app',
  GH_TOKEN: 'gh',
  AWS_ACCESS_KEY_ID: 'aws',
  ANTHROPIC_API_KEY: 'claude',
  ANTHROPIC_AUTH_TOKEN: 'claude',
  CLAUDE_CODE_OAUTH_TOKEN: 'claude',
  OPENAI_API_KEY: 'openai',
  CODEX_API_KEY: 'codex',
  COPILOT_GITHUB_TOKEN: 'copilot',
  GEMINI_API_KEY: 'gemini',
  DASHSCOPE_API_KEY: 'qwen',
  OPENROUTER_API_KEY: 'router',
  STRIPE_API_KEY: 'app',
  STATEROOM_STORE: '/elsewhere',
  STATEROOM_ROLE: 'agent',
  VSCODE_IPC_HOOK: '/run/vscode',
  ELECTRON_RUN_AS_NODE: '1',
  CLAUDECODE: '1',
  CODEX_THREAD_ID: 'another',
  AI_AGENT: 'claude',
  GIT_DIR: '/repo/.git',
  GIT_AUTHOR_NAME: 'Robin',
  UNSET: undefined,
};

const always = [
  'PATH',
  'HOME',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ANTHROPIC_BASE_URL',
  'OPENAI_BASE_URL',
  'DATABASE_URL',
  'GH_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'STRIPE_API_KEY',
];

it.each([
  ['claude-code', ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']],
  ['codex', ['OPENAI_API_KEY', 'CODEX_API_KEY']],
  ['copilot', ['COPILOT_GITHUB_TOKEN']],
  ['gemini', ['GEMINI_API_KEY']],
  ['qwen', ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY']],
  // It speaks with any provider, by the provider's own variable.
  ['opencode', ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'DASHSCOPE_API_KEY', 'OPENROUTER_API_KEY']],
])('passes %s its own credentials and no others', (key, own) => {
  const credentials = Object.keys(environmentFor(owner(key), environment)).filter(name => !always.includes(name));
  expect(credentials).toEqual([...own, 'GIT_AUTHOR_NAME']);
});

it.each(['claude-code', 'codex', 'copilot', 'gemini', 'qwen', 'opencode'])('passes %s what programs need', key => {
  expect(environmentFor(owner(key), environment)).toMatchObject(
    Object.fromEntries(Object.entries(environment).filter(([name]) => always.includes(name))),
  );
});

it('passes the credentials of all agents to a program of the person’s own, and nothing of Stateroom', () => {
  const passed = environmentFor({ key: 'program' }, environment);
  expect(passed).toMatchObject({ ANTHROPIC_API_KEY: 'claude', GEMINI_API_KEY: 'gemini' });
  expect(
    Object.keys(passed).filter(name => /^(?:STATEROOM|VSCODE|ELECTRON)_|^CLAUDECODE$|^GIT_DIR$/.test(name)),
  ).toEqual([]);
  expect(isWithheld('STATEROOM_STORE', { key: 'program' })).toBe(true);
});
