import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository } from '../editor/scratchRepository.js';
import type { EditorOptions } from '../editor/startEditor.js';
import type { TreeView } from '../editor/treeView.js';

describe('the Queue view says why it cannot go on', () => {
  let opened: OpenWorkbench | undefined;
  const cleanUp: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    for (const remove of cleanUp.splice(0)) await remove();
  });

  // Hooks after a test run last in, first out: the picture is taken while the window is open.
  keepPictureOfFailures(() => opened);

  async function open(options: EditorOptions): Promise<TreeView> {
    opened = await openWorkbench(options);
    await opened.workbench.openContainer('Stateroom');
    return opened.workbench.tree('Queue');
  }

  /** A repository whose store holds three work items; the path of its journal. */
  async function repositoryWithStore(): Promise<{ path: string; journal: string }> {
    const repository = await makeScratchRepository('shop');
    cleanUp.push(() => repository.remove());
    for (const title of ['First', 'Second', 'Third']) {
      await mustRunCli(repository.path, 'codex-1', ['queue', 'add', title]);
    }
    const store = join(repository.path, '.git', 'stateroom');
    const name = readdirSync(store).find(file => file.startsWith('journal.')) ?? '';
    return { path: repository.path, journal: join(store, name) };
  }

  const buttons = async (queue: TreeView): Promise<string[]> => queue.welcome().getByRole('button').allInnerTexts();
  const welcome = async (queue: TreeView): Promise<string> => {
    await queue.welcome().waitFor();
    return queue.welcome().innerText();
  };

  it('in a folder without git', async () => {
    const folder = await temporaryFolder('stateroom-plain-');
    cleanUp.push(() => folder.remove());
    await mkdir(join(folder.path, 'notes'));
    const queue = await open({ repo: folder.path });
    expect(await welcome(queue)).toContain('This folder is not in a git repository.');
    expect(await buttons(queue)).toEqual(['Initialize Repository', 'Open Folder']);
    await opened?.workbench.screenshot('queue-no-repository');
    expect(await queue.isTitleActionEnabled('Add Work Item')).toBe(false);
    await queue.welcome().getByRole('button', { name: 'Initialize Repository' }).click();
    await expect.poll(() => queue.welcome().innerText(), { timeout: 30_000 }).toContain('The queue is empty.');
  });

  it('in Restricted Mode', async () => {
    const { path } = await repositoryWithStore();
    const queue = await open({ repo: path, trust: false });
    await queue.waitForRow('W-3 Third');
    await expect
      .poll(() => queue.message().innerText())
      .toBe('Restricted Mode: work items are shown, but cannot be changed.');
    await opened?.workbench.screenshot('queue-restricted');
    // What would change an item stands where it always stands, and cannot be pressed.
    expect(await queue.isInlineActionEnabled('W-1', 'Claim Work Item')).toBe(false);
    expect(await queue.isTitleActionEnabled('Add Work Item')).toBe(false);
    expect(await queue.labels()).toEqual(['Ready', 'W-1 First', 'W-2 Second', 'W-3 Third']);
  });

  it('when the store is damaged in the middle: what can be read is shown, and how to go on', async () => {
    const { path, journal } = await repositoryWithStore();
    const bytes = readFileSync(journal);
    // Inside the text of the third commit: what was committed before it is whole.
    const at = bytes.indexOf('Second');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    writeFileSync(journal, bytes);
    const queue = await open({ repo: path });
    const row = await queue.waitForRow('The store is damaged');
    expect(await queue.labels()).toEqual(['The store is damaged', 'Ready', 'W-1 First']);
    await opened?.workbench.screenshot('queue-damaged');
    await row.click();
    await opened?.workbench.quickInput.pick('Check the store');
    await opened?.workbench.notification('The store has problems').waitFor();
    await opened?.workbench.runCommand('Stateroom: Add Work Item');
    await opened?.workbench.quickInput.answer('Not now');
    await opened?.workbench
      .notification(/damaged|corrupt/i)
      .first()
      .waitFor();
    expect(readFileSync(journal).equals(bytes)).toBe(true);
    expect(existsSync(join(path, '.git', 'stateroom', 'lock'))).toBe(false);
  });

  it('when the store was written by a newer Stateroom', async () => {
    const { path, journal } = await repositoryWithStore();
    const bytes = readFileSync(journal);
    bytes.writeUInt32LE(99, 4);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
    writeFileSync(journal, bytes);
    const queue = await open({ repo: path });
    expect(await welcome(queue)).toContain('was written by a newer Stateroom');
    expect(await buttons(queue)).toEqual(['Check for Updates', 'Show Log']);
    await opened?.workbench.screenshot('queue-too-new');
    await opened?.workbench.runCommand('Stateroom: Add Work Item');
    await opened?.workbench.quickInput.answer('Not now');
    const notice = opened?.workbench.notification(/newer/);
    await notice?.waitFor();
    expect(readFileSync(journal).equals(bytes)).toBe(true);
  });

  it('when nothing of the store can be read', async () => {
    const { path, journal } = await repositoryWithStore();
    const bytes = readFileSync(journal);
    bytes.fill(0x78, 0, bytes.indexOf('Third'));
    writeFileSync(journal, bytes);
    const queue = await open({ repo: path });
    expect(await welcome(queue)).toContain('The store of this repository is damaged.');
    expect(await buttons(queue)).toEqual(['Check Store', 'Back Up Store']);
    await opened?.workbench.screenshot('queue-unreadable');
    expect(readFileSync(journal).equals(bytes)).toBe(true);
  });
});
