import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { say } from '../../messages/say.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { actionComplete } from '../../operations/action/actionComplete.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { findingWontfix } from '../../operations/finding/findingWontfix.js';
import { laneNeedsYou } from '../../operations/lane/laneNeedsYou.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerMerge } from '../../operations/lane/worker/workerMerge.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { repositoryBoard } from '../../operations/repository/repositoryBoard.js';
import { sliceStart } from '../../operations/slice/sliceStart.js';

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.add('Limit the rate of logins');
  lane = await repo.spawn('W-1');
  await repo.ok(workerStart, { lane: lane.lane });
  repo.place = lane.worktreePath;
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
  await repo.ok(workerDone, {});
  await repo.ok(workerApprove, { lane: lane.lane }, person);
});

afterEach(() => repo.close());

/** The state of the lane for a person, as on its card. */
async function need(): Promise<string> {
  const { needs } = await repo.ok(laneNeedsYou, {}, person);
  const { columns } = await repo.ok(repositoryBoard, {}, person);
  const onCard = columns.review.cards.flatMap(card => card.needs.map(({ kind }) => kind));
  expect(onCard).toEqual(needs.map(({ kind }) => kind));
  return needs.map(({ kind, text }) => [kind, text === null ? '' : say(text)].join(' | ')).join();
}

async function refusal(): Promise<string> {
  repo.place = repo.repository;
  const { message } = await repo.refused(workerMerge, { lane: lane.lane }, person);
  repo.place = lane.worktreePath;
  return message;
}

it('an approved lane is ready to merge unless the gate refuses what is left to do', async () => {
  expect(await need()).toBe('merge | ');
  const { action } = await repo.ok(actionAdd, { text: 'Tell the users' });
  expect(await need()).toBe('unready | 1 pending next action: Tell the users');
  expect(await refusal()).toContain('1 pending next action: Tell the users');
  await repo.ok(actionComplete, { id: action.ref });
  expect(await need()).toBe('merge | ');
});

it('an open low finding is against the merge of a full task, and not of one that is light', async () => {
  const low = { severity: 'low', path: 'new.txt', text: 'Spelling' } as const;
  await repo.ok(actionAdd, { text: 'x' });
  await repo.ok(actionComplete, { id: 'A-1' });
  const { finding } = await repo.ok(findingRecord, low);
  expect(finding).toMatchObject({ task: 'T-1' });
  expect(await need()).toBe('merge | ');
  await repo.ok(sliceStart, { title: 'Limit' });
  expect(await need()).toBe('unready | 1 open low finding: F-1.');
  expect(await refusal()).toContain('1 open low finding: F-1.');
  await repo.ok(findingWontfix, { ids: ['F-1'], note: 'Fine' }, person);
  expect(await need()).toBe('unready | 1 open slice: S-1.');
});
