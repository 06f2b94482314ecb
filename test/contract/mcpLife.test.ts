import { describe, expect, it } from 'vitest';
import { connect, eras, makeRepository } from './mcpRig.js';

describe.each(eras)('a work item through MCP %s', era => {
  it('lives from add to resolve with three events and nothing else', async () => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, era, actor: 'agent-a' });

    const added = await agent.done('add', {
      title: 'Fix the login',
      id: 'login',
      payload: { file: 'a.ts' },
      priority: 1,
    });
    expect(added).toMatchObject({
      inserted: true,
      item: { ref: 'W-1', key: 'login', status: 'pending', section: 'ready' },
    });

    expect(await agent.done('add', { title: 'Another login', id: 'login', priority: 1 })).toMatchObject({
      inserted: false,
      item: { ref: 'W-1', priority: 1 },
      differs: ['title'],
    });

    const claimed = await agent.done('next');
    expect(claimed).toMatchObject({
      takeover: false,
      item: {
        ref: 'W-1',
        status: 'in_flight',
        owner: 'agent-a',
        token: 1,
        payload: { file: 'a.ts' },
      },
    });

    const resolved = await agent.done('resolve', { id: 'W-1', status: 'done', notes: 'one line changed' });
    expect(resolved).toMatchObject({ item: { ref: 'W-1', status: 'done', notes: 'one line changed' }, freed: [] });

    expect(await agent.events()).toMatchObject([
      { id: 1, type: 'work_item_created', actor: 'agent-a', role: 'agent', workItem: 'W-1' },
      { id: 2, type: 'work_item_claimed', actor: 'agent-a', role: 'agent', workItem: 'W-1' },
      {
        id: 3,
        type: 'work_item_resolved',
        actor: 'agent-a',
        role: 'agent',
        workItem: 'W-1',
        payload: { status: 'done' },
      },
    ]);
    expect(await agent.done('list')).toMatchObject({ items: [{ ref: 'W-1', status: 'done' }], nextCursor: null });
  });

  it('gives every action its turn', async () => {
    const agent = await connect({ cwd: makeRepository(), era, actor: 'agent-a' });
    await agent.done('add', { title: 'First' });
    await agent.done('add', { title: 'Second', labels: ['ci'], dependsOn: ['W-1'] });
    expect(await agent.done('ready')).toMatchObject({ items: [{ ref: 'W-1' }] });
    expect(await agent.done('list', { section: 'blocked' })).toMatchObject({
      items: [{ ref: 'W-2', blockedBy: ['W-1 pending'] }],
    });
    await agent.done('undepend', { id: 'W-2', dependsOn: ['W-1'] });
    await agent.done('depend', { id: 'W-1', dependsOn: ['W-2'] });
    await agent.done('edit', { id: 'W-2', title: 'Second, really' });
    await agent.done('reprioritise', { id: 'W-2', priority: 0 });
    expect(await agent.done('next', { label: 'ci' })).toMatchObject({ item: { ref: 'W-2', title: 'Second, really' } });
    expect(await agent.done('heartbeat', { id: 'W-2' })).toMatchObject({ ref: 'W-2', token: 1 });
    expect(await agent.done('annotate', { id: 'W-2', patch: { branch: 'b' } })).toMatchObject({
      item: { notes: { branch: 'b' } },
    });
    await agent.done('release', { id: 'W-2' });
    await agent.done('claim', { id: 'W-2' });
    expect(await agent.done('resolve', { id: 'W-2', status: 'done' })).toMatchObject({ freed: [{ ref: 'W-1' }] });
    await agent.done('reopen', { id: 'W-2', reason: 'not done' });
    await agent.done('claim', { id: 'W-2' });
    expect(await agent.done('ask', { id: 'W-2', question: 'May I?' })).toMatchObject({
      item: { status: 'waiting_human', question: 'May I?' },
    });
    expect(await agent.items('advance', { id: 'W-2', answer: 'Yes' })).toMatchObject({
      isError: true,
      data: { code: 'not_allowed' },
    });
    expect(await agent.done('replay')).toMatchObject({ items: [{ ref: 'W-1' }] });
    expect(await agent.done('status')).toMatchObject({
      health: { state: 'ready' },
      counts: { needs_you: 1, blocked: 1, ready: 0 },
      totals: { needsYou: 1, inProgress: 0 },
      needs: [{ kind: 'workItem', ref: 'W-2', text: 'May I?', next: 'queue advance W-2 --answer "…"' }],
      needsYou: [{ ref: 'W-2', question: 'May I?' }],
    });
    expect(await agent.done('show', { id: 'W-2' })).toMatchObject({
      item: { ref: 'W-2', notes: { branch: 'b' } },
      dependents: [{ ref: 'W-1' }],
    });
    const appended = await agent.call('events', { action: 'append', type: 'deploy_started', payload: { to: 'x' } });
    expect(appended.data).toMatchObject({ event: { type: 'deploy_started', payload: { to: 'x' } } });
    const tail = await agent.call('events', { action: 'tail', limit: 1 });
    expect(tail.data).toMatchObject({ events: [{ type: 'deploy_started' }] });
    const between = await agent.call('events', { action: 'between', from: '-1h', to: '+1h', type: 'deploy_started' });
    expect(between.data.events).toHaveLength(1);
  });

  it('sends what is asked for in one breath', async () => {
    const agent = await connect({ cwd: makeRepository(), era, actor: 'agent-a' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => agent.done('add', { title: `T${index}` })),
    );
    const refs = replies.map(reply => (reply.item as { ref: string }).ref).sort();
    expect(new Set(refs).size).toBe(20);
    expect(await agent.events()).toHaveLength(20);
  });

  it('names its caller by what the client says it is when the environment says nothing', async () => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, era, clientName: 'codex-mcp-client' });
    await agent.done('add', { title: 'T' });
    const next = await agent.items('next');
    expect(next.text).toContain('W-1 in_flight');
    // The client's model is shown the text, and would be shown the same again.
    expect(next.data).toEqual({});
    const program = await connect({ cwd, era });
    expect((await program.events())[1]).toMatchObject({ actor: 'codex', harness: 'codex', role: 'agent' });
  });
});

