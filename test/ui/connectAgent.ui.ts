import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { sharedEditor } from '../editor/sharedEditor.js';

interface Entry {
  readonly mcpServers: { readonly stateroom: { readonly command: string; readonly args: string[] } };
}

describe('the packaged extension on a git repository', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let client: Client | undefined;

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await client?.close();
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  it('puts Stateroom into the activity bar and opens its Queue view', async () => {
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await workbench.tree('Queue').pane().waitFor();
    expect(await workbench.activity('Stateroom').count()).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'keeps its sockets in the folder of the test’s editor, with which they go',
    async () => {
      const { dataFolder } = sharedEditor();
      const sockets = () => readdirSync(join(dataFolder, 'run')).map(name => name.replace(/-[\da-f-]+\.sock$/, ''));
      await expect.poll(() => new Set(sockets())).toEqual(new Set(['vscode-ipc', 'vscode-git']));
    },
  );

  it('has an agent that a person connects claim what was added, with the entry that the editor gave', async () => {
    const { workbench } = opened;
    const queue = workbench.tree('Queue');
    await queue.welcome().getByRole('button', { name: 'Add Work Item' }).click();
    await workbench.quickInput.answer('Fix the login redirect');
    await queue.waitForRow('W-1 Fix the login redirect');

    await workbench.runCommand('Stateroom: Connect an Agent…');
    await workbench.quickInput.waitFor('Select an agent to connect to this queue');
    await workbench.quickInput.rows().filter({ hasText: 'Claude Code' }).click();
    await expect.poll(() => workbench.editorTabs(), { timeout: 30_000 }).toContain('Connect Claude Code');
    const entry = JSON.parse(await workbench.page.evaluate(() => navigator.clipboard.readText())) as Entry;

    const { command, args } = entry.mcpServers.stateroom;
    client = new Client({ name: 'claude-code', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: repository.path }));
    await client.callTool({ name: 'work_items', arguments: { action: 'next' } });

    await expect
      .poll(async () => (await queue.rows()).map(({ label, description }) => `${label} ${description}`), {
        timeout: 30_000,
      })
      .toEqual(['In progress 1', expect.stringMatching(/^W-1 Fix the login redirect in progress · claude-code/)]);
    await workbench.statusBarItem('Stateroom: Nothing needs your attention, 1 in progress, 0 ready').waitFor();
  });
});
