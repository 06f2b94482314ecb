import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { installExtension, startEditorServer, writeEditorSettings } from '../../build/editor.mjs';
import { launchProfile } from '../../build/launchBrowser.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { packFakeModel } from './packFakeModel.js';
import { packagedExtension } from './startEditor.js';

/** Where an editor and a browser are that most UI tests of one worker share. */
export interface SharedEditor {
  /** Of the server, for example http://127.0.0.1:41234 */
  readonly origin: string;
  readonly dataFolder: string;
  /** Where the browser takes orders (Chrome DevTools Protocol). */
  readonly browser: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker: files that run at a time would take each other's storage, settings and clipboard. */
    sharedEditors: readonly SharedEditor[];
  }
}

const endings: (() => Promise<void>)[] = [];

/**
 * Starts, once for a run, editors with the packaged extension and a language model, and browsers with a profile: a browser that has compiled the
 * workbench before opens it in half of the time. Each test begins without what the one before it left there.
 */
export async function setup(project: TestProject): Promise<void> {
  const home = await temporaryFolder('sr-ed-');
  endings.push(() => home.remove());
  const extensionsFolder = join(home.path, 'extensions');
  // The model is there for all: only the chat looks for one, and one editor for each test of it would take longer.
  for (const vsix of [packagedExtension(), await packFakeModel(home.path)]) {
    await installExtension(vsix, { dataFolder: join(home.path, 'data-1'), extensionsFolder });
  }
  const workers = Array.from({ length: project.config.maxWorkers }, (_, index) => index + 1);
  const started = workers.map(worker => startShared(home.path, extensionsFolder, worker));
  project.provide('sharedEditors', await Promise.all(started));
}

async function startShared(home: string, extensionsFolder: string, worker: number): Promise<SharedEditor> {
  const dataFolder = join(home, `data-${worker}`);
  const profile = join(home, `profile-${worker}`);
  await mkdir(profile, { recursive: true });
  await writeEditorSettings(dataFolder);
  const server = await startEditorServer({ dataFolder, extensionsFolder });
  endings.unshift(() => server.stop());
  const browser = await launchProfile(profile);
  endings.unshift(() => browser.close());
  return { origin: server.origin, dataFolder, browser: browser.address };
}

export async function teardown(): Promise<void> {
  for (const end of endings.splice(0)) await end();
}

/** The shared editor of the worker that runs this file. */
export function sharedEditor(): SharedEditor {
  const shared = inject('sharedEditors')[Number(process.env.VITEST_POOL_ID) - 1];
  if (shared === undefined) throw new Error(`shared editor for worker ${process.env.VITEST_POOL_ID} does not exist.`);
  return shared;
}

/** The shared editor as one test has it. */
export interface BorrowedEditor {
  urlOf(folder: string): string;
  writeSettings(settings: Record<string, unknown>): Promise<void>;
  /** A page of the profile, of which nothing is left but what the browser compiled. */
  firstPage(): Promise<Page>;
  /** A page with storage of its own. */
  otherPage(): Promise<Page>;
  /** Leaves every page as a person who closes the window does, so that its extension host ends. */
  giveBack(): Promise<void>;
}

/** Pages are opened with these options. */
export async function borrowEditor(options: BrowserContextOptions): Promise<BorrowedEditor> {
  const { origin, dataFolder, browser: address } = sharedEditor();
  await writeEditorSettings(dataFolder);
  const browser = await chromium.connectOverCDP(address);
  const pages: Page[] = [];
  const opened = (page: Page): Page => {
    pages.push(page);
    return page;
  };
  return {
    urlOf: folder => {
      const url = new URL(origin);
      url.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
      return url.href;
    },
    writeSettings: settings => writeEditorSettings(dataFolder, settings),
    firstPage: async () => {
      const { viewport, permissions, reducedMotion } = options;
      const [profile] = browser.contexts();
      if (profile === undefined) throw new Error('The browser has no profile.');
      await profile.grantPermissions([...(permissions ?? [])], { origin });
      const page = opened(await profile.newPage());
      const session = await profile.newCDPSession(page);
      // Of the window before: what the workbench keeps of its parts.
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' });
      await session.detach();
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: reducedMotion ?? null });
      return page;
    },
    otherPage: async () => opened(await (await browser.newContext(options)).newPage()),
    giveBack: async () => {
      for (const page of pages) await page.goto('about:blank').catch(() => undefined);
      for (const page of pages) await page.close();
      await browser.close();
    },
  };
}
