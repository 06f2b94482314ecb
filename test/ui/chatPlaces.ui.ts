import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { ChatView } from './chatView.js';
import { type OpenChat, openChat } from './openChat.js';
import { queryStore } from './repositoryState.js';

describe('a button below an answer acts where it was asked for, whatever is edited when it is pressed', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let shop: ScratchRepository;
  let site: ScratchRepository;
  /** A linked worktree of the shop, with a task and changes of its own. */
  let login: string;
  let opened: OpenChat;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    folder = await temporaryFolder('stateroom-chat-');
    shop = await makeScratchRepository('shop');
    site = await makeScratchRepository('site');
    login = await shop.addWorktree('feature/login');
    await shop.write('inShop.md', '# Shop\n');
    await site.write('inSite.md', '# Site\n');
    await writeFile(join(login, 'inLogin.md'), '# Login\n');
    await shop.write('../feature-login/src/limit.ts', 'export const limit = 10;\nexport const burst = 0;\n');
    await mustRunCli(site.path, 'Ada', ['queue', 'add', 'Work of the site']);
    await mustRunCli(login, 'Ada', ['task', 'start', 'Limit logins', '--here']);
    const words = ['slice', 'start', 'Let a burst of 3 in', '--test', 'test -f test/limit.test.mjs'];
    await mustRunCli(login, 'Ada', words);
    const workspace = join(folder.path, 'all.code-workspace');
    const folders = [shop.path, login, site.path].map(path => ({ path }));
    await writeFile(workspace, JSON.stringify({ folders }));
    opened = await openChat(workspace);
    chat = opened.chat;
  });

  afterAll(async () => {
    await opened?.close();
    await shop?.remove();
    await site?.remove();
    await folder?.remove();
  });

  it('and the answer says which it is', async () => {
    const asked = async (file: string, question: string): Promise<string | undefined> =>
      (await (await askIn(file, question)).innerText()).split('\n').find(line => line.startsWith('Repository: '));
    expect(await asked('inShop.md', '@stateroom /context ')).toBe('Repository: shop · Worktree: shop');
    expect(await asked('inLogin.md', '@stateroom what should I do next?')).toBe(
      'Repository: shop · Worktree: feature-login',
    );
    expect(await asked('inSite.md', '@stateroom /context ')).toBe('Repository: site');
    await opened.workbench.screenshot('chat-work-trees');
  });

  it('in the repository, also where another one is edited by then', async () => {
    const answer = await askIn('inShop.md', '@stateroom /scope we should probably add rate limiting');
    const before = [await rowsIn(shop.path), await rowsIn(site.path)];
    await edit('inSite.md');
    await press(answer, 'Create Task, Branch and Slices');
    await expect
      .poll(async () => (await rowsIn(shop.path)).tasks, { timeout: 60_000 })
      .toEqual(['Limit logins', 'An address that fails ten times waits a minute.']);
    await edit('inSite.md');
    // One that the palette has too.
    await press(answer, 'Add to Queue Only');
    await expect
      .poll(async () => (await rowsIn(shop.path)).items, { timeout: 60_000 })
      .toEqual([...(before[0]?.items ?? []), 'Limit the rate of logins', 'Add rate limiting']);
    expect(await rowsIn(site.path)).toEqual(before[1]);
    expect(before[1]).toEqual({ items: ['Work of the site'], tasks: [], reviews: [], proofs: [] });
  });

  it('in the worktree, where another one of the same repository is edited by then', async () => {
    const answer = await askIn('inLogin.md', '@stateroom /branch-review look at the limits');
    await edit('inShop.md');
    await press(answer, 'Record Review and Findings');
    await expect
      .poll(async () => (await rowsIn(shop.path)).reviews, { timeout: 60_000 })
      .toEqual(['feature/t1-limit-logins']);
  });

  it('so that tests run, and files are written, in that worktree', async () => {
    const answer = await askIn('inLogin.md', '@stateroom /incremental-implementation S-1 [nonsense]');
    await edit('inSite.md');
    // It passes where this file is, and nowhere else.
    await shop.write('../feature-login/test/limit.test.mjs', '');
    await press(answer, 'Run Test');
    // The first is of the slice's start.
    await expect.poll(async () => (await rowsIn(shop.path)).proofs, { timeout: 60_000 }).toEqual([0, 1]);
    expect((await rowsIn(site.path)).proofs).toEqual([]);
    await rm(join(login, 'test'), { recursive: true });
    await opened.workbench.clearNotifications();

    const proposed = await askIn('inLogin.md', '@stateroom /tdd a burst of 3');
    await edit('inShop.md');
    await press(proposed, 'Apply and Run Test');
    await opened.workbench.notification(/The test already passes \(E-\d+\)/).waitFor();
    await opened.workbench.clearNotifications();
    expect(await read(login, 'test/limit.test.mjs')).toContain('no burst of 3');
    expect(await read(shop.path, 'test/limit.test.mjs')).toBeUndefined();
    expect((await rowsIn(shop.path)).proofs).toEqual([0, 1, 1]);
  });

  it('and nowhere once that worktree is missing, which it says', async () => {
    const answer = await askIn('inLogin.md', '@stateroom /branch-review look once more');
    await edit('inShop.md');
    await shop.git('worktree', 'remove', '--force', login);
    const before = [await rowsIn(shop.path), await rowsIn(site.path)];
    await press(answer, 'Record Review and Findings');
    const gone = opened.workbench.notification(/The worktree of this answer no longer exists/);
    await gone.waitFor();
    expect(await gone.innerText()).toContain('Nothing was changed. Try again in the right worktree.');
    expect([await rowsIn(shop.path), await rowsIn(site.path)]).toEqual(before);
  });

  /** Asks while a file of this name is edited. */
  async function askIn(name: string, question: string): Promise<Locator> {
    await edit(name);
    return chat.ask(question);
  }

  async function edit(name: string): Promise<void> {
    await opened.workbench.quickInput.openFile(name);
    await opened.workbench.page.locator('.part.editor .tab.active', { hasText: name }).waitFor();
  }

  async function press(answer: Locator, button: string): Promise<void> {
    await answer.getByRole('button', { name: button }).click();
  }

  function read(top: string, path: string): Promise<string | undefined> {
    return readFile(join(top, path), 'utf8').catch(() => undefined);
  }

  /** What the store of a repository holds of what the buttons write, oldest first. */
  async function rowsIn(top: string): Promise<Record<'items' | 'tasks' | 'reviews' | 'proofs', unknown[]>> {
    const of = async (sql: string): Promise<unknown[]> => (await queryStore(top, sql)).flat();
    return {
      items: await of('select title from work_items order by number'),
      tasks: await of('select objective from tasks order by number'),
      reviews: await of('select subject_path from review_runs order by number'),
      proofs: await of('select passed from evidence order by number'),
    };
  }
});
