import { describe, expect, it } from 'vitest';
import { connect, makeRepository } from '../contract/mcpRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';

const script = [
  { tool: 'work_items', args: { action: 'status' } },
  { tool: 'work_items', args: { action: 'next' } },
  { tool: 'work_items', args: { action: 'annotate', id: 'W-1', patch: { branch: 'fix-login' } } },
  { tool: 'events', args: { action: 'append', type: 'tests_passed', workItem: 'W-1' } },
  { tool: 'work_items', args: { action: 'resolve', id: 'W-1', status: 'done', notes: '' } },
  { text: 'FINISHED AS THE SCRIPT SAYS' },
];

describe.each(realAgents)('$name $version with the entry that people copy', agent => {
  it('lists the tools, claims and resolves a work item', async context => {
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeRepository();
    const person = await connect({ cwd: repository, actor: 'tester' });
    await person.done('add', { title: 'Fix the login', payload: { marker: 'PAYLOAD-4711' } });

    const run = await runAgent(agent, { folder: installed.folder, repository, script });

    const told = `ended ${run.ended}\n${run.stdout}\n${run.stderr}`;
    expect(run.problems, told).toEqual([]);
    // What the store says counts; exit code and last words prove nothing.
    const events = await person.events();
    expect(
      events.map(event => event.type),
      told,
    ).toEqual(['work_item_created', 'work_item_claimed', 'work_item_annotated', 'tests_passed', 'work_item_resolved']);
    for (const event of events.slice(1)) {
      expect(event).toMatchObject({ role: 'agent', harness: agent.harness, workItem: 'W-1' });
      expect(event.actor).toMatch(new RegExp(`^${agent.harness}(-[a-z0-9]{6})?$`));
    }
    expect(await person.done('show', { id: 'W-1' })).toMatchObject({
      item: { status: 'done', owner: events[1]?.actor, notes: { branch: 'fix-login' } },
    });

    const withTools = run.requests.filter(request => request.tools.length > 0);
    const offered = withTools[0]?.tools.map(tool => tool.name) ?? [];
    expect(offered.filter(name => name.endsWith('work_items') || name.endsWith('events'))).toHaveLength(2);
    const [status, claimed] = withTools.at(-1)?.results ?? [];
    expect(status).toContain('needs_you');
    expect(claimed).toContain('PAYLOAD-4711');
    expect(claimed).toContain('W-1');
    const firstBody = withTools[0]?.body ?? '';
    expect(firstBody.includes('durable memory')).toBe(agent.showsInstructions);
    expect(run.stdout).toContain('FINISHED AS THE SCRIPT SAYS');
  });
});
