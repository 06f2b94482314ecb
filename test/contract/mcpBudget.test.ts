import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, makeRepository, type Reply } from './mcpRig.js';

const budget = 8000;

function expectWithinBudget(reply: Reply): void {
  expect(reply.isError).toBe(false);
  expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(budget);
  expect(Buffer.byteLength(JSON.stringify(reply.data))).toBeLessThanOrEqual(budget);
}

describe('the size of a reply', () => {
  it('keeps every page of a list under the budget and the pages give every item once', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    for (let index = 0; index < 150; index += 1) {
      await agent.done('add', { title: `Item ${index} `.padEnd(60, 'x'), payload: { text: 'p'.repeat(3000) } });
    }
    for (const action of ['list', 'ready', 'replay']) {
      const refs: string[] = [];
      let cursor: string | null = null;
      do {
        const reply: Reply = await agent.items(action, cursor === null ? {} : { cursor });
        expectWithinBudget(reply);
        const items = reply.data.items as { ref: string; payload: string }[];
        expect(items[0]?.payload).toMatch(/^\{"text":"p+… \(3011 bytes\)$/);
        refs.push(...items.map(item => item.ref));
        cursor = reply.data.nextCursor as string | null;
        if (cursor !== null) expect(reply.text).toMatch(/\nCut at \d+ of \d+ to stay under 8000 bytes/);
      } while (cursor !== null);
      expect(refs).toHaveLength(150);
      expect(new Set(refs).size).toBe(150);
    }
  });

  it('has room for the checks of everything, with the next steps', async () => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, actor: 'agent-a' });
    await agent.done('add', { title: 'An item' });
    truncateSync(join(cwd, '.git', 'index'), 20);
    const reply = await agent.call('events', { action: 'doctor' });
    expectWithinBudget(reply);
    const { ok, facets } = reply.data as { ok: boolean; facets: { facet: string; state: string; checks: object[] }[] };
    expect(ok).toBe(false);
    expect(facets.map(({ facet }) => facet)).toEqual([
      ...['environment', 'store', 'git', 'settings', 'hooks', 'lanes', 'mcp', 'editor'],
    ]);
    expect(facets.find(({ facet }) => facet === 'git')).toMatchObject({
      state: 'broken',
      checks: [{ text: expect.stringMatching(/^Git cannot read this worktree: /), next: 'git status' }],
    });
    expect(facets.find(({ facet }) => facet === 'hooks')).toMatchObject({
      state: 'warn',
      checks: [{ next: 'stateroom hooks install' }],
    });
  });

  it('keeps pages of events under the budget, and one event alone is whole', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    for (let index = 0; index < 60; index += 1) {
      await agent.call('events', { action: 'append', type: 'note', payload: { index, text: 'e'.repeat(1000) } });
    }
    const reply = await agent.call('events', { action: 'tail' });
    expectWithinBudget(reply);
    expect(reply.data.nextCursor).toMatch(/./);
    const one = await agent.call('events', { action: 'tail', limit: 1 });
    expect(one.data).toMatchObject({ events: [{ id: 60, payload: { index: 59, text: 'e'.repeat(1000) } }] });
  });

  it('shows a work item whole, however large its payload and notes', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    const payload = { text: 'é'.repeat(30_000) };
    const added = await agent.items('add', { title: 'Large', payload, notes: 'n'.repeat(60_000) });
    expectWithinBudget(added);
    const claimed = await agent.items('next');
    expect(claimed.data).toMatchObject({ item: { payload, notes: 'n'.repeat(60_000) } });
    expect(claimed.text).toContain('é'.repeat(30_000));
    expect((await agent.items('show', { id: 'W-1' })).data).toMatchObject({ item: { payload } });
    expectWithinBudget(await agent.items('annotate', { id: 'W-1', patch: { a: 1 } }));
    expectWithinBudget(await agent.items('list'));
    expectWithinBudget(await agent.items('resolve', { id: 'W-1', status: 'done' }));
  });

  it('keeps the status under the budget and says what it leaves out', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    for (let index = 0; index < 60; index += 1) {
      await agent.done('add', { title: `T${index}`, question: `${'May I? '.repeat(60)}${index}` });
    }
    const reply = await agent.items('status');
    expectWithinBudget(reply);
    expect(reply.data).toMatchObject({ counts: { needs_you: 60 } });
    expect(reply.text).toMatch(/Shortened: \d+ of 50 in needs, \d+ of 50 in needsYou;/);
  });
});
