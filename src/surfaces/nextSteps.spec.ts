import { describe, expect, it } from 'vitest';
import { refuse } from '../domain/refusal/refusal.js';
import { reason, reasonCodes } from '../gates/gate.js';
import { inEnglish } from '../messages/inEnglish.js';
import { type Message, verbatim } from '../messages/message.js';
import { say } from '../messages/say.js';
import { gateSteps } from '../operations/gateSteps.js';
import { withNextCommands } from '../operations/nextSteps.js';
import { corruptError } from '../store/engine/sqljs/failure.js';
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
    'Look first. Call dispatch_lane_work {"action":"show","lane":"ada\'s"} or slices {"action":"start"} or evidence {"slice":"S-1","command":["…"]}.',
  );
});

it('has a person run what agents have no tool for, where nothing else helps', async () => {
  const onlyTrust = { ...refusal, next: [{ operation: 'trust.show', input: {} }] };
  expect(say((await withNextCalls(onlyTrust)).hint ?? '')).toBe(
    'Look first. Ask a person to run `stateroom trust show`.',
  );
});

it('says what is next as commands, with a place for what is missing', async () => {
  expect(say((await withNextCommands(refusal)).hint ?? '')).toBe(
    "Look first. Run `stateroom worker show 'ada'\\''s'` or `stateroom slice start` or `stateroom evidence run --slice S-1 -- <command>…` or `stateroom trust show`.",
  );
});

it('leaves a refusal without a next step as it is', async () => {
  const bare = refuse('not_found', verbatim('None.'));
  expect([await withNextCalls(bare), await withNextCommands(bare)]).toEqual([bare, bare]);
});

it.each([
  { next: [null], hint: 'x' },
  { next: [{ operation: 'store.restore', input: { file: '/tmp/other' } }], hint: 'Your store is damaged.' },
  { refused: true, next: [{ operation: 'queue.list', input: {} }], message: 'x', reason: 'x' },
  { code: 'open_slice', fix: 'x', about: ['S-1'], remedy: 'x', input: {} },
])('leaves the data of a work item as it is: %j', async payload => {
  const answer = { items: [{ ref: 'W-1', payload, notes: [payload] }], refusal };
  for (const written of [withNextCalls, withNextCommands]) {
    const { items } = await written(answer);
    expect(items).toEqual([{ ref: 'W-1', payload, notes: [payload] }]);
  }
});

describe('the remedy of a gate', () => {
  const slice = reason('open_slice', verbatim('1 open slice: S-3.'), verbatim('Close it.'), ['S-3']);
  const proof = reason('stale_test_evidence', verbatim('Old.'), verbatim('Run it.'), ['E-2'], {
    input: { command: ['npm test'] },
  });
  const answer = {
    reasons: [slice, proof],
    warnings: [reason('no_commit', verbatim('No commits here yet.'), verbatim('Create one: git commit.'))],
    next: { do: slice.fix, because: slice.text },
  };

  it('ends with commands in a terminal, wherever the answer repeats it', async () => {
    expect(inEnglish(await withNextCommands(answer))).toEqual({
      reasons: [
        {
          code: 'open_slice',
          owner: 'handoff_evidence',
          text: '1 open slice: S-3.',
          fix: 'Close it. Run `stateroom slice close --rationale <file> --slice S-3`.',
          about: ['S-3'],
        },
        {
          code: 'stale_test_evidence',
          owner: 'handoff_evidence',
          text: 'Old.',
          fix: 'Run it. Run `stateroom evidence run -- npm test`.',
          about: ['E-2'],
        },
      ],
      warnings: [
        {
          code: 'no_commit',
          owner: 'feature_branch',
          text: 'No commits here yet.',
          fix: 'Create one: git commit.',
          about: [],
        },
      ],
      next: {
        do: 'Close it. Run `stateroom slice close --rationale <file> --slice S-3`.',
        because: '1 open slice: S-3.',
      },
    });
  });

  it('ends with calls for an agent, also in a refusal that repeats it', async () => {
    const refused = refuse('transition_not_allowed', verbatim('Not finished.'), {
      hint: slice.fix as Message,
      details: { reasons: [slice] },
    });
    const { hint, details } = await withNextCalls(refused);
    expect(say(hint ?? '')).toBe('Close it. Call close_slice {"slice":"S-3","rationale":"…"}.');
    expect(inEnglish(details)).toMatchObject({
      reasons: [{ fix: 'Close it. Call close_slice {"slice":"S-3","rationale":"…"}.' }],
    });
  });

  it('names no command in which a secret was redacted', async () => {
    const masked = reason('missing_test_evidence', verbatim('None.'), verbatim('Run it.'), [], {
      input: { command: ['deploy --password [redacted]'] },
    });
    expect(inEnglish(await withNextCommands(masked)).fix).toBe('Run it. Run `stateroom evidence run -- <command>…`.');
    expect(inEnglish(await withNextCalls(masked)).fix).toBe('Run it. Call evidence {"command":["…"]}.');
  });

  it('quotes a command that a shell would take apart', async () => {
    const shell = reason('stale_test_evidence', verbatim('Old.'), verbatim('Run it.'), [], {
      input: { command: ["npm test && echo 'ok'"] },
    });
    expect(inEnglish(await withNextCommands(shell)).fix).toBe(
      "Run it. Run `stateroom evidence run -- 'npm test && echo '\\''ok'\\'''`.",
    );
  });
});

it('says what helps a store in the terms of each surface', async () => {
  const damaged = corruptError(7, 'log.1').toRefusal();
  expect(say((await withNextCommands(damaged)).hint ?? '')).toBe(
    'The store is readable up to that commit, and nothing is overwritten. Find out what is damaged, and save a copy. Run `stateroom store check` or `stateroom store backup <file>`.',
  );
  expect(say((await withNextCalls(damaged)).hint ?? '')).toBe(
    'The store is readable up to that commit, and nothing is overwritten. Find out what is damaged, and save a copy. Ask a person to run `stateroom store check` or `stateroom store backup <file>`.',
  );
});

it('calls each remedy of a gate with all fields that its operation needs', async () => {
  const lacking: string[] = [];
  let calls = 0;
  for (const code of reasonCodes) {
    for (const { operation, input } of gateSteps(reason(code, verbatim('Why.'), verbatim('Fix.')))) {
      const next = [{ operation: operation.name, input }];
      const { hint } = await withNextCalls(refuse('not_found', verbatim('None.'), { next }));
      const call = /^Call \S+ (.*)\.$/.exec(say(hint ?? ''))?.[1];
      if (call === undefined) continue;
      calls += 1;
      const { options = {}, ...plain } = JSON.parse(call) as Record<string, unknown>;
      const { action: _action, kind: _kind, tool: _tool, ...given } = { ...plain, ...(options as object) };
      const issues = operation.input.safeParse(given).error?.issues ?? [];
      lacking.push(...issues.flatMap(({ path: [field] }) => (String(field) in given ? [] : [`${code}: ${call}`])));
    }
  }
  expect(lacking).toEqual([]);
  expect(calls).toBeGreaterThan(30);
});
