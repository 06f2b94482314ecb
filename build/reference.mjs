import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { command } from './command.mjs';
import { place } from './place.mjs';
import { say } from './say.mjs';
import { ensureToolPackage, findToolPackage } from './toolPackage.mjs';

/**
 * @typedef {object} Reference the SQLite that the benchmarks compare with, and the Node that runs both engines
 * @property {'better-sqlite3' | 'node:sqlite'} engine
 * @property {string} module what to require
 * @property {string} node
 * @property {string} note why it is this one; empty for the first choice
 */

const source = join(place.root, 'test', 'bench', 'reference');

/**
 * better-sqlite3 for the machine's own Node, installed and compiled below .cache on first use; where that fails, the
 * SQLite inside this Node. `install: false` takes what is there already.
 *
 * @param {{ install: boolean }} options
 * @returns {Promise<Reference>}
 */
export async function findReference({ install }) {
  const node = process.env.STATEROOM_USER_NODE ?? process.execPath;
  const abi = (await command(node, ['-p', 'process.versions.modules'], { quiet: true })).output.trim();
  const name = `reference-abi${abi}`;
  /** @type {string | undefined} */
  let folder = await findToolPackage(name, source);
  let why = 'better-sqlite3 is not installed yet';
  if (folder === undefined && install) {
    try {
      folder = await ensureToolPackage(name, source, staging => compile(node, staging));
    } catch (error) {
      why = `better-sqlite3 could not be installed: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
      say('bench', `${why}; comparing with node:sqlite`);
    }
  }
  if (folder === undefined) return { engine: 'node:sqlite', module: 'node:sqlite', node: process.execPath, note: why };
  return { engine: 'better-sqlite3', module: join(folder, 'node_modules', 'better-sqlite3'), node, note: '' };
}

/**
 * Builds the native part with that Node's own headers where they lie beside it, and proves that it loads.
 *
 * @param {string} node
 * @param {string} folder
 */
async function compile(node, folder) {
  say('bench', 'compiling better-sqlite3 (a minute or two, once)');
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [node, process.env.npm_execpath] : ['npm'];
  const prefix = dirname(dirname(node));
  const headers = existsSync(join(prefix, 'include', 'node', 'node.h'));
  const [program = 'npm', ...first] = npm;
  const rebuild = await command(program, [...first, 'rebuild', 'better-sqlite3', '--no-audit', '--no-fund'], {
    cwd: folder,
    quiet: true,
    timeout: 900_000,
    env: {
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      npm_config_ignore_scripts: 'false',
      ...(headers ? { npm_config_nodedir: prefix, npm_config_build_from_source: 'true' } : {}),
    },
  });
  const proof = "const D=require('better-sqlite3');new D(':memory:').exec('select 1')";
  const loaded = await command(node, ['-e', proof], { cwd: folder, quiet: true });
  if (loaded.code === 0) return;
  const text = (rebuild.code === 0 ? loaded.output : rebuild.output).trim().split('\n');
  throw new Error(text.find(line => /error/i.test(line)) ?? text.at(-1) ?? 'it does not load');
}
