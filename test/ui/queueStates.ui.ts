import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { EditorOptions } from '../editor/startEditor.js';
import type { TreeView } from '../editor/treeView.js';
import { currentLog, flip, ruinStore, storeFiles } from '../support/storeFiles.js';
import { expectWelcomes } from './menus/expectWelcomes.js';
import { type WelcomePage, welcomePages } from './menus/welcomePages.js';

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

  function keep(repository: ScratchRepository): ScratchRepository {
    cleanUp.push(() => repository.remove());
    return repository;
  }

  async function addThree(path: string): Promise<void> {
    for (const title of ['First', 'Second', 'Third']) await mustRunCli(path, 'codex-1', ['queue', 'add', title]);
  }

  /** The window continues without a folder. */
  async function openEmptyWindow(): Promise<void> {
    if (opened === undefined) throw new Error('No window is open.');
    const { workbench } = opened;
    await workbench.page.goto(`${new URL(workbench.page.url()).origin}/?ew=true`);
    await workbench.waitUntilReady();
    await workbench.openContainer('Stateroom');
  }

  /** A repository whose store holds three work items; its folder. */
  async function repositoryWithStore(): Promise<{ path: string; store: string }> {
    const repository = keep(await makeScratchRepository('shop'));
    await addThree(repository.path);
    return { path: repository.path, store: join(repository.path, '.git', 'stateroom') };
  }

  /** What each view says. */
  async function welcomes(pages: Readonly<Record<string, WelcomePage>>): Promise<void> {
    if (opened === undefined) throw new Error('No window is open.');
    await expectWelcomes(opened.workbench, pages);
  }

  it('in a folder without git', async () => {
    const folder = await temporaryFolder('stateroom-plain-');
    cleanUp.push(() => folder.remove());
    await mkdir(join(folder.path, 'notes'));
    const queue = await open({ repo: folder.path });
    await welcomes(welcomePages.noRepository);
    await opened?.workbench.screenshot('queue-no-repository');
    expect(await queue.isTitleActionEnabled('Add Work Item')).toBe(false);
    await queue.welcome().getByRole('button', { name: 'Initialize Repository' }).click();
    await welcomes({ Queue: welcomePages.empty.Queue });
    await opened?.workbench.runCommand('Stateroom Queue: Add Work Item…');
    await opened?.workbench.quickInput.answer('To be lost and found');
    await queue.waitForRow('W-1 To be lost and found');
    // Taken away under the window, and put back.
    await rename(join(folder.path, '.git'), join(folder.path, 'away'));
    await welcomes(welcomePages.gone);
    await rename(join(folder.path, 'away'), join(folder.path, '.git'));
    await queue.welcome().getByRole('button', { name: 'Try Again' }).click();
    await queue.waitForRow('W-1 To be lost and found');
    await openEmptyWindow();
    await welcomes(welcomePages.noFolder);
  });

  it('in Restricted Mode', async () => {
    const { path } = await makeScratchRepository('shop').then(keep);
    const queue = await open({ repo: path, trust: false });
    await welcomes(welcomePages.restricted);
    await addThree(path);
    await queue.waitForRow('W-3 Third');
    await expect.poll(() => queue.message().innerText()).toBe('Restricted Mode: work items are read-only.');
    await opened?.workbench.screenshot('queue-restricted');
    // What would change an item stands where it always stands, and cannot be pressed.
    expect(await queue.isInlineActionEnabled('W-1', 'Claim')).toBe(false);
    expect(await queue.isTitleActionEnabled('Add Work Item')).toBe(false);
    expect(await queue.labels()).toEqual(['Ready', 'W-1 First', 'W-2 Second', 'W-3 Third']);
  });

  it('when the store is damaged in the middle: what can be read is shown, and how to go on', async () => {
    const { path, store } = await repositoryWithStore();
    const log = currentLog(store);
    // Inside the second item's commit: what was committed before it is whole.
    flip(log, 'Second');
    const bytes = readFileSync(log);
    const queue = await open({ repo: path });
    const row = await queue.waitForRow('The store is damaged');
    expect(await queue.labels()).toEqual(['The store is damaged', 'Ready', 'W-1 First']);
    await opened?.workbench.screenshot('queue-damaged');
    await row.click();
    await opened?.workbench.quickInput.pick('Check store');
    await opened?.workbench.notification('The store has problems').waitFor();
    await opened?.workbench.runCommand('Stateroom Queue: Add Work Item…');
    await opened?.workbench.quickInput.answer('Not now');
    await opened?.workbench
      .notification(/damaged|corrupt/i)
      .first()
      .waitFor();
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(existsSync(join(store, 'lock'))).toBe(false);
  });

  it('when the store was written by a newer Stateroom', async () => {
    const { path, store } = await repositoryWithStore();
    const base = storeFiles(store, /^base\./).at(-1) ?? '';
    const text = JSON.stringify({ format: 99 });
    writeFileSync(base, `${crc32(text).toString(16)}\n${text}\n`);
    const bytes = readFileSync(base);
    await open({ repo: path });
    await welcomes(welcomePages.tooNew);
    await opened?.workbench.screenshot('queue-too-new');
    await opened?.workbench.runCommand('Stateroom Queue: Add Work Item…');
    await opened?.workbench.quickInput.answer('Not now');
    const notice = opened?.workbench.notification(/newer/);
    await notice?.waitFor();
    expect(readFileSync(base).equals(bytes)).toBe(true);
  });

  it('when nothing of the store can be read', async () => {
    const { path, store } = await repositoryWithStore();
    ruinStore(store);
    const bytes = readFileSync(currentLog(store));
    await open({ repo: path });
    await welcomes(welcomePages.corrupt);
    await opened?.workbench.screenshot('queue-unreadable');
    expect(readFileSync(currentLog(store)).equals(bytes)).toBe(true);
    // As a disk that does not answer: the system refuses to look into the folder.
    await rm(store, { recursive: true });
    writeFileSync(store, '');
    await opened?.workbench.runCommand('All Commands: Refresh Queue');
    await welcomes(welcomePages.failed);
  });
});
