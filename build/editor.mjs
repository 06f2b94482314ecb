import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, endChild, startChild } from './command.mjs';
import { ensureExtensionPackages } from './editorExtension.mjs';
import { npm } from './npm.mjs';
import { place } from './place.mjs';
import { RigError } from './say.mjs';
import { ensureEditorNode } from './toolNode.mjs';
import { ensureToolPackage } from './toolPackage.mjs';

/**
 * @typedef {object} EditorOptions
 * @property {string} dataFolder settings, state and logs; the caller makes and removes it
 * @property {string} extensionsFolder
 * @property {number} [port] 0, the default, takes a free one
 * @property {boolean} [trust] true, the default, trusts every folder; false leaves Restricted Mode possible
 * @property {string} [locale] the display language, for example `de`: the editor's own words stay English, for lack of its
 * language pack, and extensions give theirs in it
 * @property {boolean} [testDriver] lets the page's address load an extension from its source
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] sees each line of the server's log
 */

/**
 * @typedef {object} EditorServer
 * @property {string} origin for example http://127.0.0.1:41234
 * @property {number} port
 * @property {number} pid
 * @property {string[]} log the server's lines so far
 * @property {(pattern: RegExp, timeout?: number) => Promise<RegExpExecArray>} waitForLog
 * @property {() => Promise<void>} stop
 * @property {Promise<void>} stopped settles when the server has ended, for any reason
 */

/** Nothing asks, greets, updates or looks for the network. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'git.autofetch': false,
  // The TypeScript extension otherwise asks the npm registry for type definitions of the packages a file imports.
  'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'chat.commandCenter.enabled': false,
};

/**
 * Writes the user settings of an editor: the quiet defaults and these on top.
 *
 * @param {string} dataFolder
 * @param {Record<string, unknown>} [settings]
 */
export async function writeEditorSettings(dataFolder, settings = {}) {
  const folder = join(dataFolder, 'data', 'User');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }, null, 2));
}

/** Installs the npm VS Code below .cache. @returns {Promise<string>} its folder, which holds out/server-main.js */
export async function ensureEditor() {
  const inner = join('node_modules', 'code-server', 'lib', 'vscode');
  const folder = await ensureToolPackage('editor', join(place.root, 'test', 'editor', 'server'), async staging => {
    // The editor brings its own shrinkwrap for what it needs at run time.
    await npm(['install', '--omit=dev'], join(staging, inner));
  });
  const home = join(folder, inner);
  if (!existsSync(join(home, 'out', 'server-main.js')))
    throw new RigError('The npm VS Code has no out/server-main.js.');
  await ensureExtensionPackages(home, join(folder, 'extensions.new'));
  return home;
}

/**
 * Starts the npm VS Code on loopback and waits until it listens.
 *
 * @param {EditorOptions} options
 * @returns {Promise<EditorServer>}
 */
