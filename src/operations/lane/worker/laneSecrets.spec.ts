import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import { laneClose } from '../laneClose.js';
import { laneUpdate } from '../laneUpdate.js';
import { workerCancel } from './workerCancel.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const token = `ghp_${'a1B2'.repeat(9)}`;

/** Files below a folder that hold the token. */
const leaks = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(token));

it('keeps tokens out of what is written of lanes and workers', async () => {
  const lane = await repository.spawn('one', { description: `Log in with ${token}`, noFetch: true });
  expect(lane.description).toBe('Log in with [redacted]');
  await repository.ok(laneUpdate, { lane: 'one', description: `Log out with ${token}` });
  await repository.ok(workerStart, { lane: 'one' });
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
  repository.gitIn(lane, 'add', '--all');
  repository.gitIn(lane, 'commit', '-q', '-m', 'New');
  await repository.ok(workerDone, { lane: 'one' });
  await repository.ok(workerRequestChanges, { lane: 'one', message: `Not ${token}` }, person);
  await repository.ok(workerFail, { lane: 'one', reason: `No access with ${token}` });
  expect((await repository.ok(workerShow, { lane: 'one' })).worker?.reason).toBe('No access with [redacted]');
  await repository.ok(laneClose, { lane: 'one', note: `Used ${token}` }, person);
  await repository.spawn('two', { noFetch: true });
  await repository.ok(workerCancel, { lane: 'two', reason: `Leaks ${token}` }, person);
  expect(leaks(repository.directory)).toEqual([]);
});
