import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../test/support/laneRoom.js';
import { person } from '../../../test/support/testRoom.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneList } from './laneList.js';
import { laneMayEdit } from './laneMayEdit.js';
import { laneShow } from './laneShow.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerShow } from './worker/workerShow.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

const step = (folder: string, path: string): void => {
  writeFileSync(join(folder, path), 'x\n');
  room.git('-C', folder, 'add', '--all');
  room.git('-C', folder, 'commit', '-q', '-m', `Add ${path}`);
};

const apart = async (input: object = {}): Promise<unknown[]> =>
  (await room.ok(laneList, input)).lanes.map(({ lane, ahead, behind }) => [lane, ahead, behind]);

describe('lanes in a list', () => {
  let login: Lane;

  beforeEach(async () => {
    login = await room.spawn('login');
    await room.spawn('cart');
  });

  it('tell how far each open one is ahead of and behind its base', async () => {
    step(login.worktreePath, 'a.txt');
    step(login.worktreePath, 'b.txt');
    step(room.repository, 'main.txt');
    await room.spawn('gone');
    await room.ok(workerCancel, { lane: 'gone' }, person);
    expect(await apart({ all: true })).toEqual([
      ['login', 2, 1],
      ['cart', 0, 1],
      ['gone', null, null],
    ]);
    room.git('worktree', 'remove', '--force', join(`${room.repository}.worktrees`, 'cart'));
    room.git('branch', '-q', '-D', 'feature/cart');
    expect(await apart()).toEqual([
      ['login', 2, 1],
      ['cart', null, null],
    ]);
  });

  it('are listed without that where it is not wanted, git cannot say it, or nobody may ask git', async () => {
    const unknown = [
      ['login', null, null],
      ['cart', null, null],
    ];
    let asked = 0;
    room.interfere = call => {
      if (call === 'trees.distances') asked += 1;
    };
    expect(await apart({ noDistance: true })).toEqual(unknown);
    expect(asked).toBe(0);
    room.interfere = call => {
      if (call === 'trees.distances') throw new Error('git is gone');
    };
    expect(await apart()).toEqual(unknown);
    expect(await laneList.run({ ...room.context(), lanes: undefined }, {})).toMatchObject({
      lanes: [
        { lane: 'login', ahead: null, behind: null },
        { lane: 'cart', ahead: null, behind: null },
      ],
    });
  });
});

describe('a name that is no lane', () => {
  it('is told the one that was probably meant, open ones first', async () => {
    await room.spawn('logins');
    await room.ok(workerCancel, { lane: 'logins' }, person);
    const hints = async (text: string): Promise<unknown[]> => [
      (await room.refused(laneShow, { lane: text })).hint,
      (await room.refused(workerShow, { lane: text })).hint,
    ];
    const list = 'List them with `lane list`.';
    const twice = (hint: string): string[] => [hint, hint];
    expect(await hints('logisn')).toEqual(twice(`Did you mean logins? ${list}`));
    await room.spawn('login');
    expect(await hints('logisn')).toEqual(twice(`Did you mean login? ${list}`));
    expect(await hints('Login')).toEqual(twice(`Did you mean login? ${list}`));
    expect(await hints('payment')).toEqual(twice(list));
    expect(await hints('L-9')).toEqual(twice(list));
    expect((await room.refused(laneMayEdit, { path: 'a', lane: 'logisn' })).hint).toBe(`Did you mean login? ${list}`);
    expect((await room.refused(laneMayEdit, { path: 'a', lane: 'nobody' })).hint).toBe(list);
  });
});
