import { expect, it } from 'vitest';
import { programAgent } from './programAgent.js';

it.each([
  [['claude'], 'claude-login'],
  [['codex --model gpt-5.2'], 'codex-login'],
  [['DEBUG=1 STATEROOM_MODEL=x claude -p hello'], 'claude-login'],
  [['/usr/local/bin/gemini', '-i', 'A=1'], 'gemini-login'],
  [['C:\\tools\\codex.exe'], 'codex-login'],
  [['"$AGENT"'], 'AGENT-login'],
  [['  '], 'agent-login'],
])('names the agent of %j', (command, name) => {
  expect(programAgent('login', command)).toBe(name);
});
