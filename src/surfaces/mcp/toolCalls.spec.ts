import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { type WorkItem, workItemSchema } from '../../domain/workItem/workItem.js';
import { compoundTools } from '../../manifest/toolSet.js';
import { verbatim } from '../../messages/message.js';
import { type AnyOperation, defineOperation, type Operation } from '../../operations/operation.js';
import { silentLog } from '../../platform/log.js';
import type { Context } from '../../records/context.js';
import type { ToolCall } from './binding.js';
import { ClaimKeeper } from './claimKeeper.js';
import { ToolCalls } from './toolCalls.js';

const seen: unknown[] = [];
const renewed: string[] = [];
const anyone = ['human', 'agent', 'system'] as const;
const common = {
  order: 10,
  title: 'T',
  summary: 'Does it.',
  output: z.looseObject({ item: workItemSchema }),
  effect: 'write',
  roles: anyone,
  cli: { examples: [] },
  palette: false,
} as const;

/** An operation that remembers its input and answers what it is told. */
function operation(
  name: string,
  input: z.ZodObject,
  answer: (input: Record<string, unknown>) => unknown,
): AnyOperation {
  const declared: Operation<z.ZodObject, z.ZodType> = {
    ...common,
    name: `queue.${name}`,
    input,
    mcp: { tool: 'work_items', action: name },
    async run(_context, given) {
      seen.push(given);
      return answer(given);
    },
  };
  return defineOperation(declared);
}

const heldItem = {
  ref: 'W-7',
  id: '01KAHM0Z0000000000000000AA',
  key: 'login',
  title: 'Fix',
  status: 'in_flight',
  section: 'in_flight',
  owner: 'bob',
  token: 3,
  leaseUntil: new Date(Date.now() + 900_000).toISOString(),
  blockedBy: [],
  labels: [],
  dependsOn: [],
  revision: 2,
};

