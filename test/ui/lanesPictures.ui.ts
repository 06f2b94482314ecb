import { describe, expect, it } from 'vitest';
import { viewScenes } from '../editor/viewScene.js';

describe('the Lanes view in every theme', () => {
  const open = viewScenes({ view: 'Lanes', viewport: { width: 1180, height: 720 }, width: 520 });

  it('while there are none', async () => {
    const { tree: lanes, lookAt } = await open(cli => cli('Robin', 'queue', 'add', 'Limit the rate of logins'));
    await lanes.welcome().waitFor();
    expect(await lanes.welcome().innerText()).toContain('No lanes.');
    expect(await lanes.welcome().getByRole('button').allInnerTexts()).toEqual(['Spawn Worker']);
    await lookAt('empty');
  });

  it('with five lanes', async () => {
    const {
      tree: lanes,
      workbench,
      lookAt,
    } = await open(async (cli, repository) => {
      const spawn = async (name: string, ...words: string[]): Promise<string> =>
        (await cli<{ worktreePath: string }>('Robin', 'worker', 'spawn', name, '--no-fetch', ...words)).worktreePath;
      const commit = async (folder: string, file: string, text: string): Promise<void> => {
        await repository.write(`../shop.worktrees/${folder.split('/').at(-1)}/${file}`, text);
        await repository.git('-C', folder, 'add', '--all');
        await repository.git('-C', folder, 'commit', '--quiet', `--message=Change ${file}`);
      };
      await cli('Robin', 'queue', 'add', 'Limit the rate of logins', '--id', 'login-limit');
      await repository.write('src/search.go', 'package shop\n\nfunc Search() {}\n');
      await repository.git('add', '.');
      await repository.git('commit', '--quiet', '--message=Search');
      const login = await spawn('W-1', '--owns', 'src/login/**');
      const cart = await spawn('cart', '--description', 'Keep the cart over a restart');
      const search = await spawn('search', '--description', 'Search in titles too');
      await spawn('checkout', '--description', 'The new checkout page', '--after', 'cart');
      await spawn('docs', '--description', 'Say how to install');
      await cli('codex-1', 'worker', 'start', 'login-limit');
      await commit(login, 'src/login/limit.go', 'package login\n\nconst Limit = 3\n');
      await commit(login, 'src/login/limit_test.go', 'package login\n');
      await cli('codex-2', 'worker', 'start', 'cart');
      await commit(cart, 'src/cart.go', 'package shop\n');
      await cli('codex-2', 'worker', 'done', 'cart');
      await cli('claude-1', 'worker', 'start', 'search');
      await commit(search, 'src/search.go', 'package shop\n\nfunc Search(title string) {}\n');
      await repository.write('README.md', '# The shop\n');
      await repository.git('commit', '--quiet', '--all', '--message=Say more');
    });
    await lanes.waitForRow('L-1 login-limit');
    await expect.poll(async () => (await lanes.rows())[0]?.description).toContain('2 ahead, 1 behind');
    await lanes.expand('L-1 login-limit');
    await lanes.waitForRow('limit.go');
    expect(await workbench.badge('Stateroom')).toBe('1');
    await lookAt('five');
    await lanes.select('limit.go');
    await workbench.page.locator('.part.editor .monaco-diff-editor').first().waitFor();
    await lanes.inlineAction('L-1 login-limit', 'Show Changes of Lane');
    await workbench.page.locator('.part.editor .monaco-component.multiDiffEditor').waitFor();
    await workbench.page.locator('.part.editor .view-line', { hasText: 'const' }).first().waitFor();
    await lookAt('diff');
  });
});
