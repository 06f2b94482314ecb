import { describe, expect, it, vi } from 'vitest';
import {
  driveKeyFlows,
  driveReadings,
  driveRemembered,
  expectNoTrouble,
} from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { keyFlows } from '../../../test/editor/keyFlow/keyFlows.js';
import { readingOperations } from '../../../test/editor/keyFlow/readingOperations.js';
import { person } from '../../../test/support/testRepository.js';
import { blockerAdd } from '../../operations/blocker/blockerAdd.js';
import { laneOperations } from '../../operations/lane/laneOperations.generated.js';
import { reportSubmit } from '../../operations/lane/report/reportSubmit.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { taskStart } from '../../operations/task/taskStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

// In their order: what a flow leaves is there for the next.
describe('the flows of lanes, by keyboard alone', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['cart', 'login', 'mail']) await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
    await repository.ok(reportSubmit, { outcome: 'partial', summary: 'The cart stays', lane: 'cart' }, robin);
    await repository.ok(taskStart, { objective: 'Limit the logins', ref: 'limits-1' }, robin);
    await repository.ok(taskStart, { objective: 'Port the cart', ref: 'cart-2' }, robin);
    await repository.ok(blockerAdd, { description: 'The database is down', task: 'T-2' }, robin);
  });

  driveKeyFlows(keyFlows.laneFlows, scene);

  driveReadings(readingOperations(Object.values(laneOperations)), scene);

  driveRemembered(
    [
      {
        command: 'message.send',
        before: [{ asks: 'Select a recipient', chooses: 'Everyone' }],
        asks: 'Select a kind of message',
        offers: 'Brief',
      },
    ],
    scene,
  );

  it('ask which task is meant, where several could be, before what belongs to it', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('blocker.resolve');
    await asking.answer({ asks: 'Select a task', chooses: 'T-2' });
    await asking.answer({ asks: 'Select a blocker', chooses: 'The database is down' });
    await asking.answer({ asks: 'How was it resolved?', types: 'It is up' });
    await asking.ended();
    expect(await scene().repository.query('select status, resolution from blockers')).toEqual([
      ['resolved', 'It is up'],
    ]);
    expectNoTrouble(scene());
  });

  it('ask which task is meant, where several could be, after what does not', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('action.add');
    await asking.answer({ asks: 'What to do, in one line', types: 'Tell the team' });
    await asking.answer({ asks: 'Select a task', chooses: 'T-1' });
    await asking.ended();
    const sql = 'select t.number, a.action from next_actions a join tasks t on t.id = a.task_id';
    expect(await scene().repository.query(sql)).toEqual([[1, 'Tell the team']]);
    expectNoTrouble(scene());
  });
});
