import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOnPath } from './isOnPath.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateroom-path-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('looks through every folder of the PATH, and skips empty entries', () => {
  writeFileSync(join(folder, 'tool'), '');
  const path = ['', join(folder, 'missing'), folder].join(delimiter);
  expect(isOnPath('tool', path, 'linux')).toBe(true);
  expect(isOnPath('other', path, 'linux')).toBe(false);
  expect(isOnPath('tool', '', 'linux')).toBe(false);
});

it('knows the endings of programs on Windows', () => {
  writeFileSync(join(folder, 'tool.exe'), '');
  expect(isOnPath('tool', folder, 'win32')).toBe(true);
  expect(isOnPath('tool', folder, 'linux')).toBe(false);
});
