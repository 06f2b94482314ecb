import { browserRemedy, ensureBrowser } from './browser.mjs';
import { RigError } from './say.mjs';

/**
 * Starts the browser found on this machine, without a window.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser() {
  const found = await ensureBrowser();
  if (!found) throw new RigError(`There is no browser on this machine: ${browserRemedy}.`);
  const { chromium } = await import('playwright-core');
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries({ ...process.env, ...found.env })) {
    if (value !== undefined) env[name] = value;
  }
  return chromium.launch({
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
  });
}
