import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { cliFile, connect, makeRepository, userNode } from '../contract/mcpRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';

const [codex] = realAgents;
const atOnce = 6;
const rounds = isShort('clients') ? 1 : 2;

const script = [{ tool: 'work_items', args: { action: 'next' } }, { text: 'FINISHED AS THE SCRIPT SAYS' }];

describe('six codex exec that start at the same moment, as `stateroom install` connects them', () => {
  it.for(Array.from({ length: rounds }, (_, round) => ({ round: round + 1 })))(
    'have the tools and claim one item each, round $round',
    async (_, context) => {
      if (codex?.name !== 'codex') throw new Error('Codex is not the first of the agents.');
      const installed = await installAgent(codex);
      if ('reason' in installed) return context.skip(installed.reason);
      const repository = makeRepository();
      execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
      const person = await connect({ cwd: repository, actor: 'tester' });
      for (let item = 1; item <= atOnce; item += 1) await person.done('add', { title: `Item ${item}` });

      const run = () => runAgent(codex, { folder: installed.folder, repository, program: undefined, script });
      const runs = await Promise.all(Array.from({ length: atOnce }, run));

      const hadTools = runs.map(({ requests }) =>
        requests.some(({ tools }) => tools.some(({ name }) => name.endsWith('work_items'))),
      );
      expect(hadTools).toEqual([true, true, true, true, true, true]);
      const events = await person.events();
      const claimed = events.filter(({ type }) => type === 'work_item_claimed');
      expect(claimed.map(({ workItem }) => workItem).sort()).toEqual(['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6']);
      expect(new Set(claimed.map(({ actor }) => actor)).size).toBe(6);
    },
  );
});
