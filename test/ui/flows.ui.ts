import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { driveKeyFlows, flowScene, KeyPresser } from './keyFlow/driveKeyFlows.js';
import { findingKeyFlows } from './keyFlow/findingKeyFlows.js';
import type { FlowScene } from './keyFlow/keyFlow.js';
import { queueKeyFlows } from './keyFlow/queueKeyFlows.js';
import { storeKeyFlows } from './keyFlow/storeKeyFlows.js';
import { taskKeyFlows } from './keyFlow/taskKeyFlows.js';

describe('the flows of the palette, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let scene: FlowScene;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    for (const title of ['Wash', 'Dry', 'Fold']) await cli('Robin', 'queue', 'add', title);
    await cli('codex', 'queue', 'claim', 'W-3');
    await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1', '--here');
    for (const text of ['Write the test', 'Tell the team']) await cli('Robin', 'action', 'add', text);
    await recordFinding('The loop never ends');
    await recordFinding('It loops');
    await recordFinding('There is no file', '--repro', 'test -f fixed.txt');
    await repository.write('../cart.json', await exportedTask());
    opened = await openWorkbench({ repo: repository.path });
    scene = flowScene(opened, repository);
    await opened.workbench.openContainer('Stateroom');
    await opened.workbench.tree('Queue').waitForRow('W-1 Wash');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  function recordFinding(text: string, ...more: string[]): Promise<unknown> {
    const words = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', text];
    return cli('codex', 'finding', 'record', ...words, ...more);
  }
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

  driveKeyFlows([...queueKeyFlows, ...taskKeyFlows, ...findingKeyFlows, ...storeKeyFlows], () => scene);

  it.each([
    {
      command: 'Resolve Work Item',
      first: { asks: 'Which work item has ended?', chooses: 'W-1' },
      asks: 'How did it end?',
      offers: 'Failed',
    },
    {
      command: 'Move Plan Cursor',
      first: { asks: 'Id of a checkbox', types: 'limits-count' },
      asks: 'completed, skipped',
      offers: 'skipped',
    },
    { command: 'Record Verdict', first: undefined, asks: 'pass only when nothing is left', offers: 'conditional_pass' },
  ])('offer what was chosen the last time first: $command', async ({ command, first, asks, offers }) => {
    const keys = new KeyPresser(scene);
    const { workbench } = opened;
    await workbench.runCommand(`Stateroom: ${command}`);
    if (first !== undefined) await keys.answer(first);
    await workbench.quickInput.waitFor(asks);
    await keys.waitForFocus(offers);
    expect((await workbench.quickInput.labels())[0]).toContain(offers);
    await keys.press('Escape');
    await workbench.quickInput.waitUntilClosed();
  });
});
