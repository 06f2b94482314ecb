import { expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { queueEdit } from '../../operations/queue/queueEdit.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

const scene = openFlowScene(editor, async repository => {
  await repository.add('Limit the rate', { notes: 'Only the web form' });
  await repository.ok(workerSpawn, { lane: 'W-1', noFetch: true }, robin);
});

const text = (): string => editor.documents.active?.document.getText() ?? '';

it('shows what the agent of a lane is told, word for word, with its size, and again as it is now', async () => {
  expect(await editor.run('stateroom.lane.showTold', { lane: 'L-1' })).toEqual({ lane: 'L-1' });
  expect(editor.tab).toBe('L-1 w1-limit-the-rate.txt');
  expect(text()).toMatch(/^Answer to load_session in L-1: \d{3} bytes, about \d{3} tokens\n\nnote: /);
  expect(text()).toContain('\nnext: Begin the work of this lane. Call dispatch_lane_work {"action":"start"}.\n');
  expect(text()).toContain('\n  notes: Only the web form\n');
  await scene().repository.ok(queueEdit, { id: 'W-1', notes: 'All forms' }, robin);
  await editor.run('stateroom.lane.showTold', { lane: 'L-1' });
  await eventually(text).toContain('\n  notes: All forms\n');
});
