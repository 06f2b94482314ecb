import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { storeCheck } from '../store/storeCheck.js';
import { laneList } from './laneList.js';
import { laneRepair } from './laneRepair.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('a lane whose .git file is gone', () => {
  it('gets it again by repair, with what was staged', async () => {
    const lane = await repo.spawn('login');
    repo.write('../repository.worktrees/login/new.txt', 'new\n');
    repo.gitIn(lane, 'add', 'new.txt');
    rmSync(join(lane.worktreePath, '.git'));
    const repaired = await repo.ok(laneRepair, {});
    expect(repaired.repaired).toEqual([{ lane: 'login', worktreePath: lane.worktreePath, how: 'gitFile' }]);
    expect(laneRepair.exitCode?.(repaired)).toBe(0);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('A  new.txt');
  });

  it('is cancelled with all that is in it, and comes back', async () => {
    const lane = await repo.spawn('login');
    repo.write('../repository.worktrees/login/new.txt', 'new\n');
    rmSync(join(lane.worktreePath, '.git'));
    const closed = await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(closed).toMatchObject({ worktree: 'removed' });
    expect(closed.rescue).toMatch(/^refs\/stateroom\/rescue\/login\//);
    expect(existsSync(lane.worktreePath)).toBe(false);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(join(lane.worktreePath, 'new.txt'), 'utf8')).toBe('new\n');
  });

  it('stays open with the reason where git has no record of it either, and nothing is lost', async () => {
    const lane = await repo.spawn('login');
    repo.write('../repository.worktrees/login/new.txt', 'new\n');
    rmSync(join(lane.worktreePath, '.git'));
    rmSync(join(repo.repository, '.git', 'worktrees', 'login'), { recursive: true });
    const repaired = await repo.ok(laneRepair, {});
    expect(repaired.missing).toMatchObject([
      { lane: 'login', why: 'its folder exists, but its .git file and git’s record of it are missing' },
    ]);
    expect(laneRepair.exitCode?.(repaired)).toBe(1);
    expect(await repo.refused(workerCancel, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: `L-1 (login) stays open: ${lane.worktreePath} has no .git file for this repository, so its files cannot be backed up.`,
    });
    expect(readFileSync(join(lane.worktreePath, 'new.txt'), 'utf8')).toBe('new\n');
    expect(await repo.ok(workerCancel, { lane: 'login', leaveTree: true }, person)).toMatchObject({ worktree: 'left' });
  });
});

describe('an intent log that is not believed', () => {
  const plant = (name: string, content: string): void => {
    mkdirSync(join(repo.directory, 'store', 'journeys'), { recursive: true });
    writeFileSync(join(repo.directory, 'store', 'journeys', `${name}.json`), content);
  };

  it('is left by what only reads, named by the check, set aside by repair, and holds no lane up', async () => {
    const lane = await repo.spawn('login');
    repo.judge = () => 'dead';
    const outside = join(repo.directory, 'outside');
    mkdirSync(outside);
    const head = { version: 1, lane: 'login', laneId: lane.id, startedAt: 1, process: '{}', abandoned: true };
    const closing = { reason: 'cancelled', note: null, kept: { ref: null, aside: outside } };
    plant('login', JSON.stringify({ ...head, closing: { ...closing, directory: lane.worktreePath } }));
    plant('page', '{"version":1,');
    plant('cart', '{"version":2,"process":"{}"}');
    await repo.ok(laneList, {});
    const reasons = {
      login: `${outside} is not where Stateroom moves ${lane.worktreePath} to before it removes it`,
      page: 'it is not valid JSON',
      cart: 'it has version 2, but this Stateroom supports version 1',
    };
    const { ok, ignored } = await repo.ok(storeCheck, {}, person);
    expect({ ok, ignored: [...ignored].sort((one, two) => (one.file < two.file ? -1 : 1)) }).toEqual({
      ok: true,
      ignored: [
        { file: 'journeys/cart.json', reason: reasons.cart },
        { file: 'journeys/login.json', reason: reasons.login },
        { file: 'journeys/page.json', reason: reasons.page },
      ],
    });
    const repaired = await repo.ok(laneRepair, {});
    expect(repaired).toMatchObject({ settled: [], repaired: [], missing: [] });
    const named = repaired.ignored.map(({ file, ...rest }) => ({
      ...rest,
      of: /set-aside\/(\w+)\.[0-9a-f]{8}\.json$/.exec(file)?.[1],
    }));
    expect(named).toEqual([
      { of: 'cart', reason: reasons.cart, isNew: true },
      { of: 'login', reason: reasons.login, isNew: true },
      { of: 'page', reason: reasons.page, isNew: true },
    ]);
    expect((await repo.ok(laneRepair, {})).ignored.map(({ isNew }) => isNew)).toEqual([false, false, false]);
    expect(existsSync(outside)).toBe(true);
    await repo.spawn('page');
    await repo.ok(workerCancel, { lane: 'login' }, person);
  });

  it('does not end a lane whose worktree is only away', async () => {
    const lane = await repo.spawn('login');
    repo.judge = () => 'dead';
    repo.write('../repository.worktrees/login/new.txt', 'new\n');
    const away = join(repo.directory, 'away');
    renameSync(lane.worktreePath, away);
    const aside = `${lane.worktreePath}.removed-00000000`;
    const text = (ref: string | null) =>
      JSON.stringify({
        ...{ version: 1, lane: 'login', laneId: lane.id, startedAt: 1, process: '{}', abandoned: true },
        closing: { reason: 'cancelled', note: null, directory: lane.worktreePath, kept: { ref, aside } },
      });
    const reason = `${lane.worktreePath} is missing, and git has no record that Stateroom removed it`;
    for (const isThere of [false, true]) {
      if (isThere) mkdirSync(aside);
      plant('login', text(null));
      expect((await repo.ok(storeCheck, {}, person)).ignored).toEqual([{ file: 'journeys/login.json', reason }]);
    }
    expect(await repo.ok(laneRepair, {})).toMatchObject({ settled: [] });
    expect((await repo.ok(laneList, {})).lanes).toMatchObject([{ lane: 'login', status: 'active' }]);
    const status = execFileSync('git', ['-C', away, 'status', '--porcelain'], { encoding: 'utf8' });
    expect(status).toBe('?? new.txt\n');
  });

  it('is left alone while the process of a newer version that it names lives', async () => {
    plant('page', JSON.stringify({ version: 2, process: 'of a newer one' }));
    repo.judge = text => (text === 'of a newer one' ? 'alive' : 'dead');
    expect(await repo.ok(laneRepair, {})).toMatchObject({
      settled: [{ lane: 'page', outcome: 'running' }],
      ignored: [],
    });
    expect(existsSync(join(repo.directory, 'store', 'journeys', 'page.json'))).toBe(true);
  });
});
