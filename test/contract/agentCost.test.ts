import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const list: MockAct = { do: 'listTools' };
const stops: MockAct = { do: 'mcp', tool: 'dispatch_lane_work', arguments: { action: 'fail', reason: 'No access' } };
const turn: MockAct = {
  do: 'end',
  result: { stopReason: 'end_turn', usage: { inputTokens: 1000, outputTokens: 100, totalTokens: 1100 } },
};
const costs: MockAct = {
  do: 'update',
  update: { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } },
};
const model = {
  id: 'model',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'acme/Mine-20260101',
  options: [],
};

const costOf = (...words: readonly string[]) =>
  answer(['cost', ...words], { cwd: rig.repository, env: rig.env }) as Promise<{
    readonly sessions: readonly { readonly attempt: number; readonly model: string | null; readonly cost: object }[];
    readonly rows: readonly { readonly name: string }[];
    readonly total: object;
    readonly prices: object;
  }>;

async function run(item: string, acts: readonly MockAct[]): Promise<void> {
  rig.mock('mock', [[list, ...acts]], { configOptions: [model] });
  await rig.person('start', item, 'mock');
  await rig.until(hasEnded, item);
}

describe('the cost of agents', () => {
  it('is the agent’s own, an estimate by the person’s prices, or unknown, and adds up with what is unknown', async () => {
    await run('W-1', [costs, stops]);
    for (const item of ['W-2', 'W-3']) await rig.person('queue', 'add', `Fail ${item}`);
    await run('W-2', [stops, turn]);
    await run('W-3', [stops]);
    expect(await costOf('W-1')).toMatchObject({
      sessions: [
        {
          ...{ attempt: 1, model: 'acme/Mine-20260101', item: 'W-1', endReason: 'failed' },
          cost: { meaning: null, costMicros: 250_000, costSource: 'agent', ms: expect.any(Number) },
        },
      ],
    });
    expect(await costOf()).toMatchObject({
      rows: [
        { name: 'W-1', costMicros: 250_000, costUnknown: 0, tokensUnknown: 1 },
        { name: 'W-2', costMicros: 0, costUnknown: 1, tokens: 1100, tokensUnknown: 0 },
        { name: 'W-3', costMicros: 0, costUnknown: 1, tokens: 0, tokensUnknown: 1 },
      ],
      total: { sessions: 3, costMicros: 250_000, costUnknown: 2, tokens: 1100, tokensUnknown: 2, msUnknown: 0 },
      prices: { path: null },
    });
    const path = join(rig.env.XDG_CONFIG_HOME ?? '', 'stateroom', 'prices.json');
    writeFileSync(path, '{"date":"2026-11-30","models":{"mine":{"input":2,"output":10}}}');
    expect(await costOf('--by', 'agent')).toMatchObject({
      rows: [{ name: 'mock', costMicros: 253_000, estimatedMicros: 3000, costUnknown: 1 }],
      prices: { date: '2026-11-30', path },
    });
    const shown = await rig.person('--no-color', 'cost');
    expect(shown.split('\n').map(line => line.replace(/ +/g, ' ').replace(/\d+ s$/, '… s'))).toEqual([
      'the last 30 days, by item',
      'item starts tokens cost time',
      'W-1 1 unknown $0.25 … s',
      'W-2 1 1100 tokens ~$0.0030 … s',
      'W-3 1 unknown unknown … s',
      'Total: 1100 tokens + 2 unknown · ~$0.25 + 1 unknown · … s',
      `~ is an estimate by the prices of 2026-11-30, ${path}.`,
      '',
    ]);
    writeFileSync(path, '{"models":{}}');
    expect((await rig.attempt('--no-color', 'cost')).stdout).toBe(
      `stateroom: Cannot use ${path}: date is missing.\n  Correct the file: \`date\`, and \`models\` with \`input\` and \`output\` in US dollars for a million tokens.\n`,
    );
  });
});
