import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent } from '../../test/support/testRepository.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { invoke } from '../operations/invoke.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskContext } from '../operations/task/taskContext.js';
import { contextText } from '../surfaces/cli/format/contextText.js';
import { makeStyle } from '../surfaces/cli/format/style.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const write = (folder: string, path: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${folder}\n`);
};

async function load(input: { profile?: 'identity'; budget?: number } = {}, actor = agent) {
  const answer = await invoke(taskContext, repository.context(actor), input);
  if (isRefusal(answer) || 'unchanged' in answer) throw new Error(JSON.stringify(answer));
  return answer;
}

it('sends others away from the work of a lane whose agent is away, and lets the next one in the lane go on', async () => {
  const login = await repository.spawn('login', { description: 'Limit logins' });
  repository.place = login.worktreePath;
  await repository.ok(workerStart, {});
  await repository.ok(sliceStart, { title: 'Count' });
  repository.now += 3_600_000;
  const other = { ...agent, name: 'gemini', session: 'other' };
  const inLane = await load({}, other);
  expect(inLane.next).toBe('Continue S-1. When it is done, run a command that shows that it works as evidence.');
  expect(inLane.item).not.toHaveProperty('hint');
  repository.place = repository.repository;
  const outside = await load({}, other);
  expect(outside.next).toBe('codex works on it in a lane. Take another item.');
  expect(outside.item).not.toHaveProperty('hint');
});

describe('a session that starts in the worktree of a lane', () => {
  it('is told what the lane is for, what waits for it, and where it is in others’ way', async () => {
    const login = await repository.spawn('login', { owns: ['src/login/**'], description: 'Limit logins' });
    const cart = await repository.spawn('cart', { owns: ['src/cart/**'] });
    await repository.ok(messageSend, { to: 'login', text: 'By address' });
    write(login.worktreePath, 'src/login/a.ts');
    write(login.worktreePath, 'src/cart/b.ts');
    write(cart.worktreePath, 'src/cart/b.ts');
    expect((await load()).lane).toBeUndefined();
    repository.place = login.worktreePath;
    expect(await load()).toMatchObject({
      task: null,
      hint: 'This worktree is a lane: do its work here. Its task begins with its first slice, decision or next action.',
      next: 'Begin the work of this lane.',
      item: { ref: 'W-1', title: 'Limit logins', status: 'in_flight', heldBy: 'codex' },
      messages: ['M-1 from codex: By address'],
      uncommitted: { count: 2, paths: ['src/cart/b.ts', 'src/login/a.ts'] },
    });
    expect((await load()).lane).toEqual({
      ref: 'L-1',
      lane: 'login',
      state: 'ASSIGNED',
      branch: 'feature/login',
      ownedPaths: ['src/login/**'],
      port: login.port,
      changesNotIts: ['src/cart/b.ts (of cart)'],
      overlaps: ['src/cart/b.ts (cart)'],
    });
    const view = { style: makeStyle(false), width: undefined, now: repository.now };
    expect(contextText(await load(), view)).toBe(
      [
        '  note           This worktree is a lane: do its work here. Its task begins with its first slice, decision or next action.',
        '  next           Begin the work of this lane.',
        '  item           W-1 Limit logins (in progress, held by codex since 2026-11-02T10:00:00.000Z)',
        `  lane           L-1 login (assigned, branch feature/login, port ${login.port})`,
        '                 may change only: src/login/**',
        '                 changes outside owned paths: src/cart/b.ts (of cart)',
        '                 overlaps: src/cart/b.ts (cart)',
        '  uncommitted    src/cart/b.ts, src/login/a.ts',
        '  open findings  none',
        '  messages       M-1 from codex: By address',
        '  repository     0 need a person, 2 in progress',
      ].join('\n'),
    );
    repository.place = cart.worktreePath;
    expect((await load()).lane).toMatchObject({ lane: 'cart', overlaps: ['src/cart/b.ts (login)'] });
  });

  it('is told no more of it than fits beside its task', async () => {
    await repository.task('t1-login', { branch: null });
    const lane = await repository.spawn('T-1', { owns: ['src/login/**'], description: 'Limit logins. '.repeat(100) });
    await repository.spawn('cart', { owns: ['src/cart/**'] });
    for (let at = 0; at < 40; at += 1) write(lane.worktreePath, `src/cart/some-file-with-a-long-name-${at}.ts`);
    repository.place = lane.worktreePath;
    const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
    const whole = await load({ budget: 8000 });
    expect(whole.lane).toMatchObject({ lane: 't1-login' });
    expect('omitted' in whole && whole.omitted).toContain('lane.changesNotIts: 5 of 40');
    expect(whole.lane?.changesNotIts).toHaveLength(5);
    for (const budget of [1500, 2000, 3000, 4000, 8000]) {
      const answer = await load({ budget });
      expect(answer.task).toMatchObject({ ref: 'T-1' });
      expect(answer.lane).toMatchObject({ lane: 't1-login' });
      expect(bytes(answer)).toBeLessThanOrEqual(budget);
    }
    expect((await load({ profile: 'identity' })).lane).toBeUndefined();
  });

  it('is told the rest where git cannot say how lanes meet', async () => {
    const lane = await repository.spawn('login');
    repository.place = lane.worktreePath;
    repository.interfere = call => {
      if (call === 'trees.survey') throw new Error('git is gone');
    };
    expect((await load()).lane).toEqual({
      ref: 'L-1',
      lane: 'login',
      state: 'ASSIGNED',
      branch: 'feature/login',
      port: lane.port,
    });
  });
});
