import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { configurationFolder } from '../../../platform/configurationFolder.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { sampleEventKey, WalkthroughSteps } from './walkthroughSteps.js';

const { editor } = vi.hoisted(() => ({
  editor: {
    tab: { label: 'app.ts', input: {} } as { label: string; input: unknown },
    changed: (): void => undefined,
    keys: new Map<unknown, unknown>(),
    ticked: [] as unknown[],
  },
}));

vi.mock('vscode', () => ({
  Disposable: { from: () => ({ dispose: () => undefined }) },
  window: {
    tabGroups: {
      get all() {
        return [{ activeTab: editor.tab }];
      },
      onDidChangeTabs: (listener: () => void) => {
        editor.changed = listener;
      },
    },
  },
  commands: {
    executeCommand: async (name: string, ...args: unknown[]) => {
      if (name === 'setContext') editor.keys.set(args[0], args[1]);
      else if (name === 'welcome.markStepComplete') editor.ticked.push(args[0]);
      else throw new Error(name);
    },
  },
}));

const happened = [
  { id: 1, type: 'work_item_created', role: 'human' },
  { id: 2, type: 'work_item_claimed', role: 'agent' },
];
const walkthrough = { label: 'Welcome', input: undefined };
let reads = 0;
const home = mkdtempSync(join(tmpdir(), 'stateroom-'));
const environment = { HOME: home, APPDATA: home };
afterAll(() => rmSync(home, { recursive: true }));

/** A window on a repository in which this happened. */
function open(more: { readonly sampleEvent?: number; readonly installed?: boolean } = {}): void {
  let read = (): void => undefined;
  const invoke = async (_operation: unknown, { type }: { type: string }) => {
    reads += 1;
    return { events: happened.filter(event => event.type === type) };
  };
  const status = {
    current: { repository: { invoke } },
    onDidRead: (listener: () => void) => {
      read = listener;
    },
    refresh: async () => read(),
  };
  const context = {
    workspaceState: { get: (key: string) => (key === sampleEventKey ? more.sampleEvent : undefined) },
    extension: { id: 'stateroom.stateroom' },
  };
  const variables = more.installed ? environment : {};
  new WalkthroughSteps(
    context as unknown as ExtensionContext,
    { status, variables, log: { debug: () => undefined } } as unknown as CommandEnvironment,
  );
}
const stepsDone = () => editor.keys.get(contextKeys.stepsDone);

beforeEach(() => {
  Object.assign(editor, { tab: { label: 'app.ts', input: {} }, ticked: [] });
  reads = 0;
});

it('reads nothing until the walkthrough is in sight, then ticks what was done before', async () => {
  open();
  editor.changed();
  expect(reads).toBe(0);
  editor.tab = walkthrough;
  editor.changed();
  await vi.waitFor(() => expect(editor.ticked).toHaveLength(4));
  expect(editor.ticked).toEqual(['open', 'add', 'watch', 'connect'].map(step => `stateroom.stateroom#start#${step}`));
  expect(stepsDone()).toBe(' open  add  watch  connect ');
});

it('ticks each step once, so that a person can clear it', async () => {
  editor.tab = walkthrough;
  open();
  await vi.waitFor(() => expect(editor.ticked).toHaveLength(4));
  editor.tab = { label: 'app.ts', input: {} };
  editor.changed();
  editor.tab = walkthrough;
  editor.changed();
  await vi.waitFor(() => expect(reads).toBe(6));
  expect(editor.ticked).toHaveLength(4);
});

it('does not take what a sample holds, or its scripted agents, for the person’s acts', async () => {
  editor.tab = walkthrough;
  open({ sampleEvent: 1 });
  await vi.waitFor(() => expect(stepsDone()).toBe(' open  watch '));
});

it('ticks connecting, also in a sample, once something is installed', async () => {
  const folder = configurationFolder(environment) ?? '';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'installed.json'), '{}');
  editor.tab = walkthrough;
  open({ sampleEvent: 2, installed: true });
  await vi.waitFor(() => expect(stepsDone()).toBe(' open  connect '));
});
