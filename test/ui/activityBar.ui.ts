import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { sharedEditor } from '../editor/sharedEditor.js';

describe('the packaged extension on a git repository', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench | undefined;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository();
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('puts Stateroom into the activity bar and opens its Queue view', async () => {
    const workbench = opened?.workbench;
    await workbench?.openContainer('Stateroom');
    await workbench?.tree('Queue').pane().waitFor();
    expect(await workbench?.activity('Stateroom').count()).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'keeps its sockets in the folder of the test’s editor, with which they go',
    async () => {
      const { dataFolder } = sharedEditor();
      const sockets = () => readdirSync(join(dataFolder, 'run')).map(name => name.replace(/-[\da-f-]+\.sock$/, ''));
      await expect.poll(() => new Set(sockets())).toEqual(new Set(['vscode-ipc', 'vscode-git']));
    },
  );
});
