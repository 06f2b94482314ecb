import { describe, expect, it } from 'vitest';
import { treeMaker } from './treeMaker.js';

describe('who made a worktree', () => {
  it.each([
    ['/repositories/shop/.claude/worktrees/feat1', 'worktree-feat1', 'Claude Code'],
    ['/homes/ada/.codex/worktrees/4f2a/shop', undefined, 'Codex'],
    ['/repositories/copilot-worktrees/shop/fix', 'fix', 'Copilot'],
    ['/repositories/shop.worktrees/agent-1', 'copilot-worktree-2026-11-21', 'Copilot'],
    ['/repositories/shop.worktrees/copilot-1', undefined, 'Copilot'],
    ['C:\\Users\\ada\\.cursor\\worktrees\\shop\\x1', 'x1', 'Cursor'],
    ['/repositories/shop.worktrees/login', 'feature/login', undefined],
    ['/repositories/codex/worktrees/login', 'codex', undefined],
    ['', 'codex/limit-logins', 'Codex'],
    ['', 'claude/limit-logins', 'Claude Code'],
    ['', 'cursor/limit-logins', 'Cursor'],
    ['', 'copilot/fix-3', 'Copilot'],
  ])('%s on %s: %s', (directory, branch, maker) => {
    expect(treeMaker(directory, branch)).toBe(maker);
  });
});
