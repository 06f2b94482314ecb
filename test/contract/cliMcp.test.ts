import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { answer, cleanEnvironment, makeDirectory, makeRepository, programFile, userNode } from './cliRig.js';

it('stateroom mcp serves the repository that its flags name, as the actor that they name', async () => {
  const repository = makeRepository();
  const transport = new StdioClientTransport({
    command: userNode,
    args: [programFile, 'mcp', '--repo', repository, '--actor=codex-1'],
    cwd: makeDirectory(),
    env: cleanEnvironment(),
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    await client.callTool({ name: 'work_items', arguments: { action: 'add', title: 'From MCP' } });
    expect(await answer(['queue', 'list'], { cwd: repository })).toMatchObject({
      items: [{ title: 'From MCP', queuedBy: 'codex-1' }],
    });
    await answer(['queue', 'add', 'From the command line'], { cwd: repository });
    const { structuredContent } = await client.callTool({ name: 'work_items', arguments: { action: 'list' } });
    expect(structuredContent).toMatchObject({ items: [{ title: 'From the command line' }, { title: 'From MCP' }] });
  } finally {
    await client.close();
  }
});
