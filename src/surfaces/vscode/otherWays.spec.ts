import { describe, expect, it, vi } from 'vitest';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import type { FlowTestRepository } from '../../../test/editor/keyFlow/flowTestRepository.js';
import { letGo } from '../../../test/editor/keyFlow/letGo.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { laneClose } from '../../operations/lane/laneClose.js';
import { laneRecordMerged } from '../../operations/lane/laneRecordMerged.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerFail } from '../../operations/lane/worker/workerFail.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { taskStart } from '../../operations/task/taskStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

/** Commits something in a lane, submits and approves it. */
async function approve(repository: FlowTestRepository, lane: string): Promise<void> {
  const folder = `../repository.worktrees/${lane}`;
  await repository.ok(workerStart, { lane }, agent);
  repository.write(`${folder}/${lane}.ts`, 'export {};\n');
  repository.git('-C', folder, 'add', '--all');
  repository.git('-C', folder, 'commit', '--quiet', `--message=Change ${lane}`);
  await repository.ok(workerDone, { lane, noFetch: true }, agent);
  await repository.ok(workerApprove, { lane }, robin);
}

describe('where a person may go on after a refusal', () => {
  const scene = openFlowScene(editor, async repository => {
    const open = (lane: string) => repository.ok(workerSpawn, { lane, noFetch: true }, agent);
    for (const title of ['Wash', 'Dry', 'Fold', 'Iron']) await repository.add(title);
    await repository.add('Mend', { dependsOn: ['W-4'] });
    await repository.add('Sort', { dependsOn: ['W-1'] });
    await open('W-1');
    await approve(repository, 'w1-wash');
    await open('W-2');
    await repository.ok(taskStart, { workItem: 'W-3', ref: 'fold-1', here: true, light: true }, robin);
  });
  const stateOf = (number: number) =>
    scene().repository.query(`select status from work_items where number = ${number}`);
  const lanesOf = (number: number) =>
    scene().repository.query(
      `select l.status from lanes l join work_items w on w.id = l.work_item_id where w.number = ${number}`,
    );
  const dialog = async (words: string) => {
    const { open } = editor.dialogs;
    await eventually(() => open.map(({ asks }) => asks).join('\n')).toContain(words);
    const found = open.find(({ asks }) => asks.includes(words));
    if (found === undefined) throw new Error(`Nothing asks ${words}.`);
    return found;
  };

  it('an item that is given a lane after others opens planned, or early', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('worker.spawn', { lane: 'W-6' });
    const asked = await dialog('W-6 “Sort” is blocked by W-1 “Wash” (in progress).');
    expect(asked.kind).toBe('modal');
    expect(asked.buttons).toEqual(['Start Early', 'Open After L-1']);
    expect(asked.asks).toContain('Open After L-1: plans the lane; it opens after the merge of L-1.');
    asked.answer('Open After L-1');
    await asking.ended();
    expect([await stateOf(6), await lanesOf(6)]).toEqual([[['in_flight']], [['planned']]]);
    expectNoTrouble(scene());
  });

  it('a lane of a blocked item opens early, or not at all', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('worker.spawn');
    await asking.answer({ asks: 'Select what the lane is for', chooses: 'Work item' });
    await asking.answer({ asks: 'Select a work item', chooses: 'W-5' });
    await asking.answer({ asks: 'What should be done?', types: '' });
    await asking.answer({ asks: 'Files this lane may change', types: '' });
    await asking.answer({ asks: 'Start with', chooses: 'Choose later' });
    const asked = await dialog('W-5 “Mend” is blocked by W-4 “Iron” (pending).');
    expect(asked.buttons).toEqual(['Start Early']);
    asked.answer(undefined);
    await asking.ended();
    expect(await lanesOf(5)).toEqual([]);
    await asking.begin('worker.spawn', { lane: 'W-5' });
    await asking.answer({ asks: 'W-5', presses: 'Start Early' });
    await asking.ended();
    expect([await stateOf(5), await lanesOf(5)]).toEqual([[['in_flight']], [['active']]]);
    expectNoTrouble(scene());
  });

  it('resolving an item whose lane is open cancels that first, or is not done', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('queue.markDone', { id: 'W-2' });
    const asked = await dialog('is working on W-2 “Dry” in L-2 (w2-dry).');
    expect(asked.buttons).toEqual(['Cancel Lane', 'Keep']);
    asked.answer('Keep');
    await asking.ended();
    expect([await stateOf(2), await lanesOf(2)]).toEqual([[['in_flight']], [['active']]]);
    await asking.begin('queue.markDone', { id: 'W-2' });
    await asking.answer({ asks: 'W-2', presses: 'Cancel Lane' });
    await asking.ended();
    expect([await stateOf(2), await lanesOf(2)]).toEqual([[['done']], [['closed']]]);
    expectNoTrouble(scene());
  });

  it('resolving an item whose lane is approved can merge it', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('queue.markDone', { id: 'W-1' });
    const asked = await dialog('W-1 “Wash”');
    expect(asked.buttons).toEqual(['Merge', 'Cancel Lane', 'Keep']);
    asked.answer('Merge');
    await asking.answer({ asks: 'Merge lane L-1 Wash?', presses: 'Merge' });
    await asking.ended();
    expect([await stateOf(1), await lanesOf(1)]).toEqual([[['done']], [['merged']]]);
    expectNoTrouble(scene());
  });

  it('resolving an item of a task leads to the end of that', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('queue.markDone', { id: 'W-3' });
    const asked = await dialog('W-3 “Fold” in T-1 (fold-1).');
    expect(asked.buttons).toEqual(['Finish Task', 'Keep']);
    asked.answer('Finish Task');
    const refused = await dialog('T-1 (fold-1) was not finished');
    refused.answer(undefined);
    await asking.ended();
    expect(await stateOf(3)).toEqual([['in_flight']]);
    expectNoTrouble(scene());
  });

  it('a task of a blocked item starts early, with its title as the goal', async () => {
    const { repository } = scene();
    const { ref } = await repository.add('Store', { dependsOn: ['W-4'] });
    const asking = new FlowPerson(scene());
    await asking.begin('task.start', { id: 'x', row: { type: 'workItem', item: { ref } } }, []);
    await asking.leave({ asks: 'Short name for the branch', types: '' });
    await asking.ended();
    await asking.begin('task.start', { workItem: ref });
    await asking.answer({ asks: 'Short name for the branch', types: 'store-1' });
    await asking.answer({ asks: 'Select where to work on it', chooses: 'New worktree' });
    await asking.answer({ asks: 'Store', presses: 'Start Early' });
    await asking.ended();
    const sql =
      "select t.objective, w.status from tasks t join work_items w on w.id = t.work_item_id where t.ref = 'store-1'";
    expect(await repository.query(sql)).toEqual([['Store', 'in_flight']]);
    expectNoTrouble(scene());
  });

  it('a lane whose paths another one owns opens after that one', async () => {
    const { repository } = scene();
    const { ref } = await repository.ok(workerSpawn, { lane: 'press', owns: ['src/press/**'], noFetch: true }, agent);
    const asking = new FlowPerson(scene());
    await asking.begin('worker.spawn', { lane: 'starch', owns: ['src/**'], noFetch: true });
    const asked = await dialog(`${ref} (press) owns paths that may overlap with src/**.`);
    expect([asked.kind, asked.buttons]).toEqual(['modal', [`Open After ${ref}`]]);
    asked.answer(`Open After ${ref}`);
    await asking.ended();
    expect(await repository.query("select status from lanes where name = 'starch'")).toEqual([['planned']]);
    expectNoTrouble(scene());
  });

  it('a lane for review is opened with the agent and the model that are typed', async () => {
    const { repository } = scene();
    const asking = new FlowPerson(scene());
    await asking.begin('worker.spawn');
    await asking.answer({ asks: 'Select what the lane is for', chooses: 'Review of a lane' });
    await asking.answer({ asks: 'Select a lane to review', chooses: 'w5-mend' });
    await asking.back({ asks: 'Start with', chooses: '' });
    await asking.answer({ asks: 'Select a lane to review', chooses: 'w5-mend' });
    await asking.answer({ asks: 'Start with', chooses: 'codex gpt-5.2' });
    await asking.ended();
    expect(
      await repository.query("select kind, backend, model, base_branch from lanes where name = 'w5-mend-review'"),
    ).toEqual([['review', 'codex', 'gpt-5.2', 'feature/w5-mend']]);
    await asking.begin('worker.spawn', { lane: 'W-4', asksOwned: true });
    await asking.answer({ asks: 'Files this lane may change', types: '' });
    const list = await asking.list('Start with');
    expect(
      list
        .shown()
        .map(({ label }) => label)
        .slice(0, 2),
    ).toEqual(['$(edit) codex gpt-5.2', '$(watch) Choose later']);
    list.escape();
    await asking.ended();
    expectNoTrouble(scene());
  });

  it('an item that is merged with something left is finished, from its row or from the menu', async () => {
    const { repository } = scene();
    const { ref } = await repository.add('Ship');
    const { lane, branch } = await repository.ok(workerSpawn, { lane: ref, noFetch: true }, agent);
    await approve(repository, lane);
    await repository.ok(taskStart, { workItem: ref, ref: 'ship-1' }, robin);
    await repository.ok(actionAdd, { text: 'Tell the team', task: 'ship-1' }, robin);
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--message=Merge by hand', branch);
    await repository.ok(laneRecordMerged, {}, robin);
    const view = editor.views.get('stateroom.needsYou');
    await eventually(async () => (await view?.find(`${ref} Ship`))?.context).toContain('act:task.finish');
    const asking = new FlowPerson(scene());
    await asking.begin('showStatus');
    await asking.answer({ asks: 'Needs you', chooses: `${ref} Ship` });
    const list = await asking.list('Choose how the work goes on');
    expect(list.shown().map(({ label }) => label)).toEqual([
      '$(check-all) Finish the task',
      '$(add) Open another lane',
      '$(reply) Answer, or return it to the queue',
    ]);
    await asking.answer({ asks: 'Choose how the work goes on', chooses: 'Finish the task' });
    const refused = await dialog('(ship-1) was not finished');
    refused.answer(undefined);
    await asking.ended();
    // Its button leads to the same.
    await asking.begin('queue.markDone', { id: ref });
    await asking.answer({ asks: '(ship-1)', presses: 'Keep' });
    await asking.ended();
    expectNoTrouble(scene());
  });

  it('an item whose lane has failed is tried again, from its row', async () => {
    const { repository } = scene();
    const { ref } = await repository.add('Send');
    const number = Number(ref.slice(2));
    const { lane } = await repository.ok(workerSpawn, { lane: ref, noFetch: true }, agent);
    await repository.ok(workerStart, { lane }, agent);
    await repository.ok(workerFail, { lane, reason: 'Out of tries' }, agent);
    await repository.ok(laneClose, { lane }, robin);
    const row = async () => editor.views.get('stateroom.needsYou')?.find(`${ref} Send`);
    await eventually(async () => (await row())?.context).toContain('act:worker.retry');
    expect([await stateOf(number), await lanesOf(number)]).toEqual([[['waiting_human']], [['closed']]]);
    const asking = new FlowPerson(scene());
    await asking.begin('worker.retry', (await row())?.node, []);
    await asking.ended();
    expect([await stateOf(number), await lanesOf(number)]).toEqual([[['in_flight']], [['active']]]);
    await eventually(row).toBeUndefined();
    expectNoTrouble(scene());
  });

  it('work items that do not agree with their lanes are found by the check, shown and repaired', async () => {
    const { repository } = scene();
    await letGo(repository, 'W-5');
    const asking = new FlowPerson(scene());
    await asking.begin('store.check');
    const found = await dialog('Work items that do not match their tasks and lanes: 1');
    expect(found.buttons).toEqual(['Repair Threads…', 'Show Report']);
    found.answer('Repair Threads…');
    const text = 'W-5 “Mend” is not claimed, although L-4 (w5-mend) is working on it.';
    await asking.answer({ asks: text, presses: 'Repair' });
    await asking.ended();
    expect(await stateOf(5)).toEqual([['in_flight']]);
    await asking.begin('store.repair');
    await asking.ended();
    (await dialog('All work items match their tasks and lanes.')).answer(undefined);
    await repository.refused(queueClaim, { id: 'W-5' }, agent);
    expectNoTrouble(scene());
  });
});

describe('a finding that needs no change', () => {
  const scene = openFlowScene(editor, async repository => {
    const where = { path: 'README.md', severity: 'low', repository: true } as const;
    await repository.ok(findingRecord, { ...where, text: 'The caller may be missing' }, robin);
  });

  it('is marked as fixed with a note in the place of a commit', async () => {
    const asked = new FlowPerson(scene());
    await asked.begin('finding.fix', { ids: ['F-1'] });
    await asked.answer({ asks: 'No commit on this branch was made after', chooses: 'Nothing had to change' });
    await asked.answer({ asks: 'Why did nothing have to change?', types: 'The caller checks it' });
    await asked.ended();
    expect(await scene().repository.query('select status, note from findings')).toEqual([
      ['fixed', 'The caller checks it'],
    ]);
  });
});
