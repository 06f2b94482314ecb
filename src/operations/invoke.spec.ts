import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spoken } from '../../test/support/spokenRefusal.js';
import { agent, person, TestRepository } from '../../test/support/testRepository.js';
import { type Refusal, refusalExitCodes } from '../domain/refusal/refusal.js';
import { eventsSince } from './events/eventsSince.js';
import { invoke } from './invoke.js';
import type { Operation } from './operation.js';
import { queueAdd } from './queue/queueAdd.js';
import { queueAdvance } from './queue/queueAdvance.js';
import { queueAnnotate } from './queue/queueAnnotate.js';
import { queueClaim } from './queue/queueClaim.js';
import { queueDepend } from './queue/queueDepend.js';
import { queueImport } from './queue/queueImport.js';
import { queueResolve } from './queue/queueResolve.js';
import { queueShow } from './queue/queueShow.js';
import { repositoryDashboard } from './repository/repositoryDashboard.js';
import { storeRestore } from './store/storeRestore.js';

let repository: TestRepository;
beforeEach(async () => {
  repository = new TestRepository();
  await repository.add('Work', { id: 'work' });
  await repository.add('Ended');
  await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
});
afterEach(() => repository.close());

describe('bad input', () => {
  it.each<[string, Operation, unknown, number, string]>([
    ['an empty title', queueAdd as never, { title: '' }, 2, 'Invalid input: title: it is empty.'],
    [
      'a fraction',
      queueAdd as never,
      { title: 'x', priority: 1.5 },
      2,
      'Invalid input: priority: it must be a whole number, not 1.5.',
    ],
    ['a number for a title', queueAdd as never, { title: 5 }, 2, 'Invalid input: title: it must be text, not 5.'],
    [
      'text for a list',
      queueAdd as never,
      { title: 'x', labels: 'ci' },
      2,
      'Invalid input: labels: it must be a list, not text.',
    ],
    [
      'an empty label',
      queueAdd as never,
      { title: 'x', labels: ['ci', ' '] },
      2,
      'Invalid input: labels[1]: it is empty.',
    ],
    [
      'a long label',
      queueAdd as never,
      { title: 'x', labels: ['x'.repeat(101)] },
      2,
      'Invalid input: labels[0]: it is longer than 100 characters.',
    ],
    [
      'an offset of ten weeks',
      repositoryDashboard as never,
      { utcOffsetMinutes: 99_999 },
      2,
      'Invalid input: utcOffsetMinutes: it must be 1440 or less.',
    ],
    ['a negative event id', eventsSince as never, { after: -1 }, 2, 'Invalid input: after: it must be 0 or more.'],
    [
      'a status of nobody',
      queueResolve as never,
      { id: 'work', status: 'bogus' },
      2,
      'Invalid input: status: it must be one of done, failed, cancelled.',
    ],
    ['null for an id', queueClaim as never, { id: null }, 2, 'Invalid input: id: it must be text, not null.'],
    ['a line of import with a list', queueImport as never, { jsonl: '[1]' }, 2, 'Line 1: the input is not an object.'],
    [
      'a line of import with a wrong type',
      queueImport as never,
      { jsonl: '{"title":"x","priority":"1"}' },
      2,
      'Line 1: priority: it must be a number, not text.',
    ],
    ['no title', queueAdd as never, {}, 2, 'Invalid input: title is missing.'],
    ['no input', queueAdd as never, undefined, 2, 'Invalid input: the input is not an object.'],
    ['a list', queueAdd as never, [], 2, 'Invalid input: the input is not an object.'],
    [
      'a payload of 1 MB',
      queueAdd as never,
      { title: 'x', payload: 'x'.repeat(1024 * 1024) },
      2,
      'Invalid input: payload: it is larger than 64 kB.',
    ],
    [
      'a long title',
      queueAdd as never,
      { title: 'x'.repeat(501) },
      2,
      'Invalid input: title: it is longer than 500 characters.',
    ],
    [
      'an id that looks like a number of Stateroom’s',
      queueAdd as never,
      { title: 'x', id: 'W-7' },
      2,
      'Invalid input: id: it looks like one of Stateroom’s own ids.',
    ],
    [
      'a bad priority',
      queueAdd as never,
      { title: 'x', priority: 7 },
      2,
      'Invalid input: priority: it must be from 0 to 4.',
    ],
    ['a bad date', queueAdd as never, { title: 'x', due: '2026-02-30' }, 2, 'due: “2026-02-30” is not a valid time.'],
    [
      'a dependency that does not exist',
      queueAdd as never,
      { title: 'x', dependsOn: ['W-99'] },
      1,
      'Work item W-99 not found.',
    ],
    ['an unknown field', queueAdd as never, { title: 'x', colour: 'red' }, 2, 'Invalid input: unknown field “colour”.'],
    ['an unknown id', queueClaim as never, { id: 'nothing' }, 1, 'Work item with id “nothing” not found.'],
    ['an ended item claimed', queueClaim as never, { id: 'W-2' }, 3, 'W-2 “Ended” is done and cannot be claimed.'],
    [
      'a dependency on itself',
      queueDepend as never,
      { id: 'work', dependsOn: ['W-1'] },
      2,
      'W-1 “Work” cannot depend on itself.',
    ],
    [
      'a patch that is a list',
      queueAnnotate as never,
      { id: 'work', patch: [1] },
      2,
      'Invalid input: patch: it must be an object, not a list.',
    ],
    [
      'a token of nobody',
      queueResolve as never,
      { id: 'work', status: 'done', token: 4 },
      3,
      'Token 4 is not valid for W-1 “Work”: its current token is 0.',
    ],
  ])('%s is refused with one sentence and changes nothing', async (_name, operation, input, exitCode, message) => {
    const refusal = await repository.refused(operation, input);
    expect(refusal.message).toBe(message);
    expect(refusalExitCodes[refusal.code]).toBe(exitCode);
  });

  it('names an unknown status and those there are', async () => {
    const refusal = await repository.refused(queueResolve, { id: 'work', status: 'bogus' });
    expect(refusal.code).toBe('invalid_input');
    for (const word of ['status', 'done', 'failed', 'cancelled']) expect(refusal.message).toContain(word);
  });

  it('tells the forms of a time when it was given none', async () => {
    const refusal = await repository.refused(queueAdd, { title: 'x', notBefore: 'next week' });
    expect(refusal.hint).toBe(
      'Use ISO 8601 (2026-12-01, 2026-12-01T17:00Z), Unix milliseconds, or a relative time: +2h, -3d, tomorrow.',
    );
  });
});

