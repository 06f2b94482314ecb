import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../src/build/launchBrowser.mjs';
import { place } from '../../src/build/place.mjs';
import { type Editor, type EditorOptions, startEditor } from './startEditor.js';
import { Workbench } from './workbench.js';

export type OpenWorkbench = {
  editor: Editor;
  browser: Browser;
  /** The first window, on the repository. */
  workbench: Workbench;
  /** A further window with an extension host of its own, on the same folder or another. */
  newWindow(folder?: string): Promise<Workbench>;
  /** Closes the windows, ends browser and server, removes their data. */
  close(): Promise<void>;
};

/** Starts the editor and a browser and opens the repository's workbench: what most UI tests begin with. */
export async function openWorkbench(
  options: EditorOptions & { viewport?: { width: number; height: number } },
): Promise<OpenWorkbench> {
  const editor = await startEditor(options);
  const contexts: BrowserContext[] = [];
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await editor.stop();
  };
  try {
    const opened = await launchBrowser();
    browser = opened;
    const newWindow = async (folder = options.repo): Promise<Workbench> => {
      const context = await opened.newContext({
        viewport: options.viewport ?? { width: 1280, height: 800 },
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      const page = await context.newPage();
      const workbench = new Workbench(page, editor);
      try {
        await page.goto(editor.urlOf(folder));
        await workbench.waitUntilReady();
      } catch (error) {
        await keepPicture(workbench, 'workbench-did-not-open');
        throw error;
      }
      return workbench;
    };
    return { editor, browser, workbench: await newWindow(), newWindow, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A picture for the person who looks at a failure; it must not hide the failure itself. */
async function keepPicture(workbench: Workbench, name: string): Promise<void> {
  const folder = join(place.root, 'test', 'ui', 'output');
  await mkdir(folder, { recursive: true });
  await workbench.page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
}
