import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEditorServer, writeEditorSettings } from './editor.mjs';
import { bundleHostTests, followProgress, makeHostFolder } from './hostBundle.mjs';
import { launchBrowser } from './launchBrowser.mjs';
import { place } from './place.mjs';
import { countText, maxRepeated, resultText, withRepeated, withState } from './results.mjs';
import { say } from './say.mjs';
import { missingForEditor, readReport, skippedSuite } from './suite.mjs';
import { temporaryFolder } from './temporaryFolder.mjs';

const maxRunMs = 15 * 60_000;

/**
 * Runs test/host inside the extension host of the npm VS Code, with the extension loaded from this checkout.
 *
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./results.mjs').Result[]>}
 */
export async function runHost(words, env) {
  const missing = await missingForEditor();
  if (missing) return skippedSuite('host', missing);
  /** @type {import('./results.mjs').Result[]} */
  const all = [];
  const bundles = await bundleHostTests('host', words);
  const left = [...bundles];
  const next = async () => {
    for (let bundle = left.shift(); bundle !== undefined; bundle = left.shift()) {
      const { scenario, folder, entry } = bundle;
      say('host', `with ${words.length > 0 ? words.join(', ') : 'all tests'} in a ${scenario}`);
      const first = await runScenario(scenario, folder, entry, env);
      // Tests of a window share its repository: after one that failed, others may fail for that alone.
      const failures = withState(first, 'failed');
      const isRepeated = failures.length > 0 && failures.length <= maxRepeated;
      if (isRepeated) {
        say('host', `tries the ${scenario} once more: ${failures.map(resultText).join('; ')}`);
        for (const name of ['outcome.json', 'progress.log']) await rm(join(folder, name), { force: true });
      }
      all.push(...(isRepeated ? withRepeated(first, await runScenario(scenario, folder, entry, env)) : first));
    }
  };
  // Two windows at a time: one waits for the other's answers half of the time.
  const ends = await Promise.allSettled([next(), next()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return all;
}

/**
 * @param {import('./hostBundle.mjs').Scenario} scenario
 * @param {string} folder
 * @param {string} entry
 * @param {NodeJS.ProcessEnv} env
 */
async function runScenario(scenario, folder, entry, env) {
  const home = await temporaryFolder('sr-ed-');
  const project = await makeHostFolder(scenario);
  const dataFolder = join(home.path, 'data');
  await writeEditorSettings(dataFolder);
  const server = await startEditorServer({
    dataFolder,
    extensionsFolder: join(home.path, 'extensions'),
    trust: scenario !== 'restricted',
    testDriver: true,
    env,
  });
  const browser = await launchBrowser();
  const stopProgress = followProgress(folder);
  try {
    const remote = `vscode-remote://127.0.0.1:${server.port}`;
    const address = new URL(server.origin);
    address.searchParams.set(project.path.endsWith('.code-workspace') ? 'workspace' : 'folder', project.path);
    address.searchParams.set(
      'payload',
      JSON.stringify([
        ['extensionDevelopmentPath', `${remote}${place.root}`],
        ['extensionTestsPath', `${remote}${entry}`],
      ]),
    );
    const page = await browser.newPage();
    await page.goto(address.href);
    const [, code] = await server.waitForLog(/Extension Host Process exited with code: (\d+)/, maxRunMs);
    await stopProgress();
    const results = await readReport(join(folder, 'outcome.json'), `host (${scenario})`, Number(code));
    if (countText(results).startsWith('0 passed')) process.stdout.write(`${server.log.slice(-30).join('\n')}\n`);
    return results;
  } finally {
    await stopProgress();
    await browser.close();
    await server.stop();
    await project.remove();
    await home.remove();
  }
}
