#!/usr/bin/env node
import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command, endWithCodeOnInterrupt, mustRun, startChild } from './command.mjs';
import { place } from './place.mjs';
import { paint, RigError, runMain, say } from './say.mjs';
import { setup } from './setup.mjs';
import { underToolNode } from './toolNode.mjs';

const help = `Usage: npm start [-- [repository] [--web] [--port N] [--no-open]]

Builds and packages Stateroom and opens it in VS Code on a git repository: the desktop VS Code when "code" is on the
PATH, with folders of its own so that your profile stays as it is, else a VS Code from npm in the browser. Without a
repository it makes a sample one.

  --web       the VS Code from npm, even when there is a desktop one
  --port N    the port it listens on (default: a free one); implies --web
  --no-open   print the address, open no browser

`;

runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  if (options.repository !== undefined) await checkRepository(options.repository);
  endWithCodeOnInterrupt(0);
  const elsewhere = await underToolNode();
  if (elsewhere !== undefined) return elsewhere;

  const desktop = options.web ? undefined : findDesktop();
  await setup({ editor: desktop === undefined });
  const { packageVsix } = await import('./packageVsix.mjs');
  const vsix = await packageVsix({ isSmall: false });
  const { ensureSampleRepository } = await import('./sampleRepository.mjs');
  const repository = options.repository ?? (await ensureSampleRepository());
  return desktop ? openDesktop(desktop, vsix, repository) : openWeb(vsix, repository, options);
});

/**
 * @param {string[]} words
 * @returns {{ help: boolean, web: boolean, open: boolean, port: number, repository?: string }}
 */
function readOptions(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        web: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    });
    const port = values.port === undefined ? 0 : Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`--port takes a number up to 65535, not "${values.port}"`);
    if (positionals.length > 1) throw new Error('it opens one repository, and two or more were named');
    const base = {
      help: values.help ?? false,
      web: values.web === true || port !== 0,
      open: values['no-open'] !== true,
      port,
    };
    // npm changes to the package's folder; a path means what it meant where the person typed it.
    return positionals[0] === undefined
      ? base
      : { ...base, repository: resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]) };
  } catch (error) {
    // The parser adds advice about its own syntax after the first sentence.
    const why = /** @type {Error} */ (error).message.split('. ')[0];
    throw new RigError(`npm start did not understand its words: ${why}. See "npm start -- --help".`, 2);
  }
}

/** @param {string} path */
async function checkRepository(path) {
  if (!existsSync(path)) throw new RigError(`There is no folder ${path}: name the folder of a git repository.`, 2);
  if (!statSync(path).isDirectory()) throw new RigError(`${path} is a file: name the folder of a git repository.`, 2);
  const { code } = await command('git', ['-C', path, 'rev-parse', '--git-dir'], { quiet: true });
  if (code !== 0)
    throw new RigError(
      `${path} is not inside a git repository: run "git init" there first, or name another folder.`,
      2,
    );
}

/** The program that opens the desktop VS Code, when this is a machine with a screen that has one. */
function findDesktop() {
  // Inside a remote window "code" opens files there and takes no extension folder of its own.
  if (process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  const names = process.platform === 'win32' ? ['code.cmd', 'code.exe'] : ['code'];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/**
 * @param {string} program
 * @param {string} vsix
 * @param {string} repository
 */
async function openDesktop(program, vsix, repository) {
  const home = join(place.cache, 'start', 'desktop');
  const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];
  // A .cmd file runs only through the command interpreter.
  const [file, first] = program.endsWith('.cmd')
    ? ['cmd.exe', ['/d', '/c', program]]
    : [program, /** @type {string[]} */ ([])];
  await mustRun(file, [...first, ...folders, '--install-extension', vsix, '--force'], {
    what: 'code --install-extension',
  });
  await mustRun(file, [...first, ...folders, '--new-window', repository], { what: 'code' });
  say('open', `VS Code on ${repository}, with Stateroom in the activity bar`);
  return 0;
}

/**
 * @param {string} vsix
 * @param {string} repository
 * @param {{ port: number, open: boolean }} options
 */
async function openWeb(vsix, repository, options) {
  const { installExtension, startEditorServer, writeEditorSettings } = await import('./editor.mjs');
  const home = join(place.cache, 'start', 'web');
  const folders = { dataFolder: join(home, 'data'), extensionsFolder: join(home, 'extensions') };
  if (!existsSync(join(folders.dataFolder, 'data', 'User', 'settings.json')))
    await writeEditorSettings(folders.dataFolder, { 'workbench.welcomePage.walkthroughs.openOnInstall': true });
  await installExtension(vsix, folders);
  const server = await startEditorServer({ ...folders, port: options.port });
  const address = new URL(server.origin);
  address.searchParams.set('folder', repository);
  say('open', `VS Code with Stateroom on ${repository}`);
  process.stdout.write(`\n  ${paint(1, address.href)}\n\n  Ctrl-C ends it.\n\n`);
  if (options.open) openInBrowser(address.href);
  await server.stopped;
  return 0;
}

/**
 * Opens the person's browser where there is a screen; the printed address is there for everyone else.
 *
 * @param {string} address
 */
function openInBrowser(address) {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [file, args] =
    platform === 'darwin'
      ? ['open', [address]]
      : platform === 'win32'
        ? ['cmd.exe', ['/d', '/c', 'start', '""', address.replaceAll('&', '^&')]]
        : ['xdg-open', [address]];
  startChild(file, args, { stdio: 'ignore' }).once('error', () =>
    say('open', 'no browser could be opened: use the address above'),
  );
}
