import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { ruinStore } from '../../test/support/storeFiles.js';
import { person } from '../../test/support/testRepository.js';
import type { Actor } from '../domain/actor/actor.js';
import type { AgentSign } from '../domain/actor/agentSign.js';
import type { Lane } from '../domain/lane/lane.js';
import { judgeCommit } from './hooks/judgeCommit.js';
import { laneClose } from './lane/laneClose.js';
import { mayEdit } from './lane/laneMayEdit.js';
import { workerCommit } from './lane/worker/workerCommit.js';
import { sliceCommit } from './slice/sliceCommit.js';
import { sliceStart } from './slice/sliceStart.js';

let repo: LaneTestRepository;
let pay: Lane;
beforeEach(async () => {
  repo = new LaneTestRepository();
  repo.commit('Pay', { 'src/pay/a.ts': 'a\n', 'src/pay/b.ts': 'b\n', 'src/free.ts': 'free\n' });
  pay = await repo.spawn('pay', { owns: ['src/pay/**'] });
  repo.git('switch', '-q', '-c', 'feature/mine');
});
afterEach(() => repo.close());

/** What went on record of paths that were not the caller's. */
async function violations(): Promise<unknown[]> {
  const sql = "select payload from events where type = 'owned_path_violated' order by id";
  const { rows } = await repo.store.maintenance.query(sql, 100);
  return rows.map(([payload]) => JSON.parse(String(payload)) as unknown);
}

const fine = { allowed: true, lines: [] };
const unmarked: Actor = { role: 'agent', name: 'Ann' };
const leave = [
  '  Commit only the other files (git commit <path>…), or wait until the lane is merged: stateroom lane list',
  '  If it was merged by other means or is not needed, a person can close it: stateroom lane close pay',
];
const refused = (shown: string, ...paths: string[]) => ({
  allowed: false,
  lines: [`stateroom: Commit refused: ${shown} belongs to L-1 (pay, active).`, ...leave],
  about: { lane: 'pay', paths },
  recorded: true,
});

/** What the hook hands on for all that is changed here. */
function staged(): string {
  repo.git('-C', repo.place, 'add', '--all');
  return repo.git('-C', repo.place, '-c', 'core.quotePath=true', 'diff', '--cached', '--name-only', '--no-renames');
}

