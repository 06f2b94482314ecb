import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OwnWorkbench } from '../../editor/ownWorkbench.js';
import { makeScratchRepository } from '../../editor/scratchRepository.js';
import type { Workbench } from '../../editor/workbench.js';
import type { EditorOrder, PaintFigures } from './figures.js';

/** How long the dashboard may take, ms. */
const patienceMs = 60_000;

/**
 * Opens Home of a long timeline again and again, then its charts, and the page of the work item on its first card, in a
 * window of its own. From the begin of a page's frame until its first card or row and until the last chart is painted in it; the first
 * of them opens the store, too.
 */
export async function timeDashboard(order: EditorOrder, opened: OwnWorkbench): Promise<PaintFigures[]> {
  const repository = await makeScratchRepository('bench-dashboard');
  try {
    cpSync(order.dashboardStore, join(repository.path, '.git', 'stateroom'), { recursive: true });
    const window = await opened.newWindow(repository.path);
    try {
      await window.page.addInitScript(watchPaints);
      const taken: PaintFigures[] = [];
      while (taken.length < order.windows) taken.push(await openOnce(window));
      return taken;
    } finally {
      await window.close();
    }
  } finally {
    await repository.remove();
  }
}

async function openOnce(window: Workbench): Promise<PaintFigures> {
  await window.runCommand('Stateroom: Open Home');
  await window.webview().locator('#dashboard .card').first().waitFor({ timeout: patienceMs });
  await window.webview().getByRole('tab', { name: 'Charts' }).click();
  const dashboard = await paintOf(window, '#dashboard .charts');
  await window.webview().getByRole('tab', { name: 'Board' }).click();
  await window.webview().locator('#dashboard .card button.ref').first().click();
  const record = await paintOf(window, '#record .events .row');
  await window.runCommand('View: Close All Editors');
  await window.page.locator('iframe.webview').waitFor({ state: 'detached' });
  return { ...dashboard, record: record.first };
}

/** What the page noted in whose frame these rows are. */
async function paintOf(window: Workbench, rows: string): Promise<Omit<PaintFigures, 'record'>> {
  const row = window.webview().locator(rows).first();
  await row.waitFor({ timeout: patienceMs });
  const frame = await (await row.elementHandle())?.ownerFrame();
  if (frame == null) throw new Error('The page has no frame.');
  const late = wait(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`${patienceMs / 1000} s passed until the page was painted.`);
  });
  return Promise.race([frame.evaluate<Omit<PaintFigures, 'record'>>('pagePainted'), late]);
}

/**
 * Runs in every frame of the window, before anything else does. The editor writes the page into its frame again, after which timers
 * still run and animation frames that were asked for do not. What is there at an animation frame is painted by the next task.
 */
function watchPaints(): void {
  if (window === window.top) return;
  const painted = (isThere: () => boolean): Promise<number> =>
    new Promise(resolve => {
      const timer = setInterval(() => {
        if (!isThere()) return;
        clearInterval(timer);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        requestAnimationFrame(() => port2.postMessage(''));
      }, 1);
    });
  const isThere = (what: string): boolean => document.querySelector(what) !== null;
  const both = Promise.all([
    painted(() => isThere('#dashboard .card, #record .events .row')),
    // Those that hold their room for what is still counted say that they are busy.
    painted(
      () => isThere('#record') || (isThere('.charts stateroom-plot svg') && !isThere('.charts [aria-busy="true"]')),
    ),
  ]);
  Object.assign(window, { pagePainted: both.then(([first, charts]) => ({ first, charts })) });
}
