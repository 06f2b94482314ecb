import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { installOlderServer } from '../support/olderExtension.js';
import { hashOf } from './cliRig.js';
import { connect, makeDirectory, makeRepository, serverFile, storeOf } from './mcpRig.js';

const installed = (): string => installOlderServer(dirname(serverFile), makeDirectory());

describe('an MCP server whose extension is updated while it runs', () => {
  it('goes on beside a newer one when its files are gone, or says that they are', async () => {
    const [folder, other] = [installed(), installed()];
    const cwd = makeRepository();
    const old = await connect({ cwd, actor: 'codex-1', program: [join(folder, 'mcp.mjs')] });
    const idle = await connect({ cwd, actor: 'codex-3', program: [join(other, 'mcp.mjs')] });
    await old.done('add', { title: 'Before the update' });
    for (const gone of [folder, other]) rmSync(dirname(gone), { recursive: true });
    const newer = await connect({ cwd, actor: 'codex-2' });
    await newer.done('add', { title: 'From the newer' });
    await old.done('claim', { id: 'W-2' });
    const { items } = await newer.done('list', { order: 'queue' });
    expect((items as Record<string, unknown>[]).find(({ ref }) => ref === 'W-2')).toMatchObject({ owner: 'codex-1' });
    // One that had not asked the store before cannot any more.
    const reply = await idle.items('add', { title: 'Too late' });
    expect([reply.isError, reply.data.message]).toEqual([
      true,
      `Nothing was read or written: the program files in ${other} no longer exist, which can happen after an extension update.`,
    ]);
  });

  it('says in a sentence that the store is newer than it, and writes nothing', async () => {
    const cwd = makeRepository();
    const old = await connect({ cwd, actor: 'codex-1' });
    await old.done('add', { title: 'Before the update' });
    const later = { version: Math.max(...migrations.map(({ version }) => version)) + 1, name: 'later', async up() {} };
    const newer = openSqljsStore({
      directory: storeOf(cwd),
      wasmFile: join(dirname(serverFile), 'sql-wasm.wasm'),
      clock: systemClock,
      ids: randomIds,
      log: silentLog,
      mode: 'async',
      migrations: [...migrations, later],
    });
    await newer.create();
    await newer.close();
    const before = hashOf(storeOf(cwd));
    const reply = await old.items('add', { title: 'After the update' });
    expect(reply.isError).toBe(true);
    expect(reply.data).toMatchObject({
      code: 'store_too_new',
      message: expect.stringMatching(/newer version of Stateroom/),
    });
    expect(hashOf(storeOf(cwd))).toBe(before);
  });
});

it.each([
  ['torn', '{"core": [', /^stateroom: Cannot read \S+mcpTools\.json: .+\. Install Stateroom again\.\n$/s],
  ['empty', '{}', /^stateroom: Cannot read \S+mcpTools\.json: it has no tools\. Install Stateroom again\.\n$/],
  ['missing', undefined, /^stateroom: Cannot read \S+mcpTools\.json: .+\. Install Stateroom again\.\n$/],
])('an MCP server whose table of tools is %s says so in a sentence', (_state, text, sentence) => {
  const file = join(installed(), 'mcpTools.json');
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
  const { status, stderr } = spawnSync(process.execPath, [join(dirname(file), 'mcp.mjs')], {
    cwd: makeRepository(),
    encoding: 'utf8',
  });
  expect(stderr).toMatch(sentence);
  expect(status).toBe(1);
});
