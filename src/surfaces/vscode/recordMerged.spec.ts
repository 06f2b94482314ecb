import { describe, expect, it, vi } from 'vitest';
import type { WebviewPanel } from '../../../test/editor/fake/webviewPanel.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { laneRecordMerged } from '../../operations/lane/laneRecordMerged.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { recordHostContract } from '../../protocol/recordContract.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('lanes whose change is in their base by another commit', () => {
  const commits: string[] = [];
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['cart', 'mail']) {
      const { worktreePath, branch } = await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
      await repository.ok(workerStart, { lane }, robin);
      repository.write(`../repository.worktrees/${lane}/${lane}.txt`, `${lane}\n`);
      repository.git('-C', worktreePath, 'add', '--all');
      repository.git('-C', worktreePath, 'commit', '--quiet', `--message=Add ${lane}`);
      await repository.ok(workerDone, { lane, noFetch: true }, robin);
      repository.git('merge', '--quiet', '--squash', branch);
      repository.git('commit', '--quiet', `--message=${lane} by hand`);
      commits.push(repository.git('rev-parse', 'HEAD'));
    }
    await repository.ok(laneRecordMerged, {}, robin);
  });

  const row = (view: string, begins: string) => editor.views.get(`stateroom.${view}`)?.find(begins);
  const merged = (): Promise<unknown> =>
    scene().repository.query('select name, status, merged_sha from lanes order by name');

  it('say so on their rows, and are recorded from there', async () => {
    await eventually(async () => (await row('lanes', 'L-1'))?.context).toBe(
      'lane status:review state:IN_REVIEW mergedElsewhere',
    );
    await editor.run('stateroom.lane.recordMerged', (await row('lanes', 'L-1'))?.node);
    expect(await merged()).toEqual([
      ['cart', 'merged', commits[0]],
      ['mail', 'review', null],
    ]);
    expectNoTrouble(scene());
  });

  it('are recorded from their page', async () => {
    await editor.run('stateroom.lane.showPage', { lane: 'mail' });
    await eventually(() => editor.panelInSight !== undefined).toBe(true);
    const panel = editor.panelInSight as WebviewPanel;
    const { state } = recordHostContract.requests.ready.result.parse(await panel.ask('ready')).snapshot;
    expect(state.acts.map(({ id }) => id)).toContain('stateroom.lane.recordMerged');
  });

  it('are recorded from what needs the person', async () => {
    const question = await row('needsYou', 'M-');
    expect(question?.context).toBe('need kind:question ofLane mergedElsewhere');
    await editor.run('stateroom.lane.recordMerged', question?.node);
    expect(await merged()).toEqual([
      ['cart', 'merged', commits[0]],
      ['mail', 'merged', commits[1]],
    ]);
    expectNoTrouble(scene());
  });
});
