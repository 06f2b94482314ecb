import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('commands on lanes that are called without arguments', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['desk', 'quiet']) {
      const { worktreePath } = await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
      await repository.ok(workerStart, { lane }, agent);
      repository.write(`../repository.worktrees/${lane}/${lane}.txt`, `${lane}\n`);
      repository.git('-C', worktreePath, 'add', '--all');
      repository.git('-C', worktreePath, 'commit', '--quiet', `--message=Add ${lane}`);
      await repository.ok(workerDone, { lane, noFetch: true }, agent);
    }
  });
  const reviewed = (): Promise<unknown> =>
    scene().repository.query('select l.name, w.state from lanes l join workers w on w.lane_id = l.id order by l.name');

  it('ask which one is meant where no diff is open', async () => {
    const asked = new FlowPerson(scene());
    await asked.begin('lane.copyBranch');
    await asked.answer({ asks: 'Select a lane', chooses: 'L-2 quiet' });
    await asked.ended();
    expect(editor.clipboard).toBe('feature/quiet');
  });

  it('are about the lane whose diff is open', async () => {
    await editor.run('stateroom.lane.showChange', { lane: 'desk', path: 'desk.txt' });
    await eventually(() => editor.keys.get('stateroom:reviewedLane')).toBe('IN_REVIEW');
    expect(await editor.run('stateroom.lane.showSinceReview')).toMatchObject({ details: { lane: 'desk' } });
    expect(await editor.run('stateroom.lane.markReviewed')).toMatchObject({ lane: 'desk' });
    expect(await editor.run('stateroom.lane.nextUnviewed')).toEqual({ path: 'desk.txt' });
    await editor.run('stateroom.lane.copyBranch');
    expect(editor.clipboard).toBe('feature/desk');
    expect(await editor.run('stateroom.worker.approve')).toMatchObject({ lane: 'desk', state: 'APPROVED' });
    expect(await editor.run('stateroom.lane.showUncommitted')).toEqual({ files: 1 });
    expect(editor.box).toBeUndefined();
  });

  it('are about the lane all of whose files are in sight, of which the editor tells no more than the title', async () => {
    const ofAll = editor.module.Uri.parse('multi-diff-editor:1');
    await editor.run('stateroom.lane.showChanges', { lane: 'quiet' });
    expect(editor.tab).toBe('L-2 quiet compared with main (1 file)');
    await eventually(() => editor.keys.get('stateroom:reviewedLane')).toBe('IN_REVIEW');
    expect(await editor.run('stateroom.lane.markReviewed', ofAll, { groupId: 0 })).toMatchObject({ lane: 'quiet' });
    await editor.run('stateroom.lane.copyBranch');
    expect(editor.clipboard).toBe('feature/quiet');
    expect(editor.box).toBeUndefined();
    await editor.run('stateroom.lane.openFile', { lane: 'quiet', path: 'quiet.txt' });
    await eventually(() => editor.keys.get('stateroom:reviewedLane')).toBe(undefined);
  });

  it('ask where that lane is not in a state for it, and before it is cancelled', async () => {
    await editor.run('stateroom.lane.showChange', { lane: 'desk', path: 'desk.txt' });
    await eventually(() => editor.keys.get('stateroom:reviewedLane')).toBe('APPROVED');
    const asked = new FlowPerson(scene());
    await asked.begin('worker.approve');
    await asked.answer({ asks: 'Select a lane', chooses: 'L-2 quiet' });
    await asked.ended();
    expect(await reviewed()).toEqual([
      ['desk', 'APPROVED'],
      ['quiet', 'APPROVED'],
    ]);
    void editor.run('stateroom.worker.cancel');
    await eventually(() => (editor.box as { placeholder?: string } | undefined)?.placeholder).toBe('Select a lane');
    editor.box?.escape();
  });
});
