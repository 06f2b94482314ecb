import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { Task } from '../../src/domain/task/task.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { add, cli, folder, run, stateroom, until } from './stateroom.js';

const ulid = '01KAHM0Z0000000000000000AA';

describe('Links from outside', () => {
  it('are copied from rows, and name no path, title or person', async () => {
    await stateroom();
    const ref = await add('A secret plan');
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
    const link = await copy({ id: item.id, row: { type: 'workItem', item } });
    strictEqual(link, `${vscode.env.uriScheme}://stateroom.stateroom/item/${item.id}`);
    strictEqual(await vscode.env.clipboard.readText(), link);
    const input = { severity: 'low', path: 'README.md', text: 'Say more', repository: true };
    const { finding } = await run<{ finding: Finding }>('finding.record', input);
    match(await copy({ id: finding.id, row: { type: 'finding', finding } }), new RegExp(`/finding/${finding.id}$`));
  });

  it('show an item at once', async () => {
    const ref = await add('Shown by a link');
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
    strictEqual(await open(`/item/${item.id}`), 'shown');
    await until('the page', () => pages().includes(ref) || undefined);
  });

  it('show findings and tasks, and say of a lane that it is another', async () => {
    const input = { severity: 'low', path: 'README.md', text: 'Shown by a link', repository: true };
    const { finding } = await run<{ finding: Finding }>('finding.record', input);
    strictEqual(await open(`/finding/${finding.id}`), 'shown');
    await until('the page', () => pages().includes(finding.ref) || undefined);
    const begun = await cli<{ task: Task }>('codex-1', 'task', 'start', 'Linked', '--here', '--light');
    strictEqual(await open(`/task/${begun.task.id}`), 'shown');
    // The id of one kind leads to nothing of another kind.
    strictEqual(await open(`/lane/${begun.task.id}`), 'unknown');
    strictEqual(await open(`/item/${finding.id}`), 'unknown');
    const lane = await run<Lane>('worker.spawn', { lane: 'aside', noFetch: true });
    match(await copy({ id: lane.id, row: { type: 'lane', lane, input: {} } }), new RegExp(`/lane/${lane.id}$`));
    strictEqual(await open(`/lane/${lane.id}`), 'shown');
    await run('worker.cancel', { lane: 'aside', outcome: 'queue' });
    await run('task.archive', { task: begun.task.ref });
    // Tests that follow are on the branch of the repository.
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: folder() });
  });

  it('that are hostile change nothing, show nothing and ask nothing', async () => {
    const ref = await add('Not reached');
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const before = await last();
    const hostile: [path: string, query?: string, fragment?: string][] = [
      [''],
      ['/'],
      ['/item'],
      ['/item/'],
      [`/item/${ref}`],
      ['/item/1'],
      ['/item/*'],
      ['/item/%00'],
      [`/item/${item.id}/`],
      [`/item/${item.id}/delete`],
      [`/item/${item.id}/../../task`],
      [`/item/${item.id}`, 'status=done'],
      [`/item/${item.id}`, 'confirm=true'],
      [`/item/${item.id}`, 'windowId=_blank'],
      [`/item/${item.id}`, '', 'resolve'],
      [`/item/${item.id}\n`],
      [`/item/${item.id}\u0000`],
      [`/item/${item.id}\u202e`],
      [`/item/${item.id.toLowerCase()}`],
      [`/item/${item.id} `],
      [`/item/${item.id}A`],
      [`/item/${item.id.slice(1)}`],
      [`/Item/${item.id}`],
      [`/items/${item.id}`],
      [`//item/${item.id}`],
      [`/./item/${item.id}`],
      [`/x/../item/${item.id}`],
      [`/queue.resolve/${item.id}`],
      [`/command/${item.id}`],
      ['/command:stateroom.store.restore'],
      ['/stateroom.queue.resolve', JSON.stringify({ id: ref, status: 'done' })],
      ['/store/restore', 'file=/etc/passwd'],
      ['/file/etc/passwd'],
      ['/../../../../etc/passwd'],
      ['/item/../../../../etc/passwd'],
      ['/%2e%2e/%2e%2e/etc/passwd'],
      ['/item/$(id)'],
      ['/item/;rm -rf .'],
      ['/item/`id`'],
      ["/item/' or 1=1 --"],
      ['/item/<script>alert(1)</script>'],
      ['/item/[x](command:workbench.action.quit)'],
      ['/item/javascript:alert(1)'],
      ['/__proto__/constructor'],
      [`/__proto__/${ulid}`],
      [`/constructor/${ulid}`],
      [`/item/${'A'.repeat(100_000)}`],
      [`/${'item/'.repeat(10_000)}`],
      [`/item/${ulid}`],
      [`/finding/${item.id}`],
      [`/task/${item.id}`],
      [`/lane/${item.id}`],
    ];
    ok(hostile.length >= 50);
    const outcomes = await Promise.all(hostile.map(([path, query, fragment]) => open(path, query, fragment)));
    deepStrictEqual(outcomes.map((outcome, index) => [hostile[index]?.[0].slice(0, 60), outcome]).slice(-4), [
      [`/item/${ulid}`, 'unknown'],
      [`/finding/${item.id}`, 'unknown'],
      [`/task/${item.id}`, 'unknown'],
      [`/lane/${item.id}`, 'unknown'],
    ]);
    deepStrictEqual([...new Set(outcomes.slice(0, -4))], ['unreadable']);
    strictEqual(await last(), before);
    deepStrictEqual(pages(), []);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});

async function open(path: string, query = '', fragment = ''): Promise<string> {
  const { openLink } = await stateroom();
  return openLink(vscode.Uri.from({ scheme: 'vscode', authority: 'stateroom.stateroom', path, query, fragment }));
}

async function copy(node: object): Promise<string> {
  return (await vscode.commands.executeCommand('stateroom.copyLink', node)) as string;
}

/** References of the records that are open. */
function pages(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('stateroom.record'))
    .map(({ label }) => label.split(' ')[0] ?? '');
}

/** Id of the latest event of the store: it grows with each write. */
async function last(): Promise<number> {
  const { events } = await cli<{ events: { id: number }[] }>('reader', 'events', 'tail', '--limit', '1');
  return events[0]?.id ?? 0;
}
