import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { place } from '../../build/place.mjs';
import type { Editor } from './startEditor.js';
import { Workbench } from './workbench.js';

/** Opens a folder in a page and resolves when its workbench is ready. */
export async function showWorkbench(
  page: Page,
  editor: Pick<Editor, 'urlOf' | 'writeSettings'>,
  folder: string,
): Promise<Workbench> {
  const workbench = new Workbench(page, editor);
  try {
    await page.goto(editor.urlOf(folder));
    await workbench.waitUntilReady();
    if (folder.endsWith('.code-workspace')) await untilFoldersAreThere(page, workbench);
  } catch (error) {
    await keepPicture(workbench, 'workbench-did-not-open');
    throw error;
  }
  return workbench;
}

/** Without what it kept of a workspace, the editor now and then takes it for one without folders, and stays with that. */
async function untilFoldersAreThere(page: Page, workbench: Workbench): Promise<void> {
  const folders = page.locator('.explorer-folders-view .monaco-list-row').first();
  for (let openings = 1; openings < 3; openings += 1) {
    const areThere = folders.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (await areThere) return;
    await page.reload();
    await workbench.waitUntilReady();
  }
  await folders.waitFor();
}

/** A picture for the person who looks at a failure; it must not hide the failure itself. */
async function keepPicture(workbench: Workbench, name: string): Promise<void> {
  const folder = join(place.root, 'test', 'ui', 'output');
  await mkdir(folder, { recursive: true });
  await workbench.page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
}
