import { afterEach } from 'vitest';
import type { OpenWorkbench } from './openWorkbench.js';

/**
 * Keeps a picture of the first window below test/ui/output when a test of this file fails. Call it at the top of the
 * file.
 */
export function keepPictureOfFailures(opened: () => OpenWorkbench | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const name = `failed-${task.name.replace(/[^\w]+/g, '-').toLowerCase()}`;
    await opened()
      ?.workbench.screenshot(name)
      .catch(() => undefined);
  });
}
