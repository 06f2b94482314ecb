import { expect, it } from 'vitest';
import { agentCoAuthor } from './coAuthor.js';

it.each([
  ['Co-Authored-By: Claude <noreply@anthropic.com>', 'Claude'],
  ['Co-authored-by: Claude Opus 4.5 <a@b.example>', 'Claude Opus 4.5'],
  ['co-authored-by:   Codex', 'Codex'],
  ['Co-authored-by: copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>', 'copilot-swe-agent[bot]'],
  ['Co-authored-by: Cursor Agent <cursoragent@cursor.com>', 'Cursor Agent'],
  ['Co-authored-by: gemini-cli <x@y.example>', 'gemini-cli'],
  ['Co-authored-by: Goose <x@y.example>', 'Goose'],
  ['Co-authored-by: <noreply@openai.com>', 'noreply@openai.com'],
])('takes %s for an agent', (trailer, name) => {
  expect(agentCoAuthor(['Signed-off-by: Ann <ann@b.example>', trailer])).toBe(name);
});

it.each([
  'Co-authored-by: Claude Monet <claude@b.example>',
  'Co-authored-by: Ann <ann@anthropic.com>',
  'Signed-off-by: Codex <noreply@openai.com>',
  'Co-authored-by: Jules Verne <jules@b.example>',
  '',
])('takes “%s” for a person', trailer => {
  expect(agentCoAuthor([trailer])).toBeUndefined();
});
