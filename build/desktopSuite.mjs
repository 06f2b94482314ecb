import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleHostTests, followProgress, makeHostFolder } from './hostBundle.mjs';
import { place } from './place.mjs';
import { say } from './say.mjs';
import { readReport, skippedSuite } from './suite.mjs';

/**
 * Runs test/host in a desktop VS Code that @vscode/test-electron downloads into .cache. Where the download is out of
 * reach, or there is no screen, the suite is skipped with the reason. It is not a part of `npm test`, which never reaches
 * for the network beyond npm.
 *
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./results.mjs').Result[]>}
 */
export async function runDesktop(words, env) {
  const { downloadAndUnzipVSCode, runTests } = await import('@vscode/test-electron');
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return skippedSuite('desktop', 'there is no screen: run it as "xvfb-run npm run test:desktop"');
  }
  const cachePath = join(place.cache, 'desktop');
  await mkdir(cachePath, { recursive: true });
  /** @type {string} */
  let executable;
  try {
    executable = await downloadAndUnzipVSCode({ version: 'stable', cachePath, timeout: 60_000 });
  } catch (error) {
    const why = /** @type {Error} */ (error).message.split('\n')[0];
    return skippedSuite(
      'desktop',
      `the desktop VS Code could not be downloaded (${why}); "npm test -- host" runs the same tests`,
    );
  }
  const all = [];
  for (const { scenario, folder, entry } of await bundleHostTests('desktop-host', words)) {
    say('desktop', `in a ${scenario}`);
    const project = await makeHostFolder(scenario);
    const stopProgress = followProgress(folder);
    let code = 0;
    try {
      await runTests({
        vscodeExecutablePath: executable,
        extensionDevelopmentPath: place.root,
        extensionTestsPath: entry,
        extensionTestsEnv: env,
        launchArgs: [
          project.path,
          '--disable-extensions',
          '--profile-temp',
          ...(scenario === 'restricted' ? [] : ['--disable-workspace-trust']),
        ],
      });
    } catch {
      code = 1;
    } finally {
      await stopProgress();
      await project.remove();
    }
    all.push(...(await readReport(join(folder, 'outcome.json'), `desktop (${scenario})`, code)));
  }
  return all;
}
