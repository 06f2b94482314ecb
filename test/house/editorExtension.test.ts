import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureExtensionPackages } from '../../build/editorExtension.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;
let staging: string;

/** An editor that was cached before its extensions got their packages. */
beforeEach(async () => {
  folder = await temporaryFolder('stateroom-editor-cache-');
  home = join(folder.path, 'home');
  staging = join(folder.path, 'staging');
  await mkdir(join(home, 'extensions'), { recursive: true });
  await writeFile(join(home, 'extensions', 'package.json'), '{"dependencies":{"typescript":"6.0.3"}}');
  await writeFile(join(home, 'extensions', 'npm-shrinkwrap.json'), '{"lockfileVersion":3}');
});

afterEach(() => folder.remove());

const tsserver = (): string => join(home, 'extensions', 'node_modules', 'typescript', 'lib', 'tsserver.js');

async function installTypeScript(_args: string[], cwd: string): Promise<void> {
  expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe('{"dependencies":{"typescript":"6.0.3"}}');
  expect(await readFile(join(cwd, 'npm-shrinkwrap.json'), 'utf8')).toBe('{"lockfileVersion":3}');
  await mkdir(join(cwd, 'node_modules', 'typescript', 'lib'), { recursive: true });
  await writeFile(join(cwd, 'node_modules', 'typescript', 'lib', 'tsserver.js'), '');
}

describe('the packages of the editor’s own extensions', () => {
  it('are added once to an editor that was cached without them', async () => {
    const calls: string[][] = [];
    const install = async (args: string[], cwd: string): Promise<void> => {
      calls.push(args);
      await installTypeScript(args, cwd);
    };
    await Promise.all([1, 2].map(() => ensureExtensionPackages(home, staging, install)));
    await ensureExtensionPackages(home, staging, install);
    expect(calls).toEqual([['install', '--omit=dev']]);
    expect(existsSync(tsserver())).toBe(true);
    expect(await readdir(folder.path)).toEqual(['home']);
  });

  it('replace what an interrupted installation left', async () => {
    await mkdir(join(home, 'extensions', 'node_modules', 'typescript'), { recursive: true });
    await mkdir(join(staging, 'node_modules', 'left'), { recursive: true });
    await ensureExtensionPackages(home, staging, installTypeScript);
    expect(await readdir(join(home, 'extensions', 'node_modules'))).toEqual(['typescript']);
    expect(existsSync(tsserver())).toBe(true);
  });

  it('leave the editor as it was where npm is out of reach, with what to do', async () => {
    const offline = () => Promise.reject(new Error('npm install failed with exit code 1.\nENOTFOUND'));
    await expect(ensureExtensionPackages(home, staging, offline)).rejects.toThrow(
      'The editor in .cache lacks TypeScript, and npm could not install it. Connect to the network and run this again.\nnpm install failed with exit code 1.\nENOTFOUND',
    );
    expect(await readdir(join(home, 'extensions'))).toEqual(['npm-shrinkwrap.json', 'package.json']);
    expect(await readdir(folder.path)).toEqual(['home']);
    await ensureExtensionPackages(home, staging, installTypeScript);
    expect(existsSync(tsserver())).toBe(true);
  });
});
