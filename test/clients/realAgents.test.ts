import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import type { ServerProgram } from '../../src/domain/agent/serverProgram.js';
import { cliFile, connect, makeRepository, serverFile, userNode } from '../contract/mcpRig.js';
import { type RealAgent, realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';

const script = [
  { tool: 'work_items', args: { action: 'status' } },
  { tool: 'work_items', args: { action: 'next' } },
  { tool: 'work_items', args: { action: 'annotate', id: 'W-1', patch: { branch: 'fix-login' } } },
  { tool: 'events', args: { action: 'append', type: 'tests_passed', workItem: 'W-1' } },
  // Of these Codex asks first, unless its entry lets it call them.
  { tool: 'evidence', args: { command: ['true'] } },
  { tool: 'work_items', args: { action: 'resolve', id: 'W-1', status: 'done', notes: '' } },
  { text: 'FINISHED AS THE SCRIPT SAYS' },
];

/** The two whose protocols differ most are in every run. */
const agents = isShort('clients') ? realAgents.filter(({ name }) => name === 'codex' || name === 'claude') : realAgents;

/** The entry in docs/mcp.md, the one that the editor copies, and what `stateroom install` writes. */
const onPath: ServerProgram = { programName: 'stateroom' };
const byPath: ServerProgram = { nodePath: userNode, serverPath: serverFile };
const [codex] = realAgents;

describe.each<{ from: string; program?: ServerProgram; agent: RealAgent }>([
  ...agents.map(agent => ({ from: 'stateroom install', agent })),
  ...(isShort('clients') ? [] : agents.map(agent => ({ from: 'docs/mcp.md', program: onPath, agent }))),
  // It alone is copied with a line more.
  ...(codex === undefined || isShort('clients') ? [] : [{ from: 'the editor', program: byPath, agent: codex }]),
])('$agent.name $agent.version, headless, with the entry of $from', ({ agent, program }) => {
  it('lists the tools, claims and resolves a work item', async context => {
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeRepository();
    execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
    const person = await connect({ cwd: repository, actor: 'tester' });
    await person.done('add', { title: 'Fix the login', payload: { marker: 'PAYLOAD-4711' } });

    const run = await runAgent(agent, { folder: installed.folder, repository, program, script });

    const told = `ended ${run.ended}\n${run.stdout}\n${run.stderr}`;
    expect(run.problems, told).toEqual([]);
    // What the store says counts; exit code and last words prove nothing.
    const events = await person.events();
    expect(
      events.map(event => event.type),
      told,
    ).toEqual([
      ...['work_item_created', 'work_item_claimed', 'work_item_annotated', 'tests_passed'],
      ...['evidence_recorded', 'work_item_resolved'],
    ]);
    expect(events.filter(event => event.workItem === 'W-1')).toHaveLength(5);
    for (const event of events.slice(1)) {
      expect(event).toMatchObject({ role: 'agent', harness: agent.harness });
      expect(event.actor).toMatch(new RegExp(`^${agent.harness}(-[a-z0-9]{6})?$`));
    }
    expect(await person.done('show', { id: 'W-1' })).toMatchObject({
      item: { status: 'done', owner: events[1]?.actor, notes: { branch: 'fix-login' } },
    });

    const withTools = run.requests.filter(request => request.tools.length > 0);
    const offered = withTools[0]?.tools.map(tool => tool.name) ?? [];
    const isListed = offered.filter(name => name.endsWith('work_items') || name.endsWith('events')).length === 2;
    expect(isListed).toBe(agent.deferred === undefined);
    const [status, claimed] = withTools.at(-1)?.results ?? [];
    expect(status).toContain('needs_you');
    expect(claimed).toContain('PAYLOAD-4711');
    expect(claimed).toContain('W-1');
    const firstBody = withTools[0]?.body ?? '';
    expect(firstBody.includes("this repository's memory")).toBe(agent.showsInstructions);
    // Skills, and for who does not pass on what the server says the paragraph.
    expect(firstBody.includes('stateroom-branch-review')).toBe(program === undefined);
    if (!agent.showsInstructions) expect(firstBody.includes('stateroom:begin')).toBe(program === undefined);
    expect(run.stdout).toContain('FINISHED AS THE SCRIPT SAYS');
  });
});