export async function startEditorServer(options) {
  const home = await ensureEditor();
  const node = await ensureEditorNode();
  await mkdir(options.dataFolder, { recursive: true });
  await mkdir(options.extensionsFolder, { recursive: true });
  if (options.locale !== undefined) await writeLanguagePack(options.dataFolder, options.locale);
  const args = [
    join(home, 'out', 'server-main.js'),
    ...(options.locale === undefined ? [] : ['--locale', options.locale]),
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--server-data-dir', options.dataFolder, '--extensions-dir', options.extensionsFolder],
    ...(options.trust === false ? [] : ['--disable-workspace-trust']),
    ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
  ];
  const sockets = await socketFolder(options.dataFolder);
  const child = startChild(node, args, {
    // No one's settings are read or written, those of Stateroom neither.
    env: {
      ...process.env,
      ...withoutOuterEditor(),
      ...sockets.env,
      XDG_CONFIG_HOME: options.dataFolder,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  /** @type {string[]} */
  const log = [];
  /** @type {Set<() => void>} */
  const watchers = new Set();
  let ended = false;
  const wake = () => {
    for (const watcher of [...watchers]) watcher();
  };
  /** @type {Promise<void>} */
  const stopped = new Promise(resolve => {
    const end = () => {
      ended = true;
      wake();
      resolve();
    };
    child.once('close', end);
    child.once('error', end);
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', text => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        log.push(line);
        options.onLine?.(line);
      }
      wake();
    });
  }

  /** @type {EditorServer['waitForLog']} */
  const waitForLog = (pattern, timeout = 60_000) =>
    new Promise((resolve, reject) => {
      let seen = 0;
      const fail = (/** @type {string} */ why) => {
        done();
        reject(new RigError(`${why} while waiting for ${pattern} in the editor's log:\n${log.slice(-20).join('\n')}`));
      };
      const look = () => {
        for (; seen < log.length; seen++) {
          const found = pattern.exec(log[seen] ?? '');
          if (!found) continue;
          done();
          resolve(found);
          return;
        }
        if (ended) fail('The editor ended');
      };
      const timer = setTimeout(() => fail(`${timeout / 1000} s passed`), timeout);
      const done = () => {
        clearTimeout(timer);
        watchers.delete(look);
      };
      watchers.add(look);
      look();
    });

  const stop = async () => {
    if (ended) return;
    endChild(child);
    const force = setTimeout(() => endChild(child, 'SIGKILL'), 5_000);
    await stopped;
    clearTimeout(force);
    // Extension hosts and terminals are in the same group.
    endChild(child, 'SIGKILL');
    await sockets.remove();
  };

  try {
    const [, port] = await waitForLog(/Extension host agent listening on (\d+)/);
    return {
      origin: `http://127.0.0.1:${port}`,
      port: Number(port),
      pid: child.pid ?? 0,
      log,
      waitForLog,
      stop,
      stopped,
    };
  } catch (error) {
    await stop();
    if (log.some(line => line.includes('EADDRINUSE'))) {
      throw new RigError(
        `Port ${options.port} is taken by another program: name another one, or none for a free one.`,
        2,
      );
    }
    throw error;
  }
}

/**
 * What a language pack leaves in an editor's data, of a pack without a word: enough to make the language known.
 *
 * @param {string} dataFolder
 * @param {string} locale
 */
async function writeLanguagePack(dataFolder, locale) {
  const folder = join(dataFolder, 'data');
  await mkdir(folder, { recursive: true });
  const words = join(folder, `${locale}.i18n.json`);
  await writeFile(words, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `nobody.${locale}` }, version: '1.0.0' }];
  const pack = { hash: 'empty', extensions, translations: { vscode: words }, label: locale };
  await writeFile(join(folder, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

/**
 * Where an editor on Linux makes its sockets: each window leaves several, and no one removes those of a killed one. An address
 * that the system would find too long (107 bytes) is none: the editor then takes its usual place.
 *
 * @param {string} dataFolder
 * @returns {Promise<{ env: NodeJS.ProcessEnv, remove: () => Promise<void> }>}
 */
async function socketFolder(dataFolder) {
  const folder = join(dataFolder, 'run');
  const maxNameLength = 'vscode-ipc-00000000-0000-0000-0000-000000000000.sock';
  const isFit = process.platform === 'linux' && Buffer.byteLength(join(folder, maxNameLength)) <= 107;
  if (!isFit) return { env: {}, remove: async () => undefined };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    env: { XDG_RUNTIME_DIR: folder },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Installs a packaged extension as a user would, without the network.
 *
 * @param {string} vsix
 * @param {{ dataFolder: string, extensionsFolder: string }} folders
 */
export async function installExtension(vsix, { dataFolder, extensionsFolder }) {
  const home = await ensureEditor();
  const node = await ensureEditorNode();
  const args = [
    join(home, 'out', 'server-main.js'),
    ...['--install-extension', vsix, '--force', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder],
  ];
  const { code, output } = await command(node, args, { quiet: true, timeout: 120_000, env: withoutOuterEditor() });
  if (code !== 0 || !/successfully installed/.test(output)) {
    throw new RigError(`The npm VS Code did not install ${vsix}:\n${output.trim()}`);
  }
}

/**
 * What a child's environment must lose: the variables that make a VS Code inside a VS Code terminal talk to the outer
 * one, and npm's own.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function withoutOuterEditor() {
  const names = Object.keys(process.env).filter(name => /^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_)/.test(name));
  return Object.fromEntries(names.map(name => [name, undefined]));
}
