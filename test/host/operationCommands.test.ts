import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { add, cli, eventsOf, refused, run, stateroom } from './stateroom.js';

describe('Commands made from the catalogue', () => {
  it('walk a work item through its life with exactly three events', async () => {
    await stateroom();
    const ref = await add('Walk the whole way', { kind: 'test', labels: ['life'] });
    const claimed = await run('queue.claim', { id: ref });
    strictEqual(claimed.item.status, 'in_flight');
    strictEqual(claimed.item.ownerRole, 'human');
    strictEqual(claimed.item.owner, 'Robin');
    strictEqual(claimed.item.leaseUntil, null);
    const resolved = await run('queue.resolve', { id: ref, status: 'done', notes: 'walked' });
    strictEqual(resolved.item.status, 'done');
    const events = await eventsOf(ref);
    deepStrictEqual(
      events.map(({ type, actor, role }) => [type, actor, role]),
      [
        ['work_item_created', 'Robin', 'human'],
        ['work_item_claimed', 'Robin', 'human'],
        ['work_item_resolved', 'Robin', 'human'],
      ],
    );
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
    deepStrictEqual(
      { title: item.title, kind: item.kind, labels: item.labels, status: item.status, notes: item.notes },
      { title: 'Walk the whole way', kind: 'test', labels: ['life'], status: 'done', notes: 'walked' },
    );
  });

  it('add nothing for an id that exists', async () => {
    const first = await run<{ inserted: boolean; item: WorkItem }>('queue.add', { title: 'Once', id: 'only-once' });
    const again = await run<{ inserted: boolean; item: WorkItem; differs: string[] }>('queue.add', {
      title: 'Twice',
      id: 'only-once',
    });
    strictEqual(first.inserted, true);
    strictEqual(again.inserted, false);
    strictEqual(again.item.title, 'Once');
    deepStrictEqual(again.differs, ['title']);
  });

  it('take a bare reference, as links and chat give it', async () => {
    const ref = await add('By reference');
    const result = (await vscode.commands.executeCommand('stateroom.queue.claim', ref)) as { item: WorkItem };
    strictEqual(result.item.owner, 'Robin');
    await run('queue.release', { id: ref });
  });

  it('act on every selected row, in their order', async () => {
    const nodes = [await nodeOf(await add('First of two')), await nodeOf(await add('Second of two'))];
    const outputs = (await vscode.commands.executeCommand('stateroom.queue.claim', nodes[1], nodes)) as {
      item: WorkItem;
    }[];
    deepStrictEqual(
      outputs.map(({ item }) => [item.title, item.owner]),
      [
        ['First of two', 'Robin'],
        ['Second of two', 'Robin'],
      ],
    );
    await vscode.commands.executeCommand('stateroom.queue.markDone', nodes[0], nodes);
    deepStrictEqual(
      await Promise.all(outputs.map(async ({ item }) => (await run('queue.show', { id: item.ref })).item.status)),
      ['done', 'done'],
    );
  });

  it('refuse what is not allowed, in a sentence, and change nothing', async () => {
    const ref = await add('Refuse me');
    await run('queue.resolve', { id: ref, status: 'cancelled' });
    const claim = await refused('queue.claim', { id: ref });
    strictEqual(claim.code, 'transition_not_allowed');
    ok(claim.message.includes(ref));
    const unknown = await refused('queue.claim', { id: 'W-99999' });
    strictEqual(unknown.code, 'not_found');
    const title = await refused('queue.add', { title: '   ' });
    strictEqual(title.code, 'invalid_input');
    match(title.message, /title: it is empty/);
    strictEqual((await eventsOf(ref)).length, 2);
  });

  it('refuse a cycle of dependencies', async () => {
    const first = await add('Cycle 1');
    const second = await add('Cycle 2', { dependsOn: [first] });
    const notify = await refused('queue.depend', { id: first, dependsOn: [second] });
    ok(notify.message.includes(first) && notify.message.includes(second), notify.message);
    const freed = await run<{ freed: { ref: string }[] }>('queue.resolve', { id: first, status: 'done' });
    deepStrictEqual(
      freed.freed.map(({ ref }) => ref),
      [second],
    );
  });

  it('answer an agent’s question and let it go on', async () => {
    const ref = await add('Ask me');
    await cli('codex-1', 'queue', 'claim', ref);
    await cli('codex-1', 'queue', 'ask', ref, '--question', 'May I?');
    const answered = await run('queue.advance', { id: ref, answer: 'You may', to: 'in_flight' });
    strictEqual(answered.item.owner, 'codex-1');
    strictEqual(answered.item.answer, 'You may');
    ok(answered.item.leaseUntil !== null);
    await cli('codex-1', 'queue', 'resolve', ref, '--status', 'done');
  });

  it('refuse to take what another holds, and take it over on demand', async () => {
    const ref = await add('Held');
    await cli('codex-1', 'queue', 'claim', ref);
    const conflict = await refused('queue.claim', { id: ref });
    strictEqual(conflict.code, 'conflict');
    ok(conflict.message.includes('codex-1'));
    const taken = (await vscode.commands.executeCommand('stateroom.queue.takeOver', ref)) as { item: WorkItem };
    strictEqual(taken.item.owner, 'Robin');
    await run('queue.release', { id: ref });
  });

  it('claim the next one, change it, note something, and give it back', async () => {
    const ref = await add('Next up', { priority: 0, kind: 'only-here' });
    const next = await run('queue.next', { kind: 'only-here' });
    strictEqual(next.item.ref, ref);
    const edited = await run('queue.edit', { id: ref, title: 'Next up, renamed', labels: ['a', 'b'] });
    strictEqual(edited.item.title, 'Next up, renamed');
    const noted = await run('queue.annotate', { id: ref, patch: { branch: 'x' } });
    deepStrictEqual(noted.item.notes, { branch: 'x' });
    const released = await run('queue.release', { id: ref });
    strictEqual(released.item.status, 'pending');
    const reopened = await refused('queue.reopen', { id: ref, reason: 'never ended' });
    strictEqual(reopened.code, 'transition_not_allowed');
    await run('queue.resolve', { id: ref, status: 'cancelled' });
    strictEqual((await run('queue.reopen', { id: ref, reason: 'after all' })).item.status, 'pending');
  });

  it('import JSON Lines, all or none', async () => {
    const good = '{"title":"Imported 1","id":"import-1"}\n{"title":"Imported 2","id":"import-2"}\n';
    const imported = await run<{ inserted: number }>('queue.import', { jsonl: good });
    strictEqual(imported.inserted, 2);
    const bad = await refused('queue.import', { jsonl: '{"title":"Imported 3","id":"import-3"}\n{"title":""}\n' });
    strictEqual(bad.code, 'invalid_input');
    strictEqual((await refused('queue.show', { id: 'import-3' })).code, 'not_found');
  });

  it('reach the operations that have no flow of their own', async () => {
    const ref = await add('With an event');
    await run('events.append', { type: 'deploy_started', workItem: ref, payload: { to: 'staging' } });
    deepStrictEqual(
      (await eventsOf(ref)).map(({ type }) => type),
      ['work_item_created', 'deploy_started'],
    );
    const check = await run<{ ok: boolean }>('store.check');
    strictEqual(check.ok, true);
  });

  it('end a query that never ends, and go on meanwhile', async () => {
    const sql = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n';
    const ended = refused('store.query', { sql, timeout: 2 });
    const ref = await add('Added meanwhile');
    strictEqual((await run<{ item: WorkItem }>('queue.show', { id: ref })).item.title, 'Added meanwhile');
    const refusal = await ended;
    strictEqual(refusal.code, 'timed_out');
    strictEqual(refusal.message, 'The query was stopped because it took longer than 2 s.');
  });
});

/** A row as the Queue view hands it to a command. */
async function nodeOf(ref: string): Promise<unknown> {
  const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref);
  return { id: item.id, row: { type: 'workItem', item } };
}
