import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signFor } from './leaveSign.js';

const folder = mkdtempSync(join(tmpdir(), 'leave-sign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('creates the file once, and only where it is asked to', () => {
  const file = join(folder, 'seen');
  const leave = signFor({ STATEROOM_MCP_SEEN: file });
  expect(existsSync(file)).toBe(false);
  leave();
  expect(readFileSync(file, 'utf8')).toBe('');
  rmSync(file);
  leave();
  expect(existsSync(file)).toBe(false);
  signFor({})();
  signFor({ STATEROOM_MCP_SEEN: '' })();
});

it('overwrites no file, and fails nowhere', () => {
  const file = join(folder, 'own');
  writeFileSync(file, 'mine');
  signFor({ STATEROOM_MCP_SEEN: file })();
  expect(readFileSync(file, 'utf8')).toBe('mine');
  signFor({ STATEROOM_MCP_SEEN: join(folder, 'gone', 'file') })();
});
