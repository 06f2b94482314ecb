import { expect } from 'vitest';
import type { Workbench } from '../../editor/workbench.js';
import type { View, WelcomePage } from './welcomePages.js';

/** Waits until each of these views, of the open container, says exactly this; one that begins folded is unfolded. */
export async function expectWelcomes(
  workbench: Workbench,
  pages: Partial<Readonly<Record<View, WelcomePage>>>,
): Promise<void> {
  for (const view of Object.keys(pages)) await workbench.unfold(view);
  const shown = () =>
    Promise.all(
      Object.keys(pages).map(async view => {
        const welcome = workbench.tree(view).welcome();
        if ((await welcome.count()) === 0) return [view, undefined];
        const words = (await welcome.locator('p').allInnerTexts()).join('\n');
        return [view, { words, buttons: await welcome.locator('.monaco-button').allInnerTexts() }];
      }),
    );
  await expect.poll(async () => Object.fromEntries(await shown()), { timeout: 30_000 }).toEqual(pages);
}
