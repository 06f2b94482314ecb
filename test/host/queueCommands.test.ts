import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { add, cli, closesList, pressing, rowsOf, run, shownPage, stateroom, takesFirst, until } from './stateroom.js';

/** A kind that comes before all others in lists. */
const kind = '0-first';

describe('Commands on the queue', () => {
  let api: StateroomApi;
  const added: string[] = [];

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.queue.focus');
  });

  // The other suites begin with a queue in which nothing of this one is open.
  after(async () => {
    for (const id of added) await run('queue.resolve', { id, status: 'cancelled' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const make = async (title: string, more: object = {}): Promise<string> => {
    const ref = await add(title, { priority: 0, ...more });
    added.push(ref);
    return ref;
  };
  const command = (name: string, ...given: unknown[]) => vscode.commands.executeCommand(`stateroom.${name}`, ...given);
  const readyRows = async (): Promise<readonly string[]> =>
    (await api.queue()).sections.find(({ section }) => section === 'ready')?.rows.map(({ ref }) => ref) ?? [];

  /** Has a setting for as long as something is done. */
  async function withSetting<T>(key: string, value: unknown, act: () => Promise<T>): Promise<T> {
    const set = (to: unknown) =>
      vscode.workspace.getConfiguration('stateroom').update(key, to, vscode.ConfigurationTarget.Global);
    await set(value);
    try {
      return await act();
    } finally {
      await set(undefined);
    }
  }

  it('list what is ready, and open the one that is taken from the list', async () => {
    const ref = await make('Taken from a list', { kind });
    const { items } = await pressing(takesFirst, run<{ items: WorkItem[] }>('queue.ready', { kind }));
    deepStrictEqual(
      items.map(item => [item.ref, item.title]),
      [[ref, 'Taken from a list']],
    );
    await shownPage(ref);
  });

  it('let a work item no longer wait for another', async () => {
    const first = await make('Waited for');
    const second = await make('Waits', { dependsOn: [first] });
    strictEqual((await readyRows()).includes(second), false);
    await run('queue.undepend', { id: second, dependsOn: [first] });
    strictEqual((await readyRows()).includes(second), true);
    deepStrictEqual(await rowsOf("select open_dependencies, status from work_items where title = 'Waits'"), [
      [0, 'pending'],
    ]);
  });

  it('resume what was claimed without a lease, once that is older than queue.staleMinutes says', async () => {
    const ref = await make('Claimed and left');
    await run('queue.claim', { id: ref });
    const isResumed = async (): Promise<boolean> => {
      const asked = run<{ items: WorkItem[] }>('queue.replay', { limit: 10_000 });
      return (await pressing(closesList, asked)).items.some(item => item.ref === ref);
    };
    strictEqual(await isResumed(), false);
    strictEqual(await withSetting('queue.staleMinutes', 0.0001, isResumed), true);
  });

  it('give a model a claim that holds for queue.leaseMinutes', async () => {
    const ref = await make('Claimed by a model');
    const input = { id: ref };
    await withSetting('queue.leaseMinutes', 90, async () =>
      vscode.lm.invokeTool('stateroom_claim', { input, toolInvocationToken: undefined }),
    );
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
    strictEqual(item.ownerRole, 'agent');
    const held = Date.parse(item.leaseUntil ?? '') - Date.parse(item.claimedAt ?? '');
    strictEqual(held, 90 * 60_000);
  });

  it('write in the name that personName gives, else in git’s', async () => {
    await withSetting('personName', 'Kim', () => make('Added by Kim'));
    await make('Added by Robin');
    deepStrictEqual(
      await rowsOf("select title, queued_by from work_items where title like 'Added by %' order by title"),
      [
        ['Added by Kim', 'Kim'],
        ['Added by Robin', 'Robin'],
      ],
    );
  });

  it('narrow the view to a kind and widen it again, in both ways', async () => {
    const ref = await make('Alone of its kind', { kind });
    const others = (await readyRows()).length;
    const narrow = async (): Promise<void> => {
      await pressing(takesFirst, command('queue.filter'));
      strictEqual((await api.queue()).message, 'Filtered by kind: 0-first');
      deepStrictEqual(
        (await readyRows()).filter(row => row !== added[0]),
        [ref],
      );
    };
    await narrow();
    // With a filter, the first choice is to be rid of it.
    await pressing(takesFirst, command('queue.filterAgain'));
    strictEqual((await api.queue()).message, undefined);
    strictEqual((await readyRows()).length, others);
    await narrow();
    await command('queue.clearFilter');
    strictEqual((await api.queue()).message, undefined);
    strictEqual((await readyRows()).length, others);
  });

  it('copy references, and select the row of a work item', async () => {
    const [first, second] = [await make('Copied 1'), await make('Copied 2')];
    await command('queue.copyReference', { ids: [first, second] });
    strictEqual(await vscode.env.clipboard.readText(), `${first}, ${second}`);
    strictEqual(await command('queue.reveal', second), true);
    // What a key would copy now is what is selected.
    await until('the selection', async () => {
      await command('queue.copyReference', { fromSelection: true });
      return (await vscode.env.clipboard.readText()) === second || undefined;
    });
  });
});
