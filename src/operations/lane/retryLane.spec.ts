import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../test/support/laneRoom.js';
import { person } from '../../../test/support/testRoom.js';
import { laneRepair } from './laneRepair.js';
import { laneRescues } from './laneRescues.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRetry } from './worker/workerRetry.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

/** A cancelled lane whose branch went on since; what is there then, and the branch's commit. */
async function wentOn() {
  await room.spawn('login');
  await room.ok(workerCancel, { lane: 'login' }, person);
  const late = room.git('commit-tree', '-p', 'feature/login', '-m', 'Late', 'main^{tree}');
  room.git('update-ref', 'refs/heads/feature/login', late);
  room.now += 1000;
  return { late, before: room.traces() };
}

const retry = () => room.call(workerRetry, { lane: 'login', noFetch: true }, person);

describe('a retry of a lane whose branch went on', () => {
  it.each([
    ['trees.addTree', 'before', 0],
    ['trees.addTree', 'after', 0],
    ['trees.remove', 'before', 0],
    ['trees.remove', 'after', 1],
    ['trees.moveBranch', 'before', 1],
    ['trees.moveBranch', 'after', 1],
  ] as const)(
    'that is killed at %s (%s) leaves it closed, with its branch and no folder',
    async (call, moment, kept) => {
      const { late, before } = await wentOn();
      const reached = room.hangsAt(call, moment);
      void retry();
      await reached;
      room.interfere = () => undefined;
      room.judge = () => 'dead';
      expect((await room.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'undone', notes: [] }]);
      const { rescues, ...rest } = room.traces();
      const { rescues: earlier, ...others } = before;
      expect(rest).toEqual(others);
      expect(rescues).toHaveLength(earlier.length + kept);
      expect(room.git('rev-parse', 'feature/login')).toBe(late);
      room.now += 1000;
      expect(await retry()).toMatchObject({ state: 'ASSIGNED', worker: { attempt: 2 } });
      expect((await room.ok(laneRescues, { lane: 'login' })).rescues[0]?.head).toBe(late);
      expect(room.git('rev-parse', 'feature/login')).toBe(room.git('rev-parse', 'main'));
    },
  );

  it('that is killed with the work tree aside leaves no folder either', async () => {
    const { before } = await wentOn();
    const reached = room.hangsAt('trees.addTree', 'after');
    void retry();
    await reached;
    room.interfere = () => undefined;
    room.judge = () => 'dead';
    const directory = `${room.repository}.worktrees/login`;
    renameSync(directory, `${directory}.removed-0a1b2c3d`);
    expect((await room.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'undone', notes: [] }]);
    expect(room.traces()).toEqual(before);
  });

  it('that fails leaves all as it was', async () => {
    const { before } = await wentOn();
    room.interfere = (call, when) => {
      if (call === 'trees.addTree' && when === 'after') throw new Error('no space left on device');
    };
    expect(await room.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: 'login was not opened: making the branch failed: no space left on device',
    });
    expect(room.traces()).toEqual(before);
  });

  it('does not touch what stands where its work tree was', async () => {
    const { before } = await wentOn();
    const file = join(`${room.repository}.worktrees`, 'login');
    writeFileSync(file, 'mine\n');
    expect(await room.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: `${file} is there already.`,
    });
    expect(existsSync(file)).toBe(true);
    expect(room.traces()).toEqual({ ...before, folders: ['login'] });
  });
});
