import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { browserRemedy, ensureBrowser } from './browser.mjs';
import { endChild, startChild } from './command.mjs';
import { RigError } from './say.mjs';

/**
 * Starts the browser found on this machine, without a window.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser() {
  const { chromium } = await import('playwright-core');
  return chromium.launch(await launchOptions());
}

/** How long the browser may take until it listens, ms. */
const patienceMs = 60_000;

/** The flags a browser automation library would add: no throttling, prompts or blocking, and a mouse. */
const driven = [
  '--headless',
  '--remote-debugging-port=0',
  '--allow-pre-commit-input',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning',
  '--enable-features=CDPScreenshotNewSurface',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
];

/**
 * Starts it with a profile that stays from window to window, for those who connect to it. No one is connected yet: each who is
 * has all that passes between a window and its server told to him, tens of megabytes while a workbench opens.
 *
 * @param {string} folder of the profile
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} `address` takes orders (Chrome DevTools Protocol)
 */
export async function launchProfile(folder) {
  const { args, executablePath, env } = await launchOptions();
  const child = startChild(executablePath, [...args, ...driven, `--user-data-dir=${folder}`, 'about:blank'], {
    env,
    stdio: 'ignore',
  });
  /** @type {Promise<void>} */
  const ended = new Promise(resolve => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const close = async () => {
    endChild(child);
    const force = setTimeout(() => endChild(child, 'SIGKILL'), 5_000);
    await ended;
    clearTimeout(force);
  };
  const end = Date.now() + patienceMs;
  for (;;) {
    const address = await debuggerOf(folder);
    if (address !== undefined) return { address, close };
    if (isOver) throw new RigError(`The browser ${executablePath} ended before it listened.`);
    if (Date.now() > end) {
      await close();
      throw new RigError(`The browser ${executablePath} did not listen within ${patienceMs / 1000} s.`);
    }
    await wait(50);
  }
}

/**
 * Where the browser of a profile takes orders; undefined until it does.
 *
 * @param {string} folder
 */
async function debuggerOf(folder) {
  try {
    const [port, path] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n');
    return path ? `http://127.0.0.1:${port}` : undefined;
  } catch {
    return undefined;
  }
}

async function launchOptions() {
  const found = await ensureBrowser();
  if (!found) throw new RigError(`There is no browser on this machine: ${browserRemedy}.`);
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries({ ...process.env, ...found.env })) {
    if (value !== undefined) env[name] = value;
  }
  return {
    executablePath: found.executable,
    args: [
      ...found.args,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    env,
  };
}
