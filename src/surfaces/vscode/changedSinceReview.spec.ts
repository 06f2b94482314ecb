import { describe, it, vi } from 'vitest';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('a lane that is submitted again', () => {
  let folder = '';
  const scene = openFlowScene(editor, async repository => {
    const { worktreePath } = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    folder = worktreePath;
    await repository.ok(workerStart, { lane: 'cart' }, robin);
    repository.git('-C', folder, 'commit', '--quiet', '--allow-empty', '--message=Add it');
  });

  const row = async () => editor.views.get('stateroom.lanes')?.find('L-1');

  it('says so on its row to the person who has reviewed it before', async () => {
    const { repository } = scene();
    await editor.run('stateroom.lane.markReviewed', { lane: 'cart' });
    repository.git('-C', folder, 'commit', '--quiet', '--allow-empty', '--message=Add more');
    await repository.ok(workerDone, { lane: 'cart', noFetch: true }, robin);
    await eventually(async () => (await row())?.context).toBe('lane status:review state:IN_REVIEW resubmitted');
    expectNoTrouble(scene());
  });
});
