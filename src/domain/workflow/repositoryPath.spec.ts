import { expect, it } from 'vitest';
import { problemOfPath } from './repositoryPath.js';

it.each([
  '.claude/settings.json',
  'web/.claude/settings.local.json',
  '.mcp.json',
  '.cursor/mcp.json',
  '.gemini/settings.json',
  '.codex/config.toml',
  '.opencode/agent/a.md',
  'opencode.json',
  '.devcontainer/devcontainer.json',
  '.devcontainer.json',
  '.idea/workspace.xml',
  'shop.code-workspace',
  '.envrc',
  '.gitattributes',
  'src/.gitattributes',
  '.gitmodules',
  '.vscode/tasks.json',
  '.zed/tasks.json',
  '.npmrc',
  'web/.npmrc',
  '.yarnrc.yml',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook-local.toml',
  'lefthook.jsonc',
  '.lefthook/pre-commit/a.sh',
  'LEFTHO~1.YAM',
  'PRE-CO~1.YAM',
  'HUSKY~1/pre-commit',
  'DEVCON~1/devcontainer.json',
  'MCP~1.JSO',
  'DEVCON~1.JSO',
  'GITATT~1',
  'SHOP~1.COD',
  '.v\u017fcode/tasks.json',
  '.hus\u212ay/pre-commit',
])('a model may not write what tells others what to run: %s', path => {
  expect(problemOfPath(path)).toEqual('is in a settings folder, which only a person can change');
});

it.each(['.g\u200cit/config', 'src/a\u00ad.ts', '\ufeffsrc/a.ts'])('nor a name with letters that nobody sees', path => {
  expect(problemOfPath(path)).toEqual('contains control characters');
});

it.each([
  'src/claude/index.ts',
  'docs/mcp.json',
  '.github/CODEOWNERS',
  '.env.example',
  '.gitignore',
  'idea.md',
  'npmrc.md',
])('but other files: %s', path => {
  expect(problemOfPath(path)).toBeUndefined();
});
