import { describe, expect, it } from 'vitest';
import { type Connection, connect, type Era, eras, makeRepository, until } from './mcpRig.js';

async function textOf(agent: Connection, uri: string): Promise<string> {
  const { contents } = await agent.client.readResource({ uri });
  expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }]);
  return (contents[0] as { text: string }).text;
}

/** A client that collects the URIs that it is told have changed. */
async function subscriber(era: Era, cwd: string, uris: readonly string[]) {
  const agent = await connect({ cwd, era, actor: 'reader' });
  const updated: string[] = [];
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  const subscription =
    era === '2026-07-28' ? await agent.client.listen({ resourceSubscriptions: [...uris] }) : undefined;
  if (subscription === undefined) for (const uri of uris) await agent.client.subscribeResource({ uri });
  return {
    updated,
    async stop() {
      if (subscription !== undefined) await subscription.close();
      else for (const uri of uris) await agent.client.unsubscribeResource({ uri });
    },
  };
}

describe.each(eras)('resources through MCP %s', era => {
  it('are listed and read as Markdown', async () => {
    const agent = await connect({ cwd: makeRepository(), era, actor: 'agent-a' });
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['stateroom://task/current', 'stateroom://dashboard']);
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'stateroom://item/{ref}',
      'stateroom://finding/{ref}',
      'stateroom://run/{ref}',
      'stateroom://task/{ref}',
      'stateroom://lane/{ref}',
    ]);
    expect(await textOf(agent, 'stateroom://dashboard')).toBe(
      'The queue is empty. No work items have been added yet.\n',
    );
    expect(await textOf(agent, 'stateroom://task/current')).toBe(
      'No active task. Call switch_task {"action":"start","objective":"…"}.\n',
    );
    await agent.done('add', { title: 'Fix the *login*\u001b[31m', id: 'login', payload: { note: 'one\u001b[31mtwo' } });
    await agent.call('review_findings', {
      action: 'record',
      severity: 'high',
      path: 'README.md',
      line: 1,
      text: 'No greeting',
      repository: true,
    });
    await agent.call('switch_task', { action: 'start', objective: 'Limit the rate', here: true });
    const item = await textOf(agent, 'stateroom://item/W-1');
    expect(item).toMatch(/^# W-1 Fix the \\\*login\\\*/);
    expect(item).toContain('\n- Status: pending, ready\n');
    expect(item).not.toContain('\u001b');
    expect(await textOf(agent, 'stateroom://item/login')).toBe(item);
    expect(await textOf(agent, 'stateroom://finding/F-1')).toMatch(
      /^# F-1 No greeting\n\n- Severity: high\n- Status: open\n/,
    );
    expect(await textOf(agent, 'stateroom://task/current')).toMatch(/^# T-1 Limit the rate\n\n- Status: in progress\n/);
    expect(await textOf(agent, 'stateroom://task/T-1')).toBe(await textOf(agent, 'stateroom://task/current'));
    expect(await textOf(agent, 'stateroom://dashboard')).toMatch(/1 ready · 1 in progress · 0 done\n/);
    await agent.call('dispatch_lane_work', { action: 'spawn', lane: 'cart', noFetch: true });
    expect(await textOf(agent, 'stateroom://lane/L-1')).toMatch(/^# L-1 cart\n\n- Status: [^\n]*assigned/);
    expect(await textOf(agent, 'stateroom://lane/cart')).toBe(await textOf(agent, 'stateroom://lane/L-1'));
  });

  it('that do not exist are refused in one sentence', async () => {
    const agent = await connect({ cwd: makeRepository(), era });
    await agent.done('add', { title: 'First' });
    for (const [uri, sentence] of [
      ['stateroom://item/W-99', 'Work item W-99 not found.'],
      ['stateroom://finding/F-7', 'Finding F-7 not found.'],
      ['stateroom://lane/L-1', 'Lane L-1 not found.'],
      ['stateroom://task/T-7', 'Task T-7 not found.'],
      ['stateroom://plan/P-1', 'There is no resource stateroom://plan/P-1.'],
      [`stateroom://item/${'x'.repeat(300)}`, 'it is longer than'],
      ['file:///etc/passwd', 'There is no resource file:///etc/passwd.'],
    ] as const) {
      await expect(agent.client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(sentence),
      });
    }
  });

  it('tell a subscriber of a change by another process, and of no other', async () => {
    const cwd = makeRepository();
    const other = await connect({ cwd, actor: 'writer' });
    await other.done('add', { title: 'First' });
    await other.done('add', { title: 'Second' });
    const { updated, stop } = await subscriber(era, cwd, ['stateroom://item/W-1', 'stateroom://dashboard']);
    await other.done('annotate', { id: 'W-1', patch: { seen: 'yes' } });
    // With the first commit after the first subscription, a change is told of all that this has named.
    const first = era === '2026-07-28' ? 2 : 1;
    await until(() => (new Set(updated).size === first ? true : undefined));
    expect(updated).toContain('stateroom://item/W-1');
    updated.length = 0;
    await other.done('annotate', { id: 'W-2', patch: { seen: 'yes' } });
    await other.done('claim', { id: 'W-2' });
    await until(() => (updated.includes('stateroom://dashboard') ? true : undefined));
    expect(updated).not.toContain('stateroom://item/W-1');
    await stop();
    updated.length = 0;
    const after = await subscriber(era, cwd, ['stateroom://item/W-1']);
    await other.done('annotate', { id: 'W-1', patch: { seen: 'no' } });
    await until(() => after.updated[0]);
    expect(updated).toEqual([]);
  });

  it('and prompts have their arguments completed', async () => {
    const agent = await connect({ cwd: makeRepository(), era, actor: 'agent-a' });
    await agent.done('add', { title: 'Fix the login' });
    await agent.done('add', { title: 'Fix the cart', priority: 0 });
    await agent.done('add', { title: 'Done already' });
    await agent.done('resolve', { id: 'W-3', status: 'done' });
    const complete = async (ref: Parameters<typeof agent.client.complete>[0]['ref'], name: string, value: string) =>
      (await agent.client.complete({ ref, argument: { name, value } })).completion.values;
    const item = { type: 'ref/resource', uri: 'stateroom://item/{ref}' } as const;
    expect(await complete(item, 'ref', '')).toEqual(['W-2', 'W-1']);
    expect(await complete(item, 'ref', 'w-1')).toEqual(['W-1']);
    expect(await complete(item, 'ref', 'cart')).toEqual(['W-2']);
    const prompt = { type: 'ref/prompt', name: 'context' } as const;
    expect(await complete(prompt, 'request', 'what about W-')).toEqual(['what about W-2', 'what about W-1']);
    expect(await complete(prompt, 'request', 'what')).toEqual([]);
  });
});

it('answers a subscription to one resource too many with the reason', async () => {
  const { client } = await connect({ cwd: makeRepository(), era: '2025-11-25' });
  const uri = (number: number) => `stateroom://item/W-${number}`;
  for (let number = 1; number <= 100; number += 1) await client.subscribeResource({ uri: uri(number) });
  await client.subscribeResource({ uri: uri(1) });
  await expect(client.subscribeResource({ uri: uri(101) })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('At most 100 resources are watched. Unsubscribe from one first.'),
  });
  await client.unsubscribeResource({ uri: uri(1) });
  await client.subscribeResource({ uri: uri(101) });
});
