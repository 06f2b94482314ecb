#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependency.mjs';
import { duration, runMain, say } from './say.mjs';
import { ensureNode } from './toolNode.mjs';

const help = `Usage: node build/setup.mjs [editor] [browser]

Installs what building needs: the packages of the lockfile and, where this machine's Node is too old for the tools, a
newer one. With "editor" and "browser" also what the editor's tests and npm start need. Everything but node_modules goes
below .cache. What is there already stays as it is, so it can be run again at any time, also by several at once.
`;

/**
 * Installs what is missing, and says how far it is.
 *
 * @param {{ editor?: boolean, browser?: boolean }} [wanted]
 */
export async function setup({ editor = false, browser = false } = {}) {
  const started = performance.now();
  const steps = 2 + Number(editor) + Number(browser);
  let step = 0;
  const next = (/** @type {string} */ what) => say('setup', `[${++step}/${steps}] ${what}`);
  next('Node for the tools');
  await ensureNode();
  next('packages of the lockfile');
  await ensureDependencies();
  if (editor) {
    next('VS Code from npm');
    const { ensureEditor } = await import('./editor.mjs');
    await ensureEditor();
  }
  if (browser) {
    next('a browser');
    const { browserRemedy, ensureBrowser } = await import('./browser.mjs');
    const found = await ensureBrowser();
    say('setup', found ? `${found.executable} (${found.source})` : `there is none: ${browserRemedy}`);
  }
  say('setup', `done in ${duration(performance.now() - started)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const words = process.argv.slice(2);
    const unknown = words.find(word => word !== 'editor' && word !== 'browser');
    if (unknown !== undefined) {
      process.stdout.write(help);
      return unknown === '--help' ? 0 : 2;
    }
    await setup({ editor: words.includes('editor'), browser: words.includes('browser') });
    return 0;
  });
}
