import { openOwnWorkbench } from './ownWorkbench.js';
import { borrowEditor } from './sharedEditor.js';
import { showWorkbench } from './showWorkbench.js';
import type { EditorOptions } from './startEditor.js';
import type { Workbench } from './workbench.js';

export type OpenWorkbench = {
  /** The first window, on the repository. */
  workbench: Workbench;
  /** A further window with an extension host of its own, on the same folder or another. */
  newWindow(folder?: string): Promise<Workbench>;
  /** Closes the windows and removes what they left. */
  close(): Promise<void>;
};

/**
 * Opens the repository's workbench: what most UI tests begin with. The editor and the browser are those that all such tests
 * share; a test that wants more than a folder or a workspace, and a size of the window, has its own.
 */
export async function openWorkbench({
  viewport = { width: 1280, height: 800 },
  ...options
}: EditorOptions & { viewport?: { width: number; height: number } }): Promise<OpenWorkbench> {
  if (Object.keys(options).some(name => name !== 'repo')) return openOwnWorkbench({ ...options, viewport });
  const editor = await borrowEditor({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  try {
    return {
      workbench: await showWorkbench(await editor.firstPage(), editor, options.repo),
      newWindow: async (folder = options.repo) => showWorkbench(await editor.otherPage(), editor, folder),
      close: () => editor.giveBack(),
    };
  } catch (error) {
    await editor.giveBack();
    throw error;
  }
}