describe('a commit outside of the lane that owns a file', () => {
  it('is refused for an agent, and goes on record once', async () => {
    repo.write('src/pay/a.ts', 'mine\n');
    repo.write('src/free.ts', 'mine\n');
    for (const _ of [1, 2]) {
      expect(await judgeCommit(repo.context(), staged())).toEqual(refused('src/pay/a.ts', 'src/pay/a.ts'));
    }
    expect(await judgeCommit(repo.context(), 'src/free.ts\n.stateroom/plans/a.md\n')).toEqual(fine);
    expect(await violations()).toEqual([{ lane: 'L-1', name: 'pay', path: 'src/pay/a.ts', rule: 'owned' }]);
  });

  it('is refused for a renamed, a deleted and an oddly named file', async () => {
    repo.git('mv', 'src/pay/a.ts', 'src/moved.ts');
    expect(await judgeCommit(repo.context(), staged())).toEqual(refused('src/pay/a.ts', 'src/pay/a.ts'));
    repo.git('reset', '-q', '--hard');
    repo.git('mv', 'src/free.ts', 'src/pay/free.ts');
    expect(await judgeCommit(repo.context(), staged())).toEqual(refused('src/pay/free.ts', 'src/pay/free.ts'));
    repo.git('reset', '-q', '--hard');
    repo.remove('src/pay/b.ts');
    expect(await judgeCommit(repo.context(), staged())).toEqual(refused('src/pay/b.ts', 'src/pay/b.ts'));
    repo.git('reset', '-q', '--hard');
    repo.write('src/pay/Zahlung für "alle".ts', 'x\n');
    expect(staged()).toBe('"src/pay/Zahlung f\\303\\274r \\"alle\\".ts"');
    const odd = 'src/pay/Zahlung für "alle".ts';
    expect(await judgeCommit(repo.context(), staged())).toEqual(refused(odd, odd));
  });

  it('is refused in another lane that names no paths, which is who goes on record', async () => {
    const open = await repo.spawn('open');
    repo.place = open.worktreePath;
    expect(await judgeCommit(repo.context(), 'src/pay/a.ts\n')).toEqual(refused('src/pay/a.ts', 'src/pay/a.ts'));
    writeFileSync(join(open.worktreePath, 'src/pay/a.ts'), 'open\n');
    expect(await repo.refused(workerCommit, { message: 'x' })).toMatchObject({
      code: 'conflict',
      message: 'Commit refused: src/pay/a.ts belongs to L-1 (pay, active).',
      next: [{ operation: 'worker.show', input: { lane: 'pay' } }],
    });
    expect(await violations()).toEqual([
      { lane: 'L-2', name: 'open', path: 'src/pay/a.ts', rule: 'outside', owner: 'L-1' },
    ]);
    writeFileSync(join(open.worktreePath, 'src/pay/b.ts'), 'open\n');
    expect(await repo.ok(workerCommit, { message: 'x' }, person)).toMatchObject({
      warning: 'src/pay/a.ts, src/pay/b.ts belong to L-1 (pay, active).',
    });
  });

  it('passes for a person with advice, unless the repository wants it refused or wants no advice', async () => {
    expect(await judgeCommit(repo.context(person), 'src/pay/a.ts\n')).toEqual({
      allowed: true,
      lines: ['stateroom: src/pay/a.ts belongs to L-1 (pay, active).'],
    });
    // As config show says, what this worktree has is in effect before it is committed.
    repo.commit('Allow', { '.stateroom/config.json': '{"protect":{"edits":"allow"}}' });
    expect(await judgeCommit(repo.context(person), 'src/pay/a.ts\n')).toEqual(fine);
    expect((await judgeCommit(repo.context(), 'src/pay/a.ts\n')).allowed).toBe(false);
    repo.write('.stateroom/config.json', '{"protect":{"edits":"refuse"}}');
    const { recorded: _, ...unrecorded } = refused('src/pay/a.ts', 'src/pay/a.ts');
    expect(await judgeCommit(repo.context(person), 'src/pay/a.ts\n')).toEqual(unrecorded);
    repo.write('.stateroom/config.json', '{');
    expect((await judgeCommit(repo.context(person), 'src/pay/a.ts\n')).allowed).toBe(true);
    // Of codex.
    expect(await violations()).toHaveLength(1);
  });

  it('is refused without a terminal only for a caller with the mark of an agent, and in a lane', async () => {
    const isAllowed = async (actor: Actor, agentSign?: AgentSign) =>
      (await judgeCommit({ ...repo.context(actor), agentSign }, 'src/pay/a.ts\n')).allowed;
    expect(await isAllowed(unmarked, 'noTerminal')).toBe(true);
    for (const sign of ['role', 'marks', 'lane'] as const) expect(await isAllowed(unmarked, sign)).toBe(false);
    const open = await repo.spawn('open');
    repo.place = open.worktreePath;
    expect(await isAllowed(unmarked, 'noTerminal')).toBe(false);
    expect(await isAllowed(person)).toBe(true);
  });

  it('knows a lane by its branch where its worktree was moved or removed', async () => {
    const other = await repo.spawn('other', { owns: ['other/**'] });
    const moved = `${other.worktreePath}-moved`;
    repo.git('worktree', 'move', pay.worktreePath, moved);
    repo.place = moved;
    expect(await judgeCommit(repo.context(), 'src/pay/a.ts\n')).toEqual(fine);
    expect((await judgeCommit(repo.context(), 'src/free.ts\n')).lines[0]).toBe(
      'stateroom: L-1 (pay) does not own src/free.ts.',
    );
    expect(await mayEdit(repo.context(), join(moved, 'src/pay/a.ts'))).toMatchObject({ allowed: true, lane: 'pay' });
    repo.place = repo.repository;
    repo.git('worktree', 'remove', '--force', moved);
    repo.git('switch', '-q', 'feature/pay');
    expect(await judgeCommit(repo.context(), 'src/pay/a.ts\n')).toEqual(fine);
    expect((await judgeCommit(repo.context(), 'other/a.ts\n')).allowed).toBe(false);
    expect(await mayEdit(repo.context(), 'src/pay/a.ts')).toMatchObject({ allowed: true, lane: 'pay' });
  });

  it('passes for an operation that has asked, the owning lane, a merge, a squashed merge, and a lane that has ended', async () => {
    repo.write('src/pay/a.ts', 'mine\n');
    expect(await judgeCommit(repo.context(), staged(), { own: true })).toEqual(fine);
    repo.git('reset', '-q', '--hard');
    repo.place = pay.worktreePath;
    writeFileSync(join(pay.worktreePath, 'src/pay/a.ts'), 'paid\n');
    expect(await judgeCommit(repo.context(), staged())).toEqual(fine);
    repo.gitIn(pay, 'commit', '-q', '-m', 'Paid');
    repo.place = repo.repository;
    repo.git('merge', '-q', '--squash', 'feature/pay');
    expect(await judgeCommit(repo.context(), staged())).toEqual(fine);
    repo.git('reset', '-q', '--hard');
    repo.git('merge', '-q', '--no-ff', '--no-commit', 'feature/pay');
    expect(await judgeCommit(repo.context(), staged())).toEqual(fine);
    repo.git('merge', '--abort');
    expect((await judgeCommit(repo.context(), 'src/pay/a.ts\n')).allowed).toBe(false);
    await repo.ok(laneClose, { lane: 'pay' }, person);
    expect(await judgeCommit(repo.context(), 'src/pay/a.ts\n')).toEqual(fine);
  });

  it('passes where the store is missing or damaged', async () => {
    const store = repo.openStore();
    rmSync(join(repo.directory, 'store', 'kept'), { recursive: true, force: true });
    ruinStore(join(repo.directory, 'store'));
    expect(await judgeCommit({ ...repo.context(), store }, 'src/pay/a.ts\n')).toEqual(fine);
    await store.close();
  });
});

