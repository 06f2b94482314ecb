import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPresenceFiles } from '../../platform/presenceFiles.js';
import type { Context } from '../../records/context.js';
import { presenceFrom } from '../../records/presence/presence.js';
import { ConnectionPresence } from './connectionPresence.js';

const now = Date.parse('2026-11-21T12:00:00Z');
let home: string;
let connection: ConnectionPresence;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-connection-'));
  connection = new ConnectionPresence();
});
afterEach(async () => {
  await connection.end(async () => undefined);
  rmSync(home, { recursive: true, force: true });
});

/** A caller of this connection in a worktree, whose name others go by too. */
function callerAt(root: string, name = 'opencode'): Context {
  const presence = openPresenceFiles(join(home, 'presence'), { isConnection: true });
  const context = { actor: { role: 'agent', name }, sharesName: true, workTree: { root }, clock: { now: () => now } };
  return { ...context, livenessPorts: { presence } } as unknown as Context;
}

async function isConnectedAt(directory: string, name = 'opencode'): Promise<boolean | undefined> {
  const index = await openPresenceFiles(join(home, 'presence')).read();
  return presenceFrom(index.of({ name, directory }, now))?.isConnected;
}

describe('the presence of a connection', () => {
  it('is recorded at once in each worktree where its calls apply', async () => {
    await connection.see(callerAt('/main'));
    expect(await isConnectedAt('/main')).toBe(true);
    expect(await isConnectedAt('/one')).toBeUndefined();
    await connection.see(callerAt('/one'));
    expect(await isConnectedAt('/one')).toBe(true);
    expect(await isConnectedAt('/main')).toBe(true);
  });

  it('ends where the caller was before it entered a task, and is left to other callers', async () => {
    await connection.see(callerAt('/main'));
    await connection.see(callerAt('/main', 'other'));
    await connection.enter(callerAt('/one'));
    expect(await isConnectedAt('/main')).toBe(false);
    expect(await isConnectedAt('/one')).toBe(true);
    expect(await isConnectedAt('/main', 'other')).toBe(true);
    const ended: (string | undefined)[] = [];
    await connection.end(async ({ workTree }) => void ended.push(workTree?.root));
    expect(ended).toEqual(['/main', '/one']);
  });
});
