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
    ['a broken remainder', JSON.stringify({ ...manifest, leftBehind: [{ path: 'x', bytes: 'many' }] })],
  ])('refuses %s', (_what, text) => {
    expect(readManifest(text)).toBeUndefined();
  });
});
