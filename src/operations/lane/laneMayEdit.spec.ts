import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Store } from '../../store/store.js';
import { queueAdd } from '../queue/queueAdd.js';
import { laneMayEdit } from './laneMayEdit.js';

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
      read: (callback: Parameters<Store['read']>[0]) => {
        reads += 1;
        return store.read(callback);
      },
    });
    const ask = () => laneMayEdit.run({ ...repo.context(), store: counted }, { path: 'src/login/a.ts' });
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 0]);
    await repo.ok(queueAdd, { title: 'Something' });
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 1]);
    expect([await ask(), reads]).toMatchObject([{ owner: 'login' }, 1]);
    await repo.spawn('pay', { owns: ['src/pay'] });
    const asked = await laneMayEdit.run({ ...repo.context(), store: counted }, { path: 'src/pay/b.ts' });
    expect([asked, reads]).toMatchObject([{ owner: 'pay' }, 2]);
  });
});
