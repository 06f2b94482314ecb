import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../src/build/place.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { seedBusyQueue } from '../support/seedBusyQueue.js';
import { ChatView } from './chatView.js';

const run = promisify(execFile);

/** Packs the test's own language model, without which the chat view passes nothing on. */
async function packFakeModel(folder: string): Promise<string> {
  const vsix = join(folder, 'fakeModel.vsix');
  const vsce = join(place.root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const source = join(place.root, 'test', 'fixtures', 'fakeModel');
  await run(process.execPath, [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', vsix], {
    cwd: source,
  });
  return vsix;
}

describe('@stateroom in the chat view', () => {
  let folder: string;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stateroom-chat-'));
    repository = await makeScratchRepository('rocket');
    await seedBusyQueue(repository.path);
    opened = await openWorkbench({
      repo: repository.path,
      alsoInstall: [await packFakeModel(folder)],
      viewport: { width: 1280, height: 1400 },
    });
    chat = new ChatView(opened.workbench);
    await chat.open('Fake Model');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it('answers /context from the store, with links and the next acts', async () => {
    const answer = await chat.ask('@stateroom /context ');
    const lines = (await answer.innerText()).split('\n').filter(line => line.trim() !== '');
    expect(lines).toContain('2 need you · 6 ready · 3 in flight · 3 blocked · 1 scheduled · 43 done');
    expect(lines).toContain('Answer W-47 first: it holds up 2 others.');
    // As long ago as the seed says, and what it took to come here.
    const asked = /^W-47 Choose the colour of the rocket \(asked by claude 4[1-9] min ago; holds up 2 others\)$/;
    expect(lines).toContainEqual(expect.stringMatching(asked));
    expect(lines).toContain('Blue or red? Red shows less dust.');
    expect(lines).toContain('W-51 Read the contract again: Ada, without a lease');
    expect(lines).toContain('W-56 Drop the old parachute: W-55 failed');
    expect(
      await answer.getByRole('button', { name: /Answer W-47|Claim Next|Open Dashboard/ }).allTextContents(),
    ).toEqual(['Answer W-47', 'Claim Next', 'Open Dashboard']);
    expect(await chat.followups().allTextContents()).toEqual(['What about W-47?', 'What about W-52?']);
    for (const theme of ['dark', 'light'] as const) {
      await opened.workbench.setColorTheme(theme);
      await opened.workbench.screenshot(`chat-context-${theme}`);
    }
  });

  it('opens a work item from a link in an answer', async () => {
    await chat.answer().getByRole('link', { name: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).waitFor();
  });

  it('runs the palette’s command from a button', async () => {
    await chat.answer().getByRole('button', { name: 'Answer W-47' }).click();
    await opened.workbench.quickInput.waitFor();
    expect(await opened.workbench.quickInput.title()).toContain('W-47');
    await opened.workbench.quickInput.cancel();
  });

  it('goes into one work item when a follow-up is clicked', async () => {
    const answer = await chat.answerAfter(() => chat.followups().first().click());
    const text = await answer.innerText();
    expect(text).toContain('Needs you, claude asks · priority 1 · design');
    expect(text).toContain('Blue or red? Red shows less dust.');
    await chat.followups().getByText('Where do we stand?').waitFor();
  });

  it('answers words of one’s own from the store too, and says that no model does', async () => {
    const answer = await chat.ask('@stateroom what shall I do first?');
    const text = await answer.innerText();
    expect(text).toContain('I answer from the store, without a model.');
    expect(text).toContain('Answer W-47 first');
    expect(await chat.root().innerText()).not.toContain('The model was asked.');
  });
});