const token = z.int().positive().optional();
const letters = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(200)}${index}`);

const operations: readonly AnyOperation[] = [
  {
    ...operation('start', z.strictObject({}), () => ({ workItem: 'W-7', worktreePath: '/lanes/login' })),
    name: 'worker.start',
    claim: 'begins',
  },
  { ...operation('claim', z.strictObject({ id: z.string() }), () => ({ item: heldItem })), claim: 'begins' },
  {
    ...operation('resolve', z.strictObject({ id: z.string(), token, notes: z.string().optional() }), () => ({
      done: true,
    })),
    claim: 'ends',
  },
  {
    ...operation('release', z.strictObject({ id: z.string(), token }), () => ({
      item: { ...heldItem, leaseUntil: new Date().toISOString() },
    })),
    claim: 'ends',
  },
  operation('note', z.strictObject({ payload: z.json().optional(), limit: z.int().optional() }), () => ({
    done: true,
  })),
  operation('refuse', z.strictObject({}), () =>
    refuse('stale', verbatim('It is gone.'), { hint: verbatim('Take another.'), details: { owner: 'ann' } }),
  ),
  operation('burst', z.strictObject({}), () => {
    throw new Error('no luck');
  }),
  operation(
    'pages',
    z.strictObject({ limit: z.int().optional(), cursor: z.string().optional() }),
    ({ limit = 100, cursor = '0' }) => {
      const from = Number(cursor);
      const to = Math.min(letters.length, from + Number(limit));
      return { items: letters.slice(from, to), nextCursor: to < letters.length ? String(to) : null };
    },
  ),
  { ...operation('advance', z.strictObject({ id: z.string() }), () => ({ done: true })), roles: ['human'] },
];

const context = {
  actor: { role: 'agent', name: 'bob' },
  clock: { now: () => 0 },
  store: { health: async () => ({ state: 'absent' }), read: async () => [] },
} as unknown as Context;

describe('ToolCalls', () => {
  let calls: ToolCalls;
  let ownName: boolean;
  let contextFor: () => Context | ReturnType<typeof refuse>;

  beforeEach(() => {
    seen.length = 0;
    renewed.length = 0;
    contextFor = () => context;
    const keeper = new ClaimKeeper({
      clock: { now: () => Date.now() },
      log: silentLog,
      idleMs: 1000,
      renew: async ({ ref }) => {
        renewed.push(ref);
        return { outcome: 'kept', until: null };
      },
    });
    ownName = true;
    calls = new ToolCalls({
      keeper,
      log: silentLog,
      contextFor: () => contextFor(),
      afterWrite: async () => undefined,
      withNext: async value => value,
      hasOwnName: () => ownName,
      find: async (_context, id) => (id === 'W-7' ? (heldItem as unknown as WorkItem) : undefined),
    });
  });

  const call = (input: unknown) => {
    const { signal } = new AbortController();
    const one: ToolCall = { name: 'work_items', arguments: input, client: undefined, meta: undefined, signal };
    const [tool] = compoundTools(operations).filter(({ declaration }) => declaration.name === one.name);
    return calls.call(one, tool, async name => operations.find(operation => operation.name === name));
  };

  it('runs the operation of the action with the other fields as its input', async () => {
    expect(await call({ action: 'resolve', id: 'W-1' })).toEqual({
      text: 'done: true\nNext: work_items {"action":"next"}.',
      structured: { done: true },
      isError: false,
    });
    expect(seen).toEqual([{ id: 'W-1' }]);
  });

  it.each(['made elsewhere', 'made here'])('renews nothing of a claim %s that the call releases', async where => {
    if (where === 'made here') await call({ action: 'claim', id: 'W-7' });
    await call({ action: 'release', id: 'W-7' });
    await call({ action: 'resolve', id: 'W-7' });
    expect(renewed).toEqual([]);
    // No token of the claim goes with what comes after it.
    expect(seen.at(-1)).toEqual({ id: 'W-7' });
  });

  it.each([
    [{}],
    [{ action: 'explode' }],
    [{ action: 5 }],
    [{ action: null }],
    [{ action: '__proto__' }],
    [[]],
    [null],
    ['text'],
  ])('answers %j with the actions there are', async input => {
    const reply = await call(input);
    expect(reply.isError).toBe(true);
    expect(reply.structured).toMatchObject({
      code: 'invalid_input',
      hint: 'Give action as one of: start, claim, resolve, release, note, refuse, burst, pages.',
    });
    expect(seen).toEqual([]);
  });

  it('answers a misspelled field with the fields that the action takes', async () => {
    const reply = await call({ action: 'resolve', id: 'W-1', note: 'done' });
    expect(reply).toMatchObject({
      isError: true,
      structured: { code: 'invalid_input', hint: 'resolve needs id; may take token, notes.' },
    });
    expect(reply.text).toContain('unknown field “note”');
    expect(reply.text).toContain('resolve needs id; may take token, notes.');
    expect(seen).toEqual([]);
  });

  it('passes over fields that no action has, and says so, whether it does as it is asked or refuses', async () => {
    const sent = { thought: 'a', thinking: 'b', reasoning: 'c', explanation: 'd', justification: 'e', toolCallId: 6 };
    const word =
      'Ignored "thought", "thinking", "reasoning", "explanation", "justification" and 1 more: resolve takes id, token, notes.';
    expect(await call({ action: 'resolve', id: 'W-1', ...sent })).toEqual({
      text: `done: true\nNext: work_items {"action":"next"}.\n${word}`,
      structured: { done: true, note: word },
      isError: false,
    });
    expect(seen).toEqual([{ id: 'W-1' }]);
    expect(await call({ action: 'refuse', thought: 'Now.' })).toMatchObject({
      isError: true,
      structured: { code: 'stale', note: 'Ignored "thought": refuse takes no fields.' },
    });
  });

  it('passes a refusal on with its hint and its facts', async () => {
    expect(await call({ action: 'refuse' })).toEqual({
      text: 'Refused (stale): It is gone. Take another.\ndetails: {"owner":"ann"}',
      structured: { code: 'stale', message: 'It is gone.', hint: 'Take another.', details: { owner: 'ann' } },
      isError: true,
    });
  });

  it('says why an action is not for agents', async () => {
    expect(await call({ action: 'advance', id: 'W-1' })).toMatchObject({
      isError: true,
      structured: { code: 'not_allowed', message: 'Not allowed for an agent.' },
    });
  });

  it('turns a bug into a reply', async () => {
    expect(await call({ action: 'burst' })).toMatchObject({
      isError: true,
      structured: { code: 'internal_error', message: 'Stateroom failed: no luck.' },
    });
  });

  it('refuses every call while there is no repository', async () => {
    contextFor = () =>
      refuse('no_repository', verbatim('/tmp is not inside a git repository.'), { hint: verbatim('Change into one.') });
    expect(await call({ action: 'resolve', id: 'W-1' })).toMatchObject({
      isError: true,
      structured: { code: 'no_repository', hint: 'Change into one.' },
    });
    expect(seen).toEqual([]);
  });

  it('adds the token of a claim made here, by any name of the item, unless one is given', async () => {
    await call({ action: 'claim', id: 'W-7' });
    await call({ action: 'resolve', id: 'login' });
    await call({ action: 'resolve', id: '7', token: 2 });
    await call({ action: 'resolve', id: 'W-8' });
    expect(seen.slice(1)).toEqual([{ id: 'login', token: 3 }, { id: '7', token: 2 }, { id: 'W-8' }]);
  });

  it('asks for the token when another session may hold the item under the same name', async () => {
    ownName = false;
    const refused = await call({ action: 'resolve', id: 'W-7' });
    expect(refused).toMatchObject({
      isError: true,
      structured: {
        code: 'conflict',
        message: 'W-7 is held under your name (bob) by a claim not made in this session.',
        details: { owner: 'bob' },
      },
    });
    expect(refused.text).toContain('repeat this with its token');
    expect(refused.structured.details).not.toHaveProperty('token');
    expect(seen).toEqual([]);
    await call({ action: 'resolve', id: 'W-7', token: 3 });
    await call({ action: 'resolve', id: 'W-8' });
    await call({ action: 'claim', id: 'W-7' });
    await call({ action: 'resolve', id: 'W-7' });
    expect(seen).toEqual([{ id: 'W-7', token: 3 }, { id: 'W-8' }, { id: 'W-7' }, { id: 'W-7', token: 3 }]);
  });

  it('knows the claim of a lane that is started in its worktree, though a person opened it', async () => {
    ownName = false;
    const inTree = (root: string) => ({ ...context, workTree: { root, missedHooks: async () => undefined } });
    contextFor = () => inTree('/lanes/other') as unknown as Context;
    await call({ action: 'start' });
    expect(await call({ action: 'resolve', id: 'W-7' })).toMatchObject({ isError: true });
    contextFor = () => inTree('/lanes/login') as unknown as Context;
    await call({ action: 'start' });
    await call({ action: 'resolve', id: 'W-7' });
    expect(seen).toEqual([{}, {}, { id: 'W-7', token: 3 }]);
  });

  it('counts null as left out where it is no value', async () => {
    await call({ action: 'note', payload: null, limit: null });
    expect(seen).toEqual([{ payload: null }]);
    expect(await call({ action: 'note', other: null })).toEqual({
      text: 'done: true',
      structured: { done: true },
      isError: false,
    });
  });

  it('cuts a page that is too long and gives the cursor of the cut', async () => {
    const cursors: unknown[] = [];
    const got: unknown[] = [];
    let cursor: string | undefined;
    do {
      const reply = await call({ action: 'pages', ...(cursor === undefined ? {} : { cursor }) });
      expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(8000);
      expect(Buffer.byteLength(JSON.stringify(reply.structured))).toBeLessThanOrEqual(8000);
      got.push(...(reply.structured.items as unknown[]));
      cursor = (reply.structured.nextCursor as string | null) ?? undefined;
      cursors.push(cursor);
      if (cursor !== undefined) expect(reply.text).toMatch(/Cut at \d+ of \d+ .* repeat with cursor=nextCursor/);
    } while (cursor !== undefined);
    expect(got).toEqual(letters);
    expect(cursors.length).toBeGreaterThan(2);
  });
});
