import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { invoke } from '../invoke.js';
import { taskFinish } from './taskFinish.js';
import { taskShow } from './taskShow.js';
import { taskStart } from './taskStart.js';
import { taskUpdate } from './taskUpdate.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

describe('finishing while someone writes to the task', () => {
  /** Finishes T-1, with `meanwhile` between the gate and the write. */
  async function finishWith(input: { revision?: number }, meanwhile: () => Promise<unknown>) {
    const context = repo.context();
    const { store } = context;
    let waiting = true;
    const slow = {
      ...context,
      store: new Proxy(store, {
        get(target, key) {
          if (key !== 'transaction') {
            const value: unknown = Reflect.get(target, key);
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return async (callback: Parameters<typeof store.transaction>[0]) => {
            if (waiting) {
              waiting = false;
              await meanwhile();
            }
            return target.transaction(callback);
          };
        },
      }),
    };
    return invoke(taskFinish, slow, { task: 'T-1', ...input });
  }

  async function ready(): Promise<void> {
    repo.git('switch', '-q', '-c', 'fix-typo');
    repo.commit('Work', { 'src/a.ts': 'export {};\n' });
    await repo.ok(taskStart, { objective: 'Fix the typo', light: true });
    await repo.ok(evidenceRun, { command: ['true'] });
  }

  it('does not lose to a new focus when no revision was given', async () => {
    await ready();
    const result = await finishWith({}, () => repo.ok(taskUpdate, { focus: 'The footer' }));
    expect(result).toMatchObject({ task: { status: 'done', focus: null } });
  });

  it('loses where a revision was given, or what was judged has changed', async () => {
    await ready();
    const { task } = await repo.ok(taskShow, { task: 'T-1' });
    const focused = () => repo.ok(taskUpdate, { focus: 'The footer' });
    expect(await finishWith({ revision: task.revision }, focused)).toMatchObject({ code: 'stale' });
    const blocked = () => repo.ok(taskUpdate, { status: 'blocked', revision: task.revision + 1 });
    expect(await finishWith({}, blocked)).toMatchObject({ code: 'stale' });
  });
});
