import { describe, expect, it } from 'vitest';
import { writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';
import { connect, eras, until } from './mcpRig.js';

const ofLanes = ['manage_worktree_lane', 'dispatch_lane_work', 'lane_communication'];

describe.each(eras)('the tools of lanes through MCP %s', era => {
  it('are listed once the repository has a lane, whoever opened it, and the client is told', async () => {
    const cwd = makeLaneRepository();
    const told: (readonly string[])[] = [];
    const agent = await connect({ cwd, era, onTools: names => told.push(names) });
    const names = async () => (await agent.client.listTools()).tools.map(({ name }) => name);
    const before = await names();
    expect(before.filter(name => ofLanes.includes(name))).toEqual(['dispatch_lane_work']);
    const core = before.filter(name => !ofLanes.includes(name));
    expect(agent.client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
    await expect(agent.call('lane_communications', { action: 'list' })).rejects.toThrow(
      'Unknown tool "lane_communications"; the tools are work_items,',
    );
    expect(await names()).toEqual(before);
    // By another process, and then nothing is called.
    await spawnLane(cwd, 'login');
    const after = await until(() => told[0]);
    expect(after).toEqual([...core, ...ofLanes]);
    expect(await names()).toEqual([...core, ...ofLanes]);
    await spawnLane(cwd, 'limits', ['--owns', 'limits/**', '--after', 'login']);
    await agent.done('list');
    expect(told).toHaveLength(1);
  });

  it('open the first lane with the one that is listed before, and are all listed from then on', async () => {
    const cwd = makeLaneRepository();
    const told: (readonly string[])[] = [];
    const agent = await connect({ cwd, era, onTools: names => told.push(names) });
    const before = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(agent.client.getInstructions()).toContain('dispatch_lane_work');
    const spawned = await agent.call('dispatch_lane_work', { action: 'spawn', lane: 'login', noFetch: true });
    expect(spawned.data).toMatchObject({ lane: 'login', state: 'ASSIGNED' });
    const core = before.filter(name => name !== 'dispatch_lane_work');
    expect(await until(() => told[0])).toEqual([...core, ...ofLanes]);
  });

  it('are listed from the start where that is asked for', async () => {
    const cwd = makeLaneRepository();
    const agent = await connect({ cwd, era, args: ['--tools', 'all'] });
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(ofLanes));
  });

  it('are listed from the start in a lane, where the worker speaks for it', async () => {
    const cwd = makeLaneRepository();
    const lane = await spawnLane(cwd, 'login');
    const worker = await connect({ cwd: lane.worktreePath, era, actor: 'worker' });
    const boss = await connect({ cwd, era, actor: 'boss' });
    expect((await worker.client.listTools()).tools.map(({ name }) => name).slice(-3)).toEqual(ofLanes);

    const ask = async (connection: typeof worker, tool: string, input: Record<string, unknown>) => {
      const reply = await connection.call(tool, input);
      if (reply.isError) throw new Error(reply.text);
      return reply.data;
    };
    const text = 'x'.repeat(3000);
    await ask(boss, 'lane_communication', { action: 'send', to: 'login', reason: 'Too many logins', text });
    expect(await ask(worker, 'lane_communication', { action: 'list' })).toMatchObject({
      reader: 'login',
      unread: 1,
      messages: [{ ref: 'M-1', from: 'boss', to: 'login', text, brief: { reason: 'Too many logins' } }],
    });
    expect(await ask(worker, 'lane_communication', { action: 'acknowledge', message: 'M-1' })).toMatchObject({
      unread: 0,
    });
    expect(await ask(worker, 'dispatch_lane_work', { action: 'start' })).toMatchObject({
      lane: 'login',
      worker: { state: 'WORKING', agent: 'worker' },
    });
    // Before it writes, and of what it has written.
    await ask(boss, 'dispatch_lane_work', { action: 'spawn', lane: 'pay', owns: ['src/pay/**'], noFetch: true });
    expect(await ask(worker, 'manage_worktree_lane', { action: 'may_edit', path: 'src/pay/card.ts' })).toMatchObject({
      allowed: false,
      verdict: 'owned',
      lane: 'login',
      owner: 'pay',
      reason: expect.stringContaining('src/pay/card.ts is owned by L-2 (pay), which is active.'),
    });
    expect(await ask(worker, 'manage_worktree_lane', { action: 'may_edit', path: 'src/login.ts' })).toMatchObject({
      allowed: true,
      lane: 'login',
    });
    writeIn(lane.worktreePath, 'src/pay/card.ts', 'export {};\n');
    expect(await ask(worker, 'manage_worktree_lane', { action: 'overlaps', lane: 'login' })).toMatchObject({
      violations: [{ lane: 'login', path: 'src/pay/card.ts', owner: 'pay' }],
    });
    expect(await ask(worker, 'load_session', {})).toMatchObject({
      task: null,
      lane: { lane: 'login', state: 'WORKING', changesNotIts: ['src/pay/card.ts (of pay)'] },
    });
    expect(await ask(boss, 'load_session', {})).not.toHaveProperty('lane');
    await ask(worker, 'lane_communication', { action: 'send', kind: 'question', text: 'May I?' });
    await ask(worker, 'lane_communication', { action: 'report', outcome: 'blocked', summary: 'No key' });
    expect(await ask(boss, 'manage_worktree_lane', { action: 'needs_you' })).toMatchObject({
      total: 2,
      needs: [
        { kind: 'question', ref: 'M-2', lane: 'login', from: 'login' },
        { kind: 'report', ref: 'P-1', lane: 'login', from: 'worker' },
      ],
    });
    expect(await worker.call('lane_communication', { action: 'acknowledge_report', report: 'P-1' })).toMatchObject({
      isError: true,
      data: { code: 'not_allowed', message: 'P-1 is your own report.' },
    });
    expect(await ask(boss, 'lane_communication', { action: 'acknowledge_report', report: 'P-1' })).toMatchObject({
      report: { acknowledgedBy: 'boss' },
    });
  });

  it('give a long list of messages by pages that fit, and a long message whole when it is asked for alone', async () => {
    const cwd = makeLaneRepository();
    await spawnLane(cwd, 'login');
    const agent = await connect({ cwd, era, actor: 'boss' });
    const reader = await connect({ cwd, era, actor: 'reader' });
    const long = 'word '.repeat(4000).trim();
    for (const text of [long, 'a'.repeat(3900), 'b'.repeat(3900), 'c'.repeat(3900)]) {
      await agent.call('lane_communication', { action: 'send', to: 'reader', text });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, text } = await reader.call('lane_communication', {
        action: 'list',
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
      seen.push(...(data.messages as { ref: string }[]).map(({ ref }) => ref));
      cursor = typeof data.nextCursor === 'string' ? data.nextCursor : undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['M-1', 'M-2', 'M-3', 'M-4']);
    const { data } = await reader.call('lane_communication', { action: 'list', limit: 1 });
    expect(data).toMatchObject({ messages: [{ ref: 'M-1', text: long }], nextCursor: 'M-1' });
  });
});
