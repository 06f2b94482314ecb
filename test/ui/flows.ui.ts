import { describe } from 'vitest';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository } from '../editor/scratchRepository.js';
import { driveKeyFlows, driveRemembered, openFlowWindow } from './keyFlow/driveKeyFlows.js';
import { findingKeyFlows } from './keyFlow/findingKeyFlows.js';
import { queueKeyFlows } from './keyFlow/queueKeyFlows.js';
import { storeKeyFlows } from './keyFlow/storeKeyFlows.js';
import { taskKeyFlows } from './keyFlow/taskKeyFlows.js';
import { findingViewKeyFlows, nowViewKeyFlows, queueViewKeyFlows } from './keyFlow/viewKeyFlows.js';

async function exportedTask(): Promise<string> {
  const other = await makeScratchRepository('other');
  try {
    await mustRunCli(other.path, 'Robin', ['task', 'start', 'Count the shirts', '--ref', 'shirts-1', '--here']);
    const { content } = await mustRunCli<{ content: unknown }>(other.path, 'Robin', ['task', 'export']);
    return JSON.stringify(content);
  } finally {
    await other.remove();
  }
}

describe('the flows of the palette, by keyboard alone', () => {
  const scene = openFlowWindow({
    fill: async ({ repository, cli }) => {
      const recordFinding = (text: string, ...more: string[]): Promise<unknown> => {
        const words = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', text];
        return cli('codex', 'finding', 'record', ...words, ...more);
      };
      await repository.write('.stateroom/config.json', '{ "lane": { "teardown": ["git --version"] } }\n');
      await repository.git('add', '.');
      await repository.git('commit', '--quiet', '--message=Name a command');
      for (const title of ['Wash', 'Dry', 'Fold']) await cli('Robin', 'queue', 'add', title);
      await cli('codex', 'queue', 'claim', 'W-3');
      await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1', '--here');
      for (const text of ['Write the test', 'Tell the team']) await cli('Robin', 'action', 'add', text);
      await recordFinding('The loop never ends');
      await recordFinding('It loops');
      await recordFinding('There is no file', '--repro', 'test -f fixed.txt');
      await repository.write('../cart.json', await exportedTask());
    },
    shows: { view: 'Queue', row: 'W-1 Wash' },
  });

  driveKeyFlows(
    [
      ...[...queueKeyFlows, ...queueViewKeyFlows, ...taskKeyFlows, ...nowViewKeyFlows],
      ...[...findingKeyFlows, ...findingViewKeyFlows, ...storeKeyFlows],
    ],
    scene,
  );

  driveRemembered(
    [
      {
        command: 'Resolve Work Item',
        before: [{ asks: 'Which work item has ended?', chooses: 'W-1' }],
        asks: 'How did it end?',
        offers: 'Failed',
      },
      { command: 'Dispatch Plan Item', asks: 'Which item of the plan?', offers: 'Refuse' },
      { command: 'Record Verdict', asks: 'What does the review say?', offers: 'Pass on a condition' },
    ],
    scene,
  );
});
