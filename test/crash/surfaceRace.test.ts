import { expect, it } from 'vitest';
import { answer, run } from '../contract/cliRig.js';
import { type Connection, connect, makeRepository } from '../contract/mcpRig.js';
import { sized } from './support/size.js';

const contestants = 20;

/** What one contestant got: the item and its owner, or the refusal's code. */
interface Outcome {
  readonly owner?: string;
  readonly code?: string;
}

/** Repeats what a busy machine made wait too long, as the refusal says: nothing was written. */
async function persist(attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    const outcome = await attempt();
    if (outcome.code !== 'store_locked') return outcome;
  }
}

async function throughCli(cwd: string, actor: string): Promise<Outcome> {
  const done = await run(['queue', 'next', '--json'], { cwd, actor });
  // What has no answer at all was no refusal: let the failure tell how the process ended.
  if (done.stdout === '') throw new Error(`a claim ended without an answer: ${JSON.stringify(done)}`);
  const reply = JSON.parse(done.stdout) as { code?: string; data?: { item: { owner: string } } };
  return done.code === 0 && reply.data !== undefined
    ? { owner: reply.data.item.owner }
    : { code: reply.code ?? 'none' };
}

async function throughMcp(agent: Connection): Promise<Outcome> {
  const { isError, data } = await agent.items('next');
  return isError ? { code: String(data.code) } : { owner: (data.item as { owner: string }).owner };
}

it.each([
  ['the command line', 0, sized(30, 3)],
  ['the command line and the MCP server', 10, sized(100, 3)],
])(
  `one item, ${contestants} processes at once through %s: one winner in each of several rounds`,
  async (_, servers, rounds) => {
    const cwd = makeRepository();
    const agents = await Promise.all(
      Array.from({ length: servers }, (_, index) => connect({ cwd, actor: `mcp-${index}` })),
    );
    for (let round = 1; round <= rounds; round += 1) {
      await answer(['queue', 'add', `Round ${round}`], { cwd });
      const outcomes = await Promise.all([
        ...agents.map(agent => persist(() => throughMcp(agent))),
        ...Array.from({ length: contestants - servers }, (_, index) => persist(() => throughCli(cwd, `cli-${index}`))),
      ]);
      const winners = outcomes.filter(outcome => outcome.owner !== undefined);
      const losers = outcomes.filter(outcome => outcome.owner === undefined);
      expect(winners).toHaveLength(1);
      expect(new Set(losers.map(outcome => outcome.code))).toEqual(new Set(['nothing_ready']));
      expect(await answer(['queue', 'show', `W-${round}`], { cwd })).toMatchObject({
        item: { owner: winners[0]?.owner, status: 'in_flight', token: 1 },
      });
    }
    const { events } = await answer(['events', 'since', '--after', '0', '--limit', '10000'], { cwd });
    expect((events as { type: string }[]).map(({ type }) => type)).toEqual(
      Array.from({ length: rounds }, () => ['work_item_created', 'work_item_claimed']).flat(),
    );
    expect(await answer(['store', 'check'], { cwd })).toMatchObject({
      ok: true,
      workItems: rounds,
      events: rounds * 2,
    });
  },
);
