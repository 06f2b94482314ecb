import { afterEach, beforeEach, expect, it } from 'vitest';
import { agent, person, TestRepository } from '../../../test/support/testRepository.js';
import { storeUpdate } from './storeUpdate.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

it('has nothing to do for a store of the present format', async () => {
  await repository.add('Work');
  expect(await repository.ok(storeUpdate, {}, person)).toEqual({ updated: false, pending: null });
  expect(await repository.ok(storeUpdate, { now: true }, person)).toEqual({ updated: false, pending: null });
});

it('is for people', async () => {
  await repository.add('Work');
  expect(await repository.refused(storeUpdate, { now: true }, agent)).toMatchObject({ code: 'not_allowed' });
});
