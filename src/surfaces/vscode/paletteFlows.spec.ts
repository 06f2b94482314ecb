import { describe, vi } from 'vitest';
import { driveKeyFlows, driveReadings, driveRemembered } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { FlowTestRepository } from '../../../test/editor/keyFlow/flowTestRepository.js';
import { keyFlows } from '../../../test/editor/keyFlow/keyFlows.js';
import { readingOperations } from '../../../test/editor/keyFlow/readingOperations.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { coreCatalogue } from '../../operations/coreCatalogue.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { taskExport } from '../../operations/task/taskExport.js';
import { taskStart } from '../../operations/task/taskStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

async function exportedTask(): Promise<string> {
  const other = new FlowTestRepository();
  try {
    await other.ok(taskStart, { objective: 'Count the shirts', ref: 'shirts-1', here: true }, robin);
    return JSON.stringify((await other.ok(taskExport, {}, robin)).content);
  } finally {
    await other.close();
  }
}

// In their order: what a flow leaves is there for the next.
describe('the flows of the palette, by keyboard alone', () => {
  const scene = openFlowScene(editor, async repository => {
    const recordFinding = (text: string, more: { repro?: string } = {}) =>
      repository.ok(findingRecord, { severity: 'high', path: 'README.md', line: '1', text, ...more }, agent);
    repository.commit('Name a command', {
      '.stateroom/config.json': '{ "lane": { "teardown": ["git --version"] } }\n',
    });
    for (const title of ['Wash', 'Dry', 'Fold']) await repository.add(title);
    await repository.ok(queueClaim, { id: 'W-3' }, agent);
    await repository.ok(taskStart, { objective: 'Limit the logins', ref: 'limits-1', here: true }, robin);
    for (const action of ['Write the test', 'Tell the team']) await repository.ok(actionAdd, { text: action }, robin);
    await recordFinding('The loop never ends');
    await recordFinding('It loops');
    await recordFinding('There is no file', { repro: 'test -f fixed.txt' });
    repository.write('../cart.json', await exportedTask());
  });

  driveKeyFlows(keyFlows.paletteFlows, scene);

  driveReadings(readingOperations(coreCatalogue), scene);

  driveRemembered(
    [
      {
        command: 'queue.resolve',
        before: [{ asks: 'Select a work item to resolve', chooses: 'W-1' }],
        asks: 'Choose an outcome',
        offers: 'Failed',
      },
      { command: 'plan.dispatch', asks: 'Select a plan item', offers: 'Refuse' },
      { command: 'review.record', asks: 'Select a verdict', offers: 'Conditional pass' },
    ],
    scene,
  );
});
