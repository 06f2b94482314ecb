import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../../test/support/memoryHost.js';
import { version } from '../../../platform/version.js';

/** An installed program, and a folder of editors, which are shell scripts that note their arguments in a file. */
let home: string;
let program: string;
let vsix: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-vscode-'));
  program = join(home, 'program', 'cli.mjs');
  vsix = join(home, 'program', `stateroom-${version}.vsix`);
  for (const folder of ['program', 'editors']) mkdirSync(join(home, folder));
  writeFileSync(vsix, '');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function addEditor(name: string, rest = ''): string {
  const file = join(home, 'editors', name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > "${home}/called"\n${rest}\n`);
  chmodSync(file, 0o755);
  return file;
}

function install(...words: string[]) {
  const environment = { PATH: join(home, 'editors') };
  const args = ['vscode', 'install', ...words];
  return runInMemory(args, { directory: home, environment, operations: [], programFile: program });
}

function called(): readonly string[] {
  return existsSync(join(home, 'called')) ? readFileSync(join(home, 'called'), 'utf8').trimEnd().split('\n') : [];
}

describe('vscode install', () => {
  it.each([
    [['codium'], 'codium'],
    [['cursor', 'codium'], 'cursor'],
    [['code-insiders', 'cursor'], 'code-insiders'],
    [['codium', 'code', 'code-insiders'], 'code'],
  ])('with %j on the PATH calls %s with the VSIX beside the program', async (names, expected) => {
    for (const name of names) addEditor(name);
    expect(await install()).toEqual({
      code: 0,
      stdout: `Installed Stateroom ${version} in ${expected}.\n`,
      stderr: '',
    });
    expect(called()).toEqual([join(home, 'editors', expected), '--install-extension', vsix, '--force']);
  });

  it('calls the editor that was named, by its name on the PATH or by its path', async () => {
    addEditor('code');
    const own = addEditor('my editor');
    for (const editor of ['my editor', own]) {
      const { code, stdout } = await install('--editor', editor, '--json');
      expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, data: { editor, version, vsix } }]);
      expect(called()[0]).toBe(own);
    }
  });

  it('says where the VSIX is if there is no editor', async () => {
    expect(await install()).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'stateroom: No editor found on the PATH (code, code-insiders, cursor, codium).\n' +
        `  Name one with --editor <command>, or install ${vsix} from the editor's Extensions view.\n`,
    });
  });

  it('calls no other editor if the one that was named is missing', async () => {
    addEditor('code');
    expect(await install('--editor', 'vim2')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'stateroom: Command vim2 not found.\n',
    });
    expect(called()).toEqual([]);
    expect(await install('--editor', '')).toEqual({ code: 2, stdout: '', stderr: 'stateroom: --editor is empty.\n' });
  });

  it('passes on why an editor refused', async () => {
    addEditor('code', 'echo "Installing extensions..."; echo "Unable to install: needs VS Code 1.110" >&2; exit 1');
    expect(await install()).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'stateroom: code did not install the extension (exit code 1).\n' +
        '  Its last line: Unable to install: needs VS Code 1.110\n',
    });
  });

  it('calls no editor if the program has no VSIX', async () => {
    addEditor('code');
    rmSync(vsix);
    expect(await install()).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `stateroom: This copy of Stateroom comes without the VSIX (${vsix}).\n` +
        '  Run the stateroom command of the npm package instead.\n',
    });
    expect(called()).toEqual([]);
  });
});
