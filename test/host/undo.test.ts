import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import type { SpokenRefusal } from '../support/spokenRefusal.js';
import { add, cli, eventsOf, run, stateroom } from './stateroom.js';

describe('Undo', () => {
  it('reopens what was resolved, by an event of its own, and only once', async () => {
    const { undo } = await stateroom();
    const ref = await add('Resolved by mistake');
    await run('queue.claim', { id: ref });
    await run('queue.resolve', { id: ref, status: 'done' });
    strictEqual(undo(), `Reopen ${ref} (the claim by Robin is not restored)`);
    strictEqual(await undone(), undefined);
    strictEqual(undo(), undefined);
    await undone();
    deepStrictEqual(
      (await eventsOf(ref)).map(({ type }) => type),
      ['work_item_created', 'work_item_claimed', 'work_item_resolved', 'work_item_reopened'],
    );
    const { item } = await shown(ref);
    deepStrictEqual([item.status, item.owner], ['pending', null]);
    await run('queue.resolve', { id: ref, status: 'cancelled' });
  });

  it('is refused when the row changed meanwhile, and changes nothing', async () => {
    const ref = await add('Resolved, then changed');
    await run('queue.resolve', { id: ref, status: 'cancelled' });
    await run('queue.annotate', { id: ref, patch: { seen: true } });
    const refusal = await undone();
    strictEqual(refusal?.code, 'stale');
    match(refusal?.message ?? '', /is at revision \d+, not \d+\. It is now cancelled\./);
    strictEqual((await shown(ref)).item.status, 'cancelled');
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('moves back what was moved, by priority and by place', async () => {
    const { undo } = await stateroom();
    const refs = [];
    for (const title of ['First', 'Second', 'Third']) refs.push(await add(title, { kind: 'moved', priority: 3 }));
    const [first = '', second = '', third = ''] = refs;
    await run('queue.reprioritise', { id: third, before: first });
    deepStrictEqual(await order(), [third, first, second]);
    strictEqual(undo(), `Move ${third} to the end of priority 3`);
    await undone();
    deepStrictEqual(await order(), [first, second, third]);
    await run('queue.reprioritise', { id: first, priority: 0 });
    strictEqual(undo(), `Move ${first} before ${second}`);
    await undone();
    deepStrictEqual(await order(), [first, second, third]);
    strictEqual((await shown(first)).item.priority, 3);
    // What it stood before was made urgent meanwhile, by someone else: that is not what is undone.
    await run('queue.reprioritise', { id: first, after: third });
    strictEqual(undo(), `Move ${first} before ${second}`);
    await cli('codex-1', 'queue', 'reprioritise', second, '--priority', '0');
    strictEqual(await undone(), undefined);
    deepStrictEqual([(await shown(first)).item.priority, (await shown(second)).item.priority], [3, 0]);
    for (const ref of refs) await run('queue.resolve', { id: ref, status: 'cancelled' });
  });

  it('opens findings again that were decided on, all of them', async () => {
    const { undo } = await stateroom();
    const refs = [];
    for (const text of ['One', 'Two']) {
      const input = { severity: 'low', path: 'README.md', text, repository: true };
      refs.push((await run<{ finding: Finding }>('finding.record', input)).finding.ref);
    }
    const dismissed = await run<{ findings: Finding[] }>('finding.wontfix', { ids: refs, note: 'never mind' });
    ok(dismissed.findings.every(({ status }) => status === 'wontfix'));
    strictEqual(undo(), `Reopen ${refs.join(', ')}`);
    strictEqual(await undone(), undefined);
    for (const ref of refs) {
      const { finding } = await cli<{ finding: Finding }>('reader', 'finding', 'show', ref);
      deepStrictEqual([finding.status, finding.reopenCount], ['open', 0]);
    }
  });

  it('opens none of several findings again when one of them has changed', async () => {
    const refs = [];
    for (const text of ['Three', 'Four']) {
      const input = { severity: 'low', path: 'README.md', text, repository: true };
      refs.push((await run<{ finding: Finding }>('finding.record', input)).finding.ref);
    }
    const [three = '', four = ''] = refs;
    await run('finding.defer', { ids: refs, note: 'later' });
    await cli('codex', 'finding', 'reopen', four, '--reason', 'it is time');
    await cli('codex', 'finding', 'wontfix', four, '--note', 'meant so');
    const refusal = await undone();
    strictEqual(refusal?.code, 'conflict');
    match(refusal?.message ?? '', new RegExp(`^${four} `));
    for (const [ref, status] of [
      [three, 'deferred'],
      [four, 'wontfix'],
    ] as const) {
      const { finding } = await cli<{ finding: Finding }>('reader', 'finding', 'show', ref);
      strictEqual(finding.status, status);
    }
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('takes back what it can of several, and says what it cannot', async () => {
    const [one, two] = [await add('Resolved, one'), await add('Resolved, two')];
    await run('queue.resolve', { ids: [one, two], status: 'cancelled' });
    await run('queue.annotate', { id: two, patch: { seen: true } });
    strictEqual((await undone())?.code, 'stale');
    strictEqual((await shown(one)).item.status, 'pending');
    strictEqual((await shown(two)).item.status, 'cancelled');
    await run('queue.resolve', { id: one, status: 'cancelled' });
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});

async function undone(): Promise<SpokenRefusal | undefined> {
  return (await vscode.commands.executeCommand('stateroom.undo')) as SpokenRefusal | undefined;
}

async function shown(ref: string): Promise<{ item: WorkItem }> {
  return cli('reader', 'queue', 'show', ref);
}

/** The moved ones as they are handed out. */
async function order(): Promise<string[]> {
  const { items } = await cli<{ items: WorkItem[] }>('reader', 'queue', 'list', '--kind', 'moved', '--order', 'queue');
  return items.filter(({ status }) => status === 'pending').map(({ ref }) => ref);
}
