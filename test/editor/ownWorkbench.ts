import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../build/launchBrowser.mjs';
import { showWorkbench } from './showWorkbench.js';
import { type Editor, type EditorOptions, startEditor } from './startEditor.js';
import type { Workbench } from './workbench.js';

export type OwnWorkbench = {
  editor: Editor;
  browser: Browser;
  /** The first window, on the repository. */
  workbench: Workbench;
  /** A further window with an extension host of its own, on the same folder or another. */
  newWindow(folder?: string): Promise<Workbench>;
  /** Closes the windows, ends browser and server, removes their data. */
  close(): Promise<void>;
};

/** Starts an editor and a browser of its own and opens the repository's workbench. */
export async function openOwnWorkbench(
  options: EditorOptions & { viewport?: { width: number; height: number } },
): Promise<OwnWorkbench> {
  const editor = await startEditor(options);
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
      return showWorkbench(await context.newPage(), editor, folder);
    };
    return { editor, browser, workbench: await newWindow(), newWindow, close };
  } catch (error) {
    await close();
    throw error;
  }
}