it('sends progress notifications during a long call to a client that asks for them', { timeout: 60_000 }, async () => {
  const agent = await connect({ cwd: makeRepository() });
  const told: unknown[] = [];
  const call = { name: 'evidence', arguments: { command: ['sleep', '7'] } };
  const result = await agent.client.callTool(call, { onprogress: progress => told.push(progress) });
  expect(result.isError).toBeFalsy();
  expect(told).toEqual([{ progress: 5, message: 'running for 5 s' }]);
});

describe('the fencing token', () => {
  it('goes with a late write by itself and has it refused after a takeover', async () => {
    const cwd = makeRepository();
    const one = await connect({ cwd, actor: 'twin' });
    const two = await connect({ cwd, actor: 'twin' });
    await one.done('add', { title: 'T' });
    await one.done('next');
    // Even the same name does not help: the claim is another one now.
    expect(await two.done('claim', { id: 'W-1', reassign: true })).toMatchObject({ item: { token: 2 } });
    const late = await one.items('resolve', { id: 'W-1', status: 'failed' });
    expect(late).toMatchObject({ isError: true, data: { code: 'stale' } });
    expect(late.text).toMatch(/^Refused \(stale\): /);
    expect(await two.done('show', { id: 'W-1' })).toMatchObject({ item: { status: 'in_flight', token: 2 } });
    await two.done('resolve', { id: 'W-1', status: 'done' });
    expect((await two.events()).map(event => event.type)).toEqual([
      'work_item_created',
      'work_item_claimed',
      'work_item_claimed',
      'work_item_resolved',
    ]);
  });

  it('may be given by the caller, who is then taken at their word', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    await agent.done('add', { title: 'T' });
    await agent.done('next');
    expect(await agent.items('resolve', { id: 'W-1', status: 'done', token: 7 })).toMatchObject({
      isError: true,
      data: { code: 'stale' },
    });
    await agent.done('resolve', { id: 'W-1', status: 'done', token: 1 });
  });

  it('is not needed by a server that was started again in the middle of a claim', async () => {
    const cwd = makeRepository();
    const before = await connect({ cwd, actor: 'agent-a' });
    await before.done('add', { title: 'T' });
    await before.done('next');
    await before.close();
    const after = await connect({ cwd, actor: 'agent-a' });
    expect(await after.done('annotate', { id: 'W-1', patch: { step: 2 } })).toMatchObject({
      item: { owner: 'agent-a' },
    });
    await after.done('resolve', { id: 'W-1', status: 'done' });
    expect((await after.events()).map(event => event.type)).toEqual([
      'work_item_created',
      'work_item_claimed',
      'work_item_annotated',
      'work_item_resolved',
    ]);
  });

  it('is all that tells two sessions of one agent apart that have no id', async () => {
    const cwd = makeRepository();
    const first = await connect({ cwd, clientName: 'claude-code' });
    const second = await connect({ cwd, clientName: 'claude-code' });
    await first.done('add', { title: 'T' });
    await first.done('next');
    const claim = await second.items('claim', { id: 'W-1' });
    expect(claim).toMatchObject({ isError: true, text: expect.stringMatching(/^Refused \(conflict\): /) });
    expect(claim.text).toContain('Claim the next item instead. If this claim is your own, resume it with reassign.');
    for (const [action, input] of [
      ['release', {}],
      ['resolve', { status: 'done' }],
      ['ask', { question: 'May I?' }],
      ['heartbeat', {}],
    ] as const) {
      const reply = await second.items(action, { id: 'W-1', ...input });
      expect(reply).toMatchObject({
        isError: true,
        text: expect.stringContaining(
          'Refused (conflict): W-1 is held under your name (claude-code) by a claim not made in this session.',
        ),
      });
    }
    // A note is anyone's to make, and gives no claim.
    await second.done('annotate', { id: 'W-1', patch: { seen: true } });
    const refused = { isError: true, text: expect.stringMatching(/^Refused \(conflict\): /) };
    expect(await second.items('release', { id: 'W-1' })).toMatchObject(refused);
    const program = await connect({ cwd });
    expect(await program.done('show', { id: 'W-1' })).toMatchObject({ item: { status: 'in_flight', token: 1 } });
    await first.done('ask', { id: 'W-1', question: 'May I?' });
    expect(await second.items('resolve', { id: 'W-1', status: 'done' })).toMatchObject(refused);
    await first.done('add', { title: 'Mine' });
    await second.done('next');
    await second.done('resolve', { id: 'W-2', status: 'done' });
  });
});
