import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, makeRepository, run } from './cliRig.js';
import { startRaw } from './mcpRig.js';

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