describe('slice.commit', () => {
  beforeEach(async () => {
    await repo.task('x-1', { branch: 'feature/mine' });
    await repo.ok(sliceStart, { title: 'Count' });
    repo.write('src/pay/a.ts', 'mine\n');
    repo.write('src/free.ts', 'mine\n');
  });

  it('refuses an agent before anything is written, with the commit of the rest', async () => {
    const head = repo.git('rev-parse', 'HEAD');
    expect(await repo.refused(sliceCommit, { message: 'All' })).toMatchObject({
      code: 'conflict',
      message: 'Commit refused: src/pay/a.ts belongs to L-1 (pay, active).',
      hint: 'Commit only the other files, or wait until the lane is merged. If it was merged by other means or is not needed, ask a person to close it (`stateroom lane close pay`).',
      next: [{ operation: 'slice.commit', input: { message: 'All', paths: ['src/free.ts'] } }],
      details: { lane: 'pay', paths: ['src/pay/a.ts'] },
    });
    expect(repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
    expect(await repo.refused(sliceCommit, { paths: ['src/pay'] })).toMatchObject({
      next: [{ operation: 'worker.show', input: { lane: 'pay' } }],
    });
    expect(await repo.ok(sliceCommit, { message: 'Some', paths: ['src/free.ts'] })).toMatchObject({ warning: null });
    expect(repo.git('show', '--name-only', '--format=%s')).toBe('Some\n\nsrc/free.ts');
  });

  it('lets a person commit, and says whose file it is', async () => {
    expect(await repo.ok(sliceCommit, {}, person)).toMatchObject({
      made: true,
      recorded: true,
      warning: 'src/pay/a.ts belongs to L-1 (pay, active).',
    });
  });
});
