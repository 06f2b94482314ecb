import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import type { Store } from '../../store/store.js';
import { queueAdd } from '../queue/queueAdd.js';
import { taskStart } from '../task/taskStart.js';
import { laneMayEdit, mayEdit } from './laneMayEdit.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

describe('lane may-edit', () => {
  it('lets everybody write where there never was a lane, and makes no store', async () => {
    expect(await repo.ok(laneMayEdit, { path: 'src/a.ts' })).toEqual({
      allowed: true,
      verdict: 'allowed',
      path: 'src/a.ts',
      lane: null,
      owner: null,
      reason: null,
    });
    expect(await repo.dump()).toBe('absent');
  });

  it('answers from where the caller stands, with the sentence that its agent needs', async () => {
    const login = await repo.spawn('login', { owns: ['src/login/**'] });
    const pay = await repo.spawn('pay', { owns: ['src/pay'] });
    const ask = async (path: string, lane?: string) => {
      const {
        allowed,
        verdict,
        lane: writer,
        owner,
        reason,
      } = await repo.ok(laneMayEdit, {
        path,
        ...(lane === undefined ? {} : { lane }),
      });
      return [allowed, verdict, writer, owner, reason];
    };
    const theirs =
      'src/pay/b.ts is owned by L-2 (pay), which is active. Leave it to that lane, or wait until it is merged.';
    expect(await ask('src/pay/b.ts')).toEqual([false, 'owned', null, 'pay', theirs]);
    expect(await ask('README.md')).toEqual([true, 'allowed', null, null, null]);
    expect(await ask(join(pay.worktreePath, 'src/pay/b.ts'), 'L-2')).toEqual([true, 'allowed', 'pay', null, null]);

    mkdirSync(join(login.worktreePath, 'src/login'), { recursive: true });
    repo.place = join(login.worktreePath, 'src');
    expect(await ask('login/new/a.ts')).toEqual([true, 'allowed', 'login', null, null]);
    expect(await ask('pay/b.ts')).toEqual([false, 'owned', 'login', 'pay', theirs]);
    expect(await ask('../README.md')).toEqual([
      false,
      'outside',
      'login',
      null,
      'README.md is not owned by L-1 (login) (which owns src/login/**). Leave it, or ask for more paths (`lane update`).',
    ]);
    expect(await ask('../CURRENT_TASK.json')).toEqual([true, 'allowed', 'login', null, null]);
    expect(await ask(join(repo.repository, 'src/login/a.ts'))).toEqual([
      false,
      'elsewhere',
      'login',
      null,
      `src/login/a.ts is in another worktree, but L-1 (login) works in ${login.worktreePath}. Edit it there.`,
    ]);
    const notes = join(repo.directory, 'notes.txt');
    const unjudged = `${notes} is outside this repository, so lanes do not apply.`;
    expect(await ask(notes)).toEqual([true, 'unjudged', 'login', null, unjudged]);
    // A link is judged by what it leads to.
    writeFileSync(join(login.worktreePath, 'src/login/a.ts'), '');
    symlinkSync(join(login.worktreePath, 'README.md'), join(login.worktreePath, 'src/login/link.md'));
    expect((await ask('login/link.md'))[1]).toBe('outside');
    expect((await repo.refused(laneMayEdit, { path: 'a', lane: 'nobody' })).message).toBe(
      'No open lane matches nobody.',
    );
  });

  it('keeps an agent in the worktree of its task, and out of those of others', async () => {
    const task = (ref: string, actor: Actor) => repo.ok(taskStart, { objective: ref, here: false, ref }, actor);
    const mine = String((await task('mine-1', agent)).task.workTree);
    const theirs = String((await task('theirs-1', otherAgent)).task.workTree);
    const lane = await repo.spawn('login', { owns: ['src/login/**'] });
    await repo.ok(workerStart, { lane: 'login' }, otherAgent);
    const ask = async (path: string, actor = agent) => {
      const context = repo.context(actor);
      const { allowed, verdict, lane: writer, owner, reason } = await mayEdit(context, path);
      return [allowed, verdict, writer, owner, reason];
    };
    const allowed = [true, 'allowed', null, null, null];
    const elsewhere = (owner: string | null, reason: string) => [false, 'elsewhere', null, owner, reason];
    const laneOwns =
      'src/login/a.ts is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.';

    // From the worktree of a task.
    repo.place = mine;
    expect(await ask('src/note.py')).toEqual(allowed);
    expect(await ask(join(repo.repository, 'src/note.py'))).toEqual(
      elsewhere(null, `src/note.py is in another worktree, but T-1 (mine-1) works in ${mine}. Edit it there.`),
    );
    expect(await ask(join(lane.worktreePath, 'src/login/a.ts'))).toEqual(
      elsewhere(
        'login',
        `src/login/a.ts is in the worktree of L-1 (login), but T-1 (mine-1) works in ${mine}. Edit it there.`,
      ),
    );
    expect((await ask('src/login/a.ts')).slice(1)).toEqual(['owned', null, 'login', laneOwns]);
    expect((await ask(join(repo.repository, 'src/note.py'), person))[0]).toBe(true);

    // From the main worktree, by an agent that works in another one: its own is open to it, and no one else's.
    repo.place = repo.repository;
    expect(await ask('src/note.py')).toEqual(allowed);
    expect(await ask(join(mine, 'src/note.py'))).toEqual(allowed);
    expect((await ask(join(mine, 'src/login/a.ts'))).slice(1)).toEqual(['owned', null, 'login', laneOwns]);
    expect(await ask(join(theirs, 'src/note.py'))).toEqual(
      elsewhere(
        null,
        'src/note.py is in the worktree of T-2 (theirs-1), where claude works. Leave it to that agent, or take its work over first.',
      ),
    );
    expect(await ask(join(lane.worktreePath, 'src/login/a.ts'))).toEqual(
      elsewhere(
        'login',
        'src/login/a.ts is in the worktree of L-1 (login), where claude works. Leave it to that agent, or take its work over first.',
      ),
    );
    expect((await ask(join(lane.worktreePath, 'src/login/a.ts'), otherAgent))[0]).toBe(true);
    expect((await ask(join(lane.worktreePath, 'src/login/a.ts'), person))[0]).toBe(true);

    // A worktree that was moved is known by its branch.
    const moved = `${mine}-moved`;
    repo.git('worktree', 'move', mine, moved);
    repo.place = moved;
    expect((await ask(join(repo.repository, 'src/note.py'))).slice(0, 2)).toEqual([false, 'elsewhere']);
  });

  it.each([
    ['active', 'active'],
    ['blocked', 'blocked'],
    ['review', 'in review'],
  ] as const)('says of the %s lane that owns a file that it is %s', async (status, words) => {
    await repo.spawn('pay', { owns: ['src/pay'] });
    await repo.store.transaction(async transaction => {
      for (const row of await transaction.lanes.list())
        await transaction.lanes.change(row, { status, updated_at: repo.now });
    });
    expect((await repo.ok(laneMayEdit, { path: 'src/pay/b.ts' })).reason).toBe(
      `src/pay/b.ts is owned by L-1 (pay), which is ${words}. Leave it to that lane, or wait until it is merged.`,
    );
  });

  it('asks the store again only once something was committed', async () => {
    await repo.spawn('login', { owns: ['src/login/**'] });
    await repo.ok(laneMayEdit, { path: 'a.ts' });
    let reads = 0;
    const { store } = repo;
    const counted: Store = Object.assign(Object.create(store) as Store, {
      commitMark: () => store.commitMark(),
      textIndex: (name: string) => store.textIndex(name),
      // A refused edit is not recorded there, which would be a commit.
      health: async () => ({ state: 'read-only' as const, location: '' }),
      read: (callback: Parameters<Store['read']>[0]) => {
        reads += 1;
        return store.read(callback);
      },
    });
    const ask = () => laneMayEdit.run({ ...repo.context(), store: counted }, { path: 'src/login/a.ts' });
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 0]);
    await repo.ok(queueAdd, { title: 'Something' });
    // What lanes claim, and where they and tasks are.
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 2]);
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 2]);
    await repo.spawn('pay', { owns: ['src/pay'] });
    const asked = await laneMayEdit.run({ ...repo.context(), store: counted }, { path: 'src/pay/b.ts' });
    expect([asked, reads]).toMatchObject([{ owner: 'pay' }, 4]);
  });
});
