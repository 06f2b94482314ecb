import { describe, expect, it } from 'vitest';
import { readManifest } from './rescueManifest.js';

const manifest = {
  version: 1,
  lane: 'login',
  keptAt: 1_793_613_600_000,
  directory: '/repositories/shop.worktrees/login',
  headRef: 'refs/heads/feature/login',
  head: 'a'.repeat(40),
  branches: { 'refs/heads/feature/login': 'a'.repeat(40) },
  ownReferences: {},
  operation: null,
  modes: { 'run.sh': 0o755 },
  emptyFolders: ['cache'],
  secrets: [{ path: '.env', copy: '0', mode: 0o600 }],
  leftBehind: [
    { path: 'node_modules', bytes: 4096 },
    { path: 'nested', bytes: null },
  ],
};

describe('reading the manifest of a rescue', () => {
  it('takes what was written', () => {
    expect(readManifest(JSON.stringify(manifest))).toEqual(manifest);
    expect(readManifest(JSON.stringify({ ...manifest, headRef: null, operation: 'rebase' }))).toBeDefined();
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['another version', JSON.stringify({ ...manifest, version: 2 })],
    ['a missing field', JSON.stringify({ ...manifest, head: undefined })],
    ['a broken time', JSON.stringify({ ...manifest, keptAt: 1.5 })],
    ['a broken branch', JSON.stringify({ ...manifest, branches: { x: 1 } })],
    ['branches in a list', JSON.stringify({ ...manifest, branches: [] })],
    ['a broken secret', JSON.stringify({ ...manifest, secrets: [{ path: '.env' }] })],
    [
      'a secret outside of the worktree',
      JSON.stringify({ ...manifest, secrets: [{ path: '../.env', copy: '0', mode: 0o600 }] }),
    ],
    [
      'a copy of another folder',
      JSON.stringify({ ...manifest, secrets: [{ path: '.env', copy: '../0', mode: 0o600 }] }),
    ],
    ['a mode of another file', JSON.stringify({ ...manifest, modes: { '/etc/passwd': 0o777 } })],
    ['a folder by ..', JSON.stringify({ ...manifest, emptyFolders: ['a/../../b'] })],
    ['a folder in git’s own', JSON.stringify({ ...manifest, emptyFolders: ['.git/hooks'] })],
    ['a branch that is none', JSON.stringify({ ...manifest, branches: { 'refs/stateroom/x': 'a'.repeat(40) } })],
    [
      'a reference that all worktrees share',
      JSON.stringify({ ...manifest, ownReferences: { 'refs/heads/main': 'a'.repeat(40) } }),
    ],
    ['a broken remainder', JSON.stringify({ ...manifest, leftBehind: [{ path: 'x', bytes: 'many' }] })],
  ])('refuses %s', (_what, text) => {
    expect(readManifest(text)).toBeUndefined();
  });
});
