import { expect, it } from 'vitest';
import { modelFamily } from './modelFamily.js';

it.each([
  ['claude-opus-4-5[1m]', 'claude'],
  ['Sonnet', 'claude'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude'],
  ['gpt-5.2-codex', 'gpt'],
  ['o3-mini', 'gpt'],
  ['openrouter/openai/gpt-5.2', 'gpt'],
  ['gemini-3-pro-preview', 'gemini'],
  ['models/gemini-2.5-flash', 'gemini'],
  ['Qwen/Qwen3-Coder-480B', 'qwen'],
  ['devstral-medium', 'mistral'],
  ['moonshotai/kimi-k2', 'kimi'],
  [' Fake-Model ', 'fake-model'],
  ['', ''],
])('knows %j as %j', (model, family) => {
  expect(modelFamily(model)).toBe(family);
});
