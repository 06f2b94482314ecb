import { describe, expect, it } from 'vitest';
import type { PermissionPolicy } from './agentSessionRow.js';
import { canLast, judgePermission, type PermissionAsked } from './permission.js';

const none = { tool: undefined, command: undefined, paths: [], isOwn: false };
const asked = {
  read: { ...none, title: 'Read src/a.ts', tool: 'read', paths: ['src/a.ts'] },
  search: { ...none, title: 'Search', tool: 'search' },
  edit: { ...none, title: 'Edit src/a.ts', tool: 'edit', paths: ['src/a.ts'] },
  'edit outside': { ...none, title: 'Edit', tool: 'edit', paths: ['src/a.ts', '/etc/hosts'] },
  'edit above': { ...none, title: 'Edit', tool: 'edit', paths: ['../other/a.ts'] },
  'edit unknown': { ...none, title: 'Edit', tool: 'edit' },
  'gate command': { ...none, title: 'npm test', tool: 'execute', command: 'npm test' },
  command: { ...none, title: 'curl', tool: 'execute', command: 'curl example.com' },
  'command as read': { ...none, title: 'cat', tool: 'read', command: 'cat x' },
  'own tool': { ...none, title: 'next_work', tool: 'other', isOwn: true },
  'named like ours': { ...none, title: 'mcp__stateroom__next_work', tool: 'other' },
  'other tool': { ...none, title: '{}', tool: 'other' },
} satisfies Record<string, PermissionAsked>;

const judged = (policy: PermissionPolicy) =>
  Object.entries(asked)
    .filter(([, one]) => judgePermission(one, policy, { commands: ['npm test'], lasting: [] }) === true)
    .map(([name]) => name);

describe('a permission', () => {
  it('is given by the policy', () => {
    expect(judged('ask')).toEqual(['read', 'search', 'own tool']);
    expect(judged('edit')).toEqual(['read', 'search', 'edit', 'gate command', 'own tool']);
    expect(judged('all')).toEqual(Object.keys(asked));
  });

  it('is given by an earlier answer for the same command, or for edits in the worktree', () => {
    const lasting = [
      { tool: 'execute', command: 'curl example.com' },
      { tool: 'edit', command: null },
      { tool: 'other', command: null },
    ];
    const names = Object.entries(asked)
      .filter(([, one]) => judgePermission(one, 'ask', { commands: [], lasting }) === true)
      .map(([name]) => name);
    expect(names).toEqual(['read', 'search', 'edit', 'command', 'own tool']);
  });

  it.each([
    ['npm ci', 'execute', [], true],
    ['curl -H "token: [redacted]"', 'execute', [], false],
    [null, 'edit', ['src/a.ts'], true],
    [null, 'edit', ['/etc/hosts'], false],
    [null, 'edit', [], false],
    [null, null, ['src/a.ts'], false],
  ])('for %j (%s, %j) can be given for longer than once: %s', (command, tool, paths, isLasting) => {
    expect(canLast({ command, tool, paths: JSON.stringify(paths) })).toBe(isLasting);
  });
});