describe('roles', () => {
  it('keeps what is a person’s from agents, before anything is looked at', async () => {
    expect(await repository.refused(queueAdvance, { id: 'W-404', answer: 'yes' }, agent)).toMatchObject({
      code: 'not_allowed',
      message: 'Not allowed for an agent.',
    });
    expect((await repository.refused(storeRestore, { file: 'x' }, { role: 'system', name: 'system' })).code).toBe(
      'not_allowed',
    );
    expect((await repository.refused(queueAdvance, { id: 'W-404', answer: 'yes' }, person)).code).toBe('not_found');
  });
});

describe('to whom counts as an agent for where they call from', () => {
  it.each([
    ['marks', 'Only a person can do this, in the editor’s Stateroom views or in a terminal outside an agent.'],
    ['role', 'Only a person can do this, in the editor’s Stateroom views or in a terminal outside an agent.'],
    [
      'lane',
      'This shell counts as an agent because STATEROOM_LANE is set. Run it in a terminal without that, or use the editor’s Stateroom views.',
    ],
    [
      'noTerminal',
      'This shell counts as an agent because it is not a terminal. Run it in a terminal, or use the editor’s Stateroom views.',
    ],
  ] as const)('a refusal says so: %s', async (agentSign, hint) => {
    const refusal = await invoke(queueAdvance, { ...repository.context(agent), agentSign }, { id: 'W-1', answer: 'x' });
    expect(spoken(refusal as Refusal)).toMatchObject({ message: 'Not allowed for an agent.', hint });
  });
});

describe('an item', () => {
  it.each([['W-1'], ['w-1'], ['1'], ['W1'], [' work ']])('is found as %j', async id => {
    expect((await repository.ok(queueShow, { id })).item.title).toBe('Work');
  });

  it('is found by its ULID', async () => {
    const { id } = (await repository.ok(queueShow, { id: 'W-1' })).item;
    expect((await repository.ok(queueShow, { id })).item.title).toBe('Work');
  });
});

describe('what is no refusal', () => {
  it('is thrown on', async () => {
    const context = repository.context();
    const broken = {
      ...context,
      ids: {
        ulid: () => {
          throw new TypeError('a bug');
        },
      },
    };
    await expect(invoke(queueAdd, broken, { title: 'x' })).rejects.toThrow('a bug');
    expect((await repository.ok(queueAdd, { title: 'x' })).item.ref).toBe('W-3');
  });
});

it('keeps a text that was cut in the middle of a character as text that can be encoded', async () => {
  const cut = { id: 'cut', title: 'Fix', notes: 'line\uD83D' };
  const { item } = await repository.ok(queueAdd, cut);
  expect(item).toMatchObject({ notes: 'line\uFFFD' });
  // The same again is a repeat.
  expect(await repository.ok(queueAdd, cut)).toMatchObject({ inserted: false });
  const { rows } = await repository.store.maintenance.query("select hex(notes) from work_items where key = 'cut'", 1);
  expect(rows).toEqual([['6C696E65EFBFBD']]);
});

it('refuses a title that was cut in the middle of a character', async () => {
  expect(await repository.refused(queueAdd, { title: 'Fix \uD83D' })).toMatchObject({
    code: 'invalid_input',
    message: 'Invalid input: title: it contains an incomplete character.',
  });
  expect(await repository.refused(queueImport, { jsonl: '{"title":"Fix \\ud83d"}' })).toMatchObject({
    message: 'Line 1: title: it contains an incomplete character.',
  });
});
