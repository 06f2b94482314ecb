import { afterEach, beforeEach, expect, it } from 'vitest';
import { command, GateScene, worker } from '../../../test/support/gateScene.js';
import { taskStart } from '../task/taskStart.js';

let scene: GateScene;
beforeEach(() => {
  scene = new GateScene();
});
afterEach(() => scene.close());

it('a branch with more lines than review.maxLines is ready, and said to be too large', async () => {
  scene.git('switch', '-q', 'main');
  const limited = { gate: { commands: [command] }, review: { reviewers: 1, maxLines: 3 } };
  scene.commit('Limit', { '.stateroom/config.json': JSON.stringify(limited), 'src/a.txt': 'good\n' });
  scene.git('push', '-q', 'origin', 'main');
  scene.git('switch', '-q', 'feature/x');
  scene.git('merge', '-q', '--ff-only', 'main');
  await scene.store.create();
  await scene.ok(taskStart, { objective: 'Write a', light: true }, worker);
  scene.commit('Three', { 'src/c.txt': 'one\ntwo\nthree\n' });
  await scene.prove();
  await scene.approve();
  expect(await scene.codes()).toEqual([]);
  scene.commit('Four', { 'src/c.txt': 'one\ntwo\nthree\nfour\n' });
  await scene.prove();
  await scene.approve();
  expect(await scene.codes()).toEqual(['too_large?']);
  expect(await scene.says('too_large')).toEqual(['This branch changes 4 lines; review.maxLines allows 3.']);
});
