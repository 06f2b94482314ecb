import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Dialog } from '../../../test/editor/fake/dialogs.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

/** Waits for the notification that says this. */
async function notification(says: string): Promise<Dialog> {
  const found = (): Dialog | undefined =>
    editor.dialogs.open.find(({ asks, kind }) => kind !== 'modal' && asks.includes(says));
  await eventually(found).toBeDefined();
  return found() as Dialog;
}

describe('Restore Lane after Cancel Lane', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const [index, title] of ['Wash', 'Dry', 'Fold'].entries()) {
      await repository.add(title);
      await repository.ok(workerSpawn, { lane: `W-${index + 1}`, noFetch: true }, robin);
      await repository.ok(workerStart, { lane: `L-${index + 1}` }, agent);
    }
  });
  const file = (lane: string): string => scene().repository.beside(`repository.worktrees/${lane}/notes.txt`);
  const thread = (item: number): Promise<unknown> =>
    scene().repository.query(
      `select i.status, i.owner, l.status, w.state, w.agent from work_items i join lanes l on l.work_item_id = i.id
       join workers w on w.lane_id = l.id where i.number = ${item}`,
    );

  it.each([
    ['Cancel Item', 1, 'w1-wash', 'cancelled', 'codex', 'Restored w1-wash; W-1 is open again'],
    ['Return to Queue', 2, 'w2-dry', 'pending', null, 'Restored w2-dry'],
  ])('brings back lane, files and item: %s', async (button, item, lane, status, owner, says) => {
    scene().repository.write(`../repository.worktrees/${lane}/notes.txt`, 'half done\n');
    const before = await thread(item);
    expect(before).toEqual([['in_flight', 'codex', 'active', 'WORKING', 'codex']]);
    const asking = new FlowPerson(scene());
    await asking.begin('worker.cancel', { lane });
    await asking.answer({
      asks: `After Return to Queue or Cancel Item, Restore Lane brings back the lane, its files and W-${item}.`,
      presses: button,
    });
    await asking.ended();
    expect(await thread(item)).toEqual([[status, owner, 'closed', 'FAILED', 'codex']]);
    expect(existsSync(file(lane))).toBe(false);
    (await notification(`Closed ${lane}`)).answer('Restore Lane');
    await eventually(() => editor.statusMessages.at(-1)).toContain(says);
    expect(await thread(item)).toEqual([['in_flight', 'codex', 'active', 'ASSIGNED', 'codex']]);
    expect(readFileSync(file(lane), 'utf8')).toBe('half done\n');
    expectNoTrouble(scene());
  });

  it('says who has changed the item since, and offers to reopen it', async () => {
    const { repository } = scene();
    const asking = new FlowPerson(scene());
    await asking.begin('worker.cancel', { lane: 'w3-fold' });
    await asking.answer({ asks: 'Cancel the work in lane', presses: 'Return to Queue' });
    await asking.ended();
    const toast = await notification('Closed w3-fold');
    await editor.run('stateroom.queue.resolve', { id: 'W-3', status: 'cancelled' });
    toast.answer('Restore Lane');
    const refusal = await notification('W-3 “Fold” was cancelled by Robin after L-3 (w3-fold) was closed.');
    expect(refusal.buttons).toEqual(['Reopen Work Item…']);
    refusal.answer('Reopen Work Item…');
    await new FlowPerson(scene()).answer({ asks: 'Reason for reopening', types: 'By mistake' });
    await eventually(() => repository.query('select status from work_items where number = 3')).toEqual([['pending']]);
    await editor.run('stateroom.worker.restore', { lane: 'w3-fold' });
    expect(await thread(3)).toEqual([['in_flight', 'Robin', 'active', 'ASSIGNED', 'codex']]);
  });
});

describe('Undo', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const title of ['Iron', 'Mend', 'Hang']) await repository.add(title);
    await repository.ok(queueClaim, { id: 'W-2' }, agent);
    const remark = { severity: 'high', path: 'README.md', text: 'Limit it', repository: true } as const;
    await repository.ok(findingRecord, remark, agent);
  });
  const items = (): Promise<unknown> =>
    scene().repository.query(
      'select number, status, owner, resolved_at from work_items order by priority, rank, number',
    );
  const findings = (): Promise<unknown> =>
    scene().repository.query('select number, status, reopen_count from findings');
  const undo = (): Promise<unknown> => editor.run('stateroom.undo');

  it.each([
    ['stateroom.queue.resolve', { id: 'W-1', status: 'cancelled' }],
    ['stateroom.queue.resolve', { id: 'W-1', status: 'failed' }],
    ['stateroom.queue.resolve', { id: 'W-1', status: 'done' }],
    ['stateroom.queue.reprioritise', { id: 'W-3', before: 'W-1' }],
  ])('takes back %s %o: the queue is as before', async (command, input) => {
    scene().repository.now += 1000;
    const before = await items();
    await editor.run(command, input);
    expect(await items()).not.toEqual(before);
    expect(await undo()).toBeUndefined();
    expect(await items()).toEqual(before);
    expectNoTrouble(scene());
  });

  it('takes back the end of a claimed item, without the claim, as it says', async () => {
    expect(await items()).toContainEqual([2, 'in_flight', 'codex', null]);
    await editor.run('stateroom.queue.resolve', { id: 'W-2', status: 'cancelled' });
    expect(await undo()).toBeUndefined();
    expect(await items()).toContainEqual([2, 'pending', null, null]);
    expectNoTrouble(scene());
  });

  it('takes back a decision on a finding, which counts as no reopening', async () => {
    const before = await findings();
    await editor.run('stateroom.finding.wontfix', { ids: ['F-1'], note: 'Meant so' });
    expect(await findings()).toEqual([[1, 'wontfix', 0]]);
    expect(await undo()).toBeUndefined();
    expect(await findings()).toEqual(before);
    expectNoTrouble(scene());
  });
});
