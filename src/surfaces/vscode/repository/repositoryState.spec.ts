import { expect, it, vi } from 'vitest';
import type { Log } from '../../../platform/log.js';
import type { RepositoryManager } from './repositoryManager.js';
import { RepositoryState } from './repositoryState.js';

const keys = vi.hoisted(() => new Map<unknown, unknown>());
const trust = vi.hoisted(() => ({ isGiven: true, told: () => undefined as unknown }));

vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly event = () => ({ dispose: () => undefined });
    fire(): void {}
    dispose(): void {}
  },
  commands: { executeCommand: async (_command: string, key: unknown, value: unknown) => keys.set(key, value) },
  workspace: {
    workspaceFolders: [],
    get isTrusted() {
      return trust.isGiven;
    },
    onDidGrantWorkspaceTrust(listener: () => void) {
      trust.told = listener;
      return { dispose: () => undefined };
    },
  },
}));

it('shows a store that can be read also where its holdings cannot, and keeps what was known of those', async () => {
  let isBroken = true;
  const warnings: string[] = [];
  const counts = { needs_you: 0, ready: 1 };
  const repository = {
    name: 'shop',
    invoke: async () => ({ health: { state: 'ready' }, counts, lastEventId: 7 }),
    holdings: async () => {
      if (isBroken) throw new Error('no such table');
      return ['task', 'lane'];
    },
    watchFiles: () => undefined,
  };
  const silent = () => ({ dispose: () => undefined });
  const repositories = { active: repository, all: [repository], onDidChangeActive: silent, onDidChangeList: silent };
  const log = { warn: (what: string) => warnings.push(what), error: () => undefined } as unknown as Log;
  const status = new RepositoryState(repositories as unknown as RepositoryManager, log);
  await status.refresh();
  expect(status.current).toMatchObject({ state: 'ready', status: { lastEventId: 7 }, holdings: [] });
  isBroken = false;
  await status.refresh();
  expect(keys.get('stateroom:holds')).toBe(' task  lane ');
  isBroken = true;
  await status.refresh();
  await status.refresh();
  expect(status.current).toMatchObject({ state: 'ready', holdings: ['task', 'lane'] });
  expect(keys.get('stateroom:holds')).toBe(' task  lane ');
  expect(warnings).toEqual([
    'The contents of shop could not be read: no such table',
    'The contents of shop could not be read: no such table',
  ]);
  status.dispose();
});

it('says from the first reading whether the mode is restricted, and again once trust is given', async () => {
  const silent = () => ({ dispose: () => undefined });
  const repositories = {
    active: undefined,
    all: [],
    onDidChangeActive: silent,
    onDidChangeList: silent,
    reconcile: () => undefined,
  };
  trust.isGiven = false;
  const status = new RepositoryState(
    repositories as unknown as RepositoryManager,
    { warn: () => undefined } as unknown as Log,
  );
  await status.refresh();
  expect([keys.get('stateroom:restricted'), keys.get('stateroom:roomState')]).toEqual([true, 'none']);
  trust.isGiven = true;
  trust.told();
  await expect.poll(() => keys.get('stateroom:restricted')).toBe(false);
  status.dispose();
});
