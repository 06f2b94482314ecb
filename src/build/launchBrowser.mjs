import { browserRemedy, ensureBrowser } from './browser.mjs';
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

/**
 * Starts it with a profile that stays from window to window, and where others can give it orders: the port is in the
 * profile's file DevToolsActivePort.
 *
 * @param {string} folder of the profile
 * @returns {Promise<import('playwright-core').BrowserContext>}
 */
export async function launchProfile(folder) {
  const { chromium } = await import('playwright-core');
  const { args, ...options } = await launchOptions();
  return chromium.launchPersistentContext(folder, { ...options, args: [...args, '--remote-debugging-port=0'] });
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
