import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, makeRepository, programFile, run } from './cliRig.js';
import { connect, startRaw } from './mcpRig.js';
import { installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();
const written = '{"big":9007199254740993,"price":1.10,"far":1e400,"zero":-0}';

it('are as written on the command line, in files and in calls of MCP', async () => {
  const cwd = makeRepository();
  const shown = async (id: string) => (await run(['queue', 'show', id, '--json'], { cwd })).stdout;
  await answer(['queue', 'add', 'By flag', '--payload', written], { cwd });
  writeFileSync(join(cwd, 'payload.json'), `\n${written}\n`);
  await answer(['queue', 'add', 'By file', '--payload', '@payload.json'], { cwd });
  writeFileSync(join(cwd, 'items.jsonl'), `{"title":"By import","payload":${written}}\n`);
  await answer(['queue', 'add', '--from-file', 'items.jsonl'], { cwd });

  const server = startRaw({ cwd, actor: 'ada' });
  let replies = '';
  server.child.stdout.on('data', (chunk: string) => {
    replies += chunk;
  });
  await server.initialize();
  const params = `{"name":"work_items","arguments":{"action":"add","title":"By MCP","priority":1.0,"payload":${written}}}`;
  server.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}\n`);
  await server.next(({ id }) => id === 1);
  server.callItems(2, { action: 'show', id: 'W-4' });
  await server.next(({ id }) => id === 2);
  const data = JSON.stringify(written).slice(1, -1);
  for (const reply of replies.trim().split('\n').slice(-2)) {
    expect(reply).toContain(`"payload":${written}`);
    expect(reply).toContain(data);
  }
  for (const id of ['W-1', 'W-2', 'W-3', 'W-4']) expect(await shown(id)).toContain(`"payload":${written}`);
  expect((await run(['queue', 'show', 'W-1'], { cwd })).stdout).toContain(written);
});

it('are numbers of JavaScript to 0.1.0, which works on beside them', async () => {
  const cwd = makeRepository();
  const before = { cwd, actor: 'ada', program: old.cli };
  await answer(['queue', 'add', 'New', '--payload', written], { cwd, program: programFile });
  const changed = { big: 9007199254740992, price: 1.1, far: null, zero: 0 };
  expect(await answer(['queue', 'show', 'W-1'], before)).toMatchObject({ item: { payload: changed } });
  expect(await answer(['queue', 'list'], before)).toMatchObject({ items: [{ payload: changed }] });
  const server = await connect({ cwd, actor: 'ada', program: [old.mcp], args: ['--tools', 'all'] });
  expect(await server.done('show', { id: 'W-1' })).toMatchObject({ item: { payload: changed } });
  expect(await server.done('claim', { id: 'W-1' })).toMatchObject({ item: { status: 'in_flight' } });
  expect(await server.done('annotate', { id: 'W-1', patch: { step: 1 } })).toMatchObject({ item: { ref: 'W-1' } });
  await server.close();
  await answer(['queue', 'edit', 'W-1', '--title', 'Newer'], before);
  expect(await answer(['store', 'compact'], before)).toMatchObject({});
  expect((await run(['queue', 'show', 'W-1', '--json'], { cwd })).stdout).toContain(`"payload":${written}`);
});
