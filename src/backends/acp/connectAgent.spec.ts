import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { mockStart, processesOf } from '../../../test/support/mockAgent/startMockAgent.js';
import { connectAgent } from '../agentProgram.js';

it('says hello', async () => {
  const mock = mockStart(
    {
      turns: [
        [
          { do: 'say', text: 'Hel' },
          { do: 'say', text: 'lo' },
        ],
      ],
    },
    tmpdir(),
  );
  const agent = await connectAgent(mock.start);
  expect(await agent.prompt('Hi')).toEqual({ reason: 'end_turn' });
  expect(mock.updates).toEqual([{ kind: 'message', text: 'Hello' }]);
  expect(await agent.end()).toEqual({ exitCode: 0, signal: null, by: 'ended', left: [] });
  expect(processesOf(mock.session)).toEqual([]);
});
