import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { driveKeyFlows, flowScene, KeyPresser } from './keyFlow/driveKeyFlows.js';
import type { FlowScene } from './keyFlow/keyFlow.js';
import { laneKeyFlows } from './keyFlow/laneKeyFlows.js';

describe('the flows of lanes, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let scene: FlowScene;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    for (const lane of ['cart', 'login', 'mail']) await cli('worker', 'spawn', lane, '--no-fetch');
    await cli('report', 'submit', 'partial', 'The cart stays', '--lane', 'cart');
    opened = await openWorkbench({ repo: repository.path });
    scene = flowScene(opened, repository);
    await opened.workbench.openContainer('Stateroom');
    await opened.workbench.runCommand('Stateroom: Focus on Lanes View');
    await opened.workbench.tree('Lanes').waitForRow('L-1 cart');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = (...words: string[]) => mustRunCli(repository.path, 'Robin', words);

  driveKeyFlows(laneKeyFlows, () => scene);

  it('offer first what kind of message was sent the last time', async () => {
    const keys = new KeyPresser(scene);
    const { quickInput } = opened.workbench;
    await opened.workbench.runCommand('Stateroom: Send Message');
    await keys.answer({ asks: 'To whom?', chooses: 'Everybody' });
    await quickInput.waitFor('What is it?');
    await keys.waitForFocus('A brief');
    expect((await quickInput.labels())[0]?.trim()).toBe('A brief');
    await keys.press('Escape');
    await quickInput.waitUntilClosed();
  });
});
