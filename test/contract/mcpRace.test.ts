import { describe, expect, it } from 'vitest';
import { type Connection, connect, makeRepository, type Reply } from './mcpRig.js';

const processes = 20;
const rounds = 6;
const many = 40;

async function crowd(cwd: string) {
  return Promise.all(
    Array.from({ length: processes }, (_, index) =>
      connect({ cwd, actor: `agent-${index}`, era: index % 2 === 0 ? '2025-11-25' : '2026-07-28' }),
    ),
  );
}

/** Repeats what a busy machine made wait too long, as the refusal says: nothing was written. */
async function ask(agent: Connection, action: string, input: Record<string, unknown> = {}): Promise<Reply> {
  for (;;) {
    const reply = await agent.items(action, input);
    if (reply.data.code !== 'store_locked') return reply;
  }
}

const winners = (replies: readonly Reply[]) => replies.filter(reply => !reply.isError);

describe('twenty MCP servers at once', () => {
  it('give an item that all of them want to exactly one, and many items each to one', async () => {
    const agents = await crowd(makeRepository());
    const [first] = agents;
    for (let round = 1; round <= rounds; round += 1) {
      await first?.done('add', { title: `Round ${round}` });
      // By name in odd rounds, as the next one in even rounds.
      const replies = await Promise.all(
        agents.map(agent => (round % 2 === 1 ? ask(agent, 'claim', { id: `W-${round}` }) : ask(agent, 'next'))),
      );
      expect(winners(replies)).toHaveLength(1);
      const code = round % 2 === 1 ? 'conflict' : 'nothing_ready';
      expect(
        replies.filter(reply => reply.isError && reply.data.code !== code).map(reply => reply.text),
        `round ${round}`,
      ).toEqual([]);
      const item = winners(replies)[0]?.data.item as { owner: string; token: number };
      expect(item.token).toBe(1);
      const shown = await agents[round]?.done('show', { id: `W-${round}` });
      expect(shown).toMatchObject({ item: { owner: item.owner, status: 'in_flight' } });
    }
    const events = await first?.events();
    expect(events?.map(event => event.type)).toEqual(
      Array.from({ length: rounds }, () => ['work_item_created', 'work_item_claimed']).flat(),
    );

    for (let index = 0; index < many; index += 1) await agents[index % processes]?.done('add', { title: `T${index}` });
    const taken: string[] = [];
    await Promise.all(
      agents.map(async agent => {
        for (;;) {
          const reply = await ask(agent, 'next');
          if (reply.isError) {
            expect(reply.data.code).toBe('nothing_ready');
            return;
          }
          taken.push((reply.data.item as { ref: string }).ref);
        }
      }),
    );
    expect(taken).toHaveLength(many);
    expect(new Set(taken).size).toBe(many);
  });
});
