import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/editor/keyFlow/eventually.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { TerminalCommand } from './terminalCommand.js';

/** What the window is like, and who listens for its changes. */
const window = vi.hoisted(() => ({ isTrusted: true, isOn: true, listeners: [] as ((event: unknown) => void)[] }));

vi.mock('vscode', () => {
  const listen = (listener: (event: unknown) => void) => {
    window.listeners.push(listener);
    return { dispose: () => undefined };
  };
  return {
    l10n: { t: (text: string) => text },
    Disposable: class {},
    workspace: {
      get isTrusted() {
        return window.isTrusted;
      },
      getConfiguration: () => ({ get: () => window.isOn }),
      onDidGrantWorkspaceTrust: listen,
      onDidChangeConfiguration: listen,
    },
  };
});

describe('stateroom in the terminals of the window', () => {
  let folder: string;
  let variables: Map<string, string>;
  let repositories: unknown[];
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stateroom-'));
    variables = new Map();
    repositories = [{}];
    Object.assign(window, { isTrusted: true, isOn: true, listeners: [] });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const begin = () => {
    const manager = {
      get all() {
        return repositories;
      },
      onDidChangeList: (listener: () => void) => window.listeners.push(listener),
    };
    const extension = {
      asAbsolutePath: (path: string) => join('/extension', path),
      globalStorageUri: { fsPath: folder },
      environmentVariableCollection: {
        append: (name: string, value: string) => variables.set(name, value),
        delete: (name: string) => variables.delete(name),
      },
    };
    return new TerminalCommand(extension as never, manager as unknown as RepositoryManager, log);
  };
  const change = () => {
    for (const listener of window.listeners) listener({ affectsConfiguration: () => true });
  };
  const added = `${delimiter}${'{folder}'}`;
  const present = () => variables.get('PATH')?.replace(folder, '{folder}');

  it('is last on the PATH, and starts the program of this extension', async () => {
    begin();
    await eventually(present).toBe(join(added, 'bin'));
    expect(readFileSync(join(folder, 'bin', 'stateroom'), 'utf8')).toContain("program='/extension/dist/cli.mjs'\n");
    const said = () =>
      execFileSync('sh', ['-c', 'stateroom'], {
        env: { PATH: `/usr/bin:/bin${variables.get('PATH')}` },
        stdio: 'pipe',
      });
    expect(said).toThrow('the program is no longer at /extension/dist/cli.mjs');
  });

  it('is there only in a trusted workspace with a repository, and with the setting', async () => {
    window.isTrusted = false;
    begin();
    await Promise.resolve();
    expect(present()).toBeUndefined();
    window.isTrusted = true;
    change();
    await eventually(present).toBeDefined();
    window.isOn = false;
    change();
    await eventually(present).toBeUndefined();
    window.isOn = true;
    change();
    await eventually(present).toBeDefined();
    repositories = [];
    change();
    await eventually(present).toBeUndefined();
    expect(log.warn).not.toHaveBeenCalled();
  });
});
