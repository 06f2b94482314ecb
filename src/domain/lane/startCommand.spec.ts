import { expect, it } from 'vitest';
import { startCommand } from './startCommand.js';

it.each([
  ['codex', 'gpt-5.2', 'codex --model gpt-5.2'],
  ['Claude', 'claude-opus-4-5[1m]', "claude --model 'claude-opus-4-5[1m]'"],
  ['claude-code', null, 'claude'],
  ['qwen-code', 'qwen3-coder', 'qwen --model qwen3-coder'],
  ['cursor', 'gpt-5.2', 'cursor-agent --model gpt-5.2'],
  ['./my agent', 'gpt-5.2', "'./my agent'"],
  ['vscode', null, 'vscode'],
  [null, 'gpt-5.2', undefined],
])('starts %j with %j by %j', (agent, model, command) => {
  expect(startCommand({ agent, model })).toBe(command);
});
