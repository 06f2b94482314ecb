import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GateScene, worker } from '../../../test/support/gateScene.js';
import { taskStart } from '../task/taskStart.js';

let scene: GateScene;
beforeEach(() => {
  scene = new GateScene();
});
afterEach(() => scene.close());

describe('a branch that changes its own proof', () => {
  it('is ready and says where, in both gates, for a person to look at', async () => {
    await scene.store.create();
    await scene.ok(taskStart, { objective: 'Write a', light: true }, worker);
    scene.write('package.json', '{\n  "scripts": {\n    "test": "sh test.sh || true"\n  }\n}\n');
    scene.write('test.sh', 'exit 0\n');
    scene.write('src/b.test.ts', "it.skip('works', () => {});\n");
    scene.remove('check/a.sh');
    scene.commit('Make it pass');
    scene.write('src/c.txt', 'more\n');
    scene.commit('More');
    await scene.prove();
    await scene.approve();
    expect(await scene.codes()).toEqual(['changed_proof?', 'removed_tests?']);
    expect(await scene.says('changed_proof', 'review-ready')).toEqual([
      'This branch changes what its tests run or how: test.sh:1.',
    ]);
    expect(await scene.says('removed_tests')).toEqual(['This branch removes or skips tests: src/b.test.ts:1.']);
  });

  it('says nothing of tests that are renamed and moved', async () => {
    scene.git('switch', '-q', 'main');
    scene.commit('Tests', { 'src/b.test.ts': "it('works', () => {});\nit('works again', () => {});\n" });
    scene.git('push', '-q', 'origin', 'main');
    scene.git('switch', '-q', 'feature/x');
    scene.git('merge', '-q', '--ff-only', 'main');
    await scene.begin('good');
    mkdirSync(join(scene.repository, 'test'));
    scene.git('mv', 'src/b.test.ts', 'test/c.test.ts');
    scene.commit('Move');
    await scene.prove();
    await scene.approve();
    expect(await scene.codes()).toEqual([]);
  });
});

describe('evidence in a sparse checkout', () => {
  it('names the files and folders that were left out, in the timeline and at the gate', async () => {
    await scene.begin('good');
    scene.git('sparse-checkout', 'set', '--no-cone', '/*', '!/check/', '!/package.json');
    await scene.prove();
    const { rows } = await scene.store.maintenance.query(
      "select payload ->> 'leftOut' from events where type = 'evidence_recorded'",
      10,
    );
    expect(rows).toEqual([['["check","package.json"]']]);
    expect(await scene.says('partial_test_evidence')).toEqual([
      'E-1, the passing run of “sh test.sh”, was in a sparse checkout without check, which belongs to the changed code.',
    ]);
    scene.git('sparse-checkout', 'disable');
    await scene.prove();
    expect(await scene.codes()).toEqual(['review_missing']);
  });
});
