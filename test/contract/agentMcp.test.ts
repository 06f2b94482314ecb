import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { connectAgent } from '../../src/backends/agentProgram.js';
import { mockStart, processesOf } from '../support/mockAgent/startMockAgent.js';
import { cliFile, connect, makeRepository, userNode } from './mcpRig.js';

describe('the MCP server that an agent is given', () => {
  const start = (repository: string, script: object) =>
    mockStart({ ignoresMcp: false, ...script }, repository, {
      mcpServer: {
        name: 'stateroom',
        command: userNode,
        args: [cliFile, 'mcp', `--repo=${repository}`],
        env: { STATEROOM_ACTOR: 'lane-agent' },
      },
      limits: { mcpMs: 20_000 },
    });

  it('is seen when its tools are listed, and takes calls under the name of the agent', async () => {
    const repository = makeRepository();
    execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
    const person = await connect({ cwd: repository, actor: 'tester' });
    await person.done('add', { title: 'Fix the login' });
    const mock = start(repository, {
      turns: [[{ do: 'listTools' }], [{ do: 'mcp', tool: 'work_items', arguments: { action: 'next' } }]],
    });
    const agent = await connectAgent(mock.start);
    await agent.prompt('List the tools');
    expect(mock.updates).toEqual([]);
    expect(await agent.sawMcp).toBe(true);
    await agent.prompt('Take the next work item');
    await agent.end();
    expect(processesOf(mock.session)).toEqual([]);
    const events = await person.events();
    expect(events.at(-1)).toMatchObject({ type: 'work_item_claimed', actor: 'lane-agent', role: 'agent' });
  });

  it('is not seen where the agent drops it', async () => {
    const repository = makeRepository();
    const mock = start(repository, { ignoresMcp: true, turns: [[{ do: 'say', text: 'Hello' }]] });
    const agent = await connectAgent({ ...mock.start, limits: { mcpMs: 300 } });
    await agent.prompt('Work');
    expect(await agent.sawMcp).toBe(false);
    await agent.end();
  });
});
