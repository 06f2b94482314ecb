import { expect, it } from 'vitest';
import { refuse } from '../domain/refusal/refusal.js';
import { verbatim } from '../messages/message.js';
import { say } from '../messages/say.js';
import { withNextCommands } from './cli/withNextCommands.js';
import { withNextCalls } from './mcp/withNextCalls.js';

const refusal = refuse('not_found', verbatim('None.'), {
  hint: verbatim('Look first.'),
  next: [
    { operation: 'worker.show', input: { lane: "ada's" } },
    { operation: 'slice.start', input: {} },
    { operation: 'evidence.run', input: { slice: 'S-1' } },
    { operation: 'trust.show', input: {} },
    { operation: 'no.such', input: {} },
  ],
});

it('says what is next as calls, without what agents have no tool for', async () => {
  expect(say((await withNextCalls(refusal)).hint ?? '')).toBe(
    'Look first. Call dispatch_lane_work {"action":"show","lane":"ada\'s"} or slices {"action":"start"} or evidence {"slice":"S-1"}.',
  );
});

it('says what is next as commands, with a place for what is missing', async () => {
  expect(say((await withNextCommands(refusal)).hint ?? '')).toBe(
    "Look first. Run `stateroom worker show 'ada'\\''s'` or `stateroom slice start` or `stateroom evidence run --slice S-1 -- <command>…` or `stateroom trust show`.",
  );
});

it('leaves a refusal without a next step, or with none that an agent can take, as it is', async () => {
  const bare = refuse('not_found', verbatim('None.'));
  expect([await withNextCalls(bare), await withNextCommands(bare)]).toEqual([bare, bare]);
  expect(await withNextCalls({ ...bare, next: [{ operation: 'trust.show', input: {} }] })).toEqual(bare);
});
