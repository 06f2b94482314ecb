import type { Page } from 'playwright-core';

interface Watch {
  readonly stopped: string[];
  isMeddling: boolean;
}

const windows = new Map<Page, Watch>();

/** Notes what the browser stops under a content security policy in any frame of the window, or of one that it opens. */
export function watchPolicy(page: Page): void {
  if (windows.has(page)) return;
  const watch: Watch = { stopped: [], isMeddling: false };
  windows.set(page, watch);
  page.on('console', message => {
    if (!watch.isMeddling && /Content Security Policy/i.test(message.text())) watch.stopped.push(message.text());
  });
  page.on('popup', watchPolicy);
}

/** Pictures and checkers add styles to pages, which their policies stop: that is not the pages' doing. */
export async function meddle<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const watch = windows.get(page);
  if (watch === undefined) return act();
  await hear(page);
  watch.isMeddling = true;
  try {
    return await act();
  } finally {
    await hear(page);
    watch.isMeddling = false;
  }
}

/** What was stopped in the window so far, and is forgotten with that. */
export async function takeStopped(page: Page): Promise<string[]> {
  await hear(page);
  return windows.get(page)?.stopped.splice(0) ?? [];
}

/** What a page reported before it answers has been heard. */
async function hear(page: Page): Promise<void> {
  if (page.isClosed()) return;
  await Promise.all(page.frames().map(frame => frame.evaluate('0').catch(() => undefined)));
}

/** What was stopped in any window so far. It stays: a test that is tried again fails again, and so does every later one. */
export async function stoppedByPolicy(): Promise<string[]> {
  for (const page of windows.keys()) await hear(page);
  return [...windows.values()].flatMap(({ stopped }) => stopped);
}
