import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { installOlderServer } from '../support/olderExtension.js';
import { add, folder, run, stateroom, until } from './stateroom.js';

interface Reply {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

describe('An extension that was updated while MCP servers of the one before still run', () => {
  let api: StateroomApi;
  const endings: (() => unknown)[] = [];

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.queue.focus');
  });

  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  /** A server of an installation of its own, which an update takes away. */
  async function olderServer(name: string) {
    const home = mkdtempSync(join(tmpdir(), 'stateroom-older-'));
    endings.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
    const newer = join(vscode.extensions.getExtension('stateroom.stateroom')?.extensionPath ?? '', 'dist');
    const dist = installOlderServer(newer, home);
    const client = new Client({ name: 'older', version: '1.0.0' });
    const args = [join(dist, 'mcp.mjs'), '--actor', name];
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ELECTRON_RUN_AS_NODE: '1' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder(), env }));
    endings.unshift(() => client.close());
    const items = async (action: string, input: object): Promise<Reply> =>
      (await client.callTool({ name: 'work_items', arguments: { action, ...input } })) as Reply;
    return { dist, items, update: () => rmSync(join(dist, '..'), { recursive: true }) };
  }

  const rowOf = async (ref: string) =>
    (await api.queue()).sections
      .flatMap(({ section, rows }) => rows.map(row => ({ section, ...row })))
      .find(row => row.ref === ref);

  it('shows what they do, and one that cannot go on says why, and what is gone', async () => {
    const ref = await add('Wanted by an older server', { priority: 0 });
    const busy = await olderServer('codex-old');
    const idle = await olderServer('codex-idle');
    strictEqual((await busy.items('show', { id: ref })).isError ?? false, false);
    busy.update();
    idle.update();
    strictEqual((await busy.items('claim', { id: ref })).isError ?? false, false);
    await until('the claim', async () => (await rowOf(ref))?.section === 'in_flight' || undefined);
    strictEqual((await rowOf(ref))?.description, `${ref} · in progress · codex-old`);
    const { isError, structuredContent } = await idle.items('add', { title: 'Too late' });
    deepStrictEqual(
      [isError, structuredContent?.message],
      [
        true,
        `Nothing was read or written: the program files in ${idle.dist} no longer exist, which can happen after an extension update.`,
      ],
    );
    await run('queue.resolve', { id: ref, status: 'cancelled' });
  });
});
