import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureEditor } from '../../build/editor.mjs';
import { npm } from '../../build/npm.mjs';
import { packNpm } from '../../build/packageNpm.mjs';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { ensureEditorNode } from '../../build/toolNode.mjs';
import { version } from '../../src/platform/version.js';
import { git, makeRepository, type Run, storeOf, userNode } from './cliRig.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tarball: string;
/** The folders of programs: of the installed package, of the editor, and of the machine, none of the checkout. */
let path: string[];

beforeAll(async () => {
  folder = await temporaryFolder('stateroom-installed-');
  tarball = await packNpm(folder.path);
  await npm(['install', '--global', ...npmOptions(), tarball], folder.path);
  mkdirSync(join(folder.path, 'editors'));
  path = [join(folder.path, 'prefix', 'bin'), join(folder.path, 'editors'), dirname(userNode), '/usr/bin', '/bin'];
});
afterAll(() => folder.remove());

/** A prefix and an empty cache of its own: what npm would have to download, it cannot have. */
function npmOptions(): string[] {
  return ['--offline', `--prefix=${join(folder.path, 'prefix')}`, `--cache=${join(folder.path, 'cache')}`];
}

function environment(): Record<string, string> {
  return { PATH: path.join(delimiter), HOME: folder.path, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}

/** Runs a program by its name on the PATH. */
function call(cwd: string, program: string, ...args: string[]): Promise<Run> {
  return callWith({ ...environment(), STATEROOM_ACTOR: 'ada' }, cwd, program, ...args);
}

function callWith(env: Record<string, string>, cwd: string, program: string, ...args: string[]): Promise<Run> {
  return new Promise(done => {
    const options = { cwd, env };
    const child = execFile('/usr/bin/env', [program, ...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode, signal: child.signalCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

async function answer(cwd: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await call(cwd, 'stateroom', ...args, '--json');
  expect([args, code, stderr]).toEqual([args, 0, '']);
  return JSON.parse(stdout).data;
}

describe('the package that npm installed', () => {
  it('is one package, outside of the checkout, that works from its own files', async () => {
    const cwd = makeRepository();
    const { program, ...rest } = await answer(cwd, 'which');
    const installed = join(folder.path, 'prefix', 'lib', 'node_modules', 'stateroom');
    expect([program, rest]).toEqual([join(installed, 'dist', 'cli.mjs'), { shim: null, version }]);
    expect(path.filter(each => realpathSync(each).startsWith(place.root))).toEqual([]);
    const { stdout } = await call(cwd, 'npm', 'ls', '--global', '--all', '--parseable', ...npmOptions());
    expect(stdout.trim().split('\n')).toEqual([join(folder.path, 'prefix', 'lib'), installed]);
  });

  it('creates a store, adds and claims an item, queries it, and leaves a shim that starts it', async () => {
    const cwd = makeRepository();
    expect((await call(cwd, 'stateroom', 'init')).stdout).toBe(`Created the store in ${storeOf(cwd)}.\n`);
    expect(await answer(cwd, 'queue', 'add', 'Fix the login')).toMatchObject({ item: { ref: 'W-1' } });
    expect(await answer(cwd, 'queue', 'next')).toMatchObject({ item: { title: 'Fix the login', owner: 'ada' } });
    expect(await answer(cwd, 'store', 'query', 'select title from work_items')).toMatchObject({
      rows: [['Fix the login']],
    });
    const shim = join(storeOf(cwd), 'bin', 'stateroom');
    expect((await call(cwd, shim, 'queue', 'list', '--quiet')).stdout).toBe('W-1\n');
    expect(git(cwd, 'status', '--porcelain')).toBe('');
  });

  it('serves an agent over MCP', async () => {
    const cwd = makeRepository();
    const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const env = environment();
    await client.connect(new StdioClientTransport({ command: 'stateroom', args: ['mcp'], cwd, env, stderr: 'ignore' }));
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'stateroom', version });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['load_session', 'work_items', 'events']));
      const added = await client.callTool({ name: 'work_items', arguments: { action: 'add', title: 'From an agent' } });
      expect(added.structuredContent).toMatchObject({ item: { ref: 'W-1', title: 'From an agent' } });
    } finally {
      await client.close();
    }
    expect(await answer(cwd, 'queue', 'show', 'W-1')).toMatchObject({ item: { title: 'From an agent' } });
  });

  it('runs once with npx, from the same file', async () => {
    const words = ['--package', tarball, 'stateroom', '--version'];
    const { code, stdout } = await call(makeRepository(), 'npx', '--yes', ...npmOptions(), ...words);
    expect([code, stdout]).toEqual([0, `${version}\n`]);
  });
});

describe('stateroom vscode install', () => {
  it('puts the packaged extension into a real VS Code, and again over itself', async () => {
    const [home, node] = [await ensureEditor(), await ensureEditorNode()];
    const [data, extensions] = [join(folder.path, 'data'), join(folder.path, 'extensions')];
    const code = join(folder.path, 'editors', 'code');
    const server = `"${node}" "${join(home, 'out', 'server-main.js')}" --accept-server-license-terms --telemetry-level off`;
    writeFileSync(
      code,
      `#!/bin/sh\nexec ${server} --server-data-dir "${data}" --extensions-dir "${extensions}" "$@"\n`,
    );
    chmodSync(code, 0o755);
    const cwd = makeRepository();
    for (let round = 0; round < 2; round += 1) {
      const { code, stdout, stderr } = await call(cwd, 'stateroom', 'vscode', 'install');
      expect([code, stdout, stderr]).toEqual([0, `Installed Stateroom ${version} in code.\n`, '']);
    }
    const { stdout } = await call(cwd, 'code', '--list-extensions', '--show-versions');
    expect(stdout.split('\n')).toContain(`stateroom.stateroom@${version}`);
  });

  it('says one sentence where there is no editor, and how to go on', async () => {
    // Nothing but Node and the package: the machine may have an editor.
    const alone = join(folder.path, 'alone');
    mkdirSync(alone);
    symlinkSync(userNode, join(alone, 'node'));
    const PATH = [join(folder.path, 'prefix', 'bin'), alone].join(delimiter);
    const { code, stdout, stderr } = await callWith({ PATH }, makeRepository(), 'stateroom', 'vscode', 'install');
    const vsix = join(folder.path, 'prefix', 'lib', 'node_modules', 'stateroom', 'dist', `stateroom-${version}.vsix`);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'stateroom: No editor found on the PATH (code, code-insiders, cursor, codium).\n' +
        `  Name one with --editor <command>, or install ${vsix} from the editor's Extensions view.\n`,
    ]);
  });
});
