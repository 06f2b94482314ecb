import { expect, it, vi } from 'vitest';
import { refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { type LanesEnvironment, LanesPart } from './lanesPart.js';

interface Tree {
  getChildren(node?: unknown): Promise<unknown[]>;
}

const editor = vi.hoisted(() => ({
  tree: undefined as Tree | undefined,
  /** Calls of the view's listener: whether it is seen now. */
  seen: [] as ((event: { visible: boolean }) => void)[],
  view: {
    message: undefined as string | undefined,
    onDidChangeVisibility: (listener: (event: { visible: boolean }) => void) => {
      editor.seen.push(listener);
      return { dispose: () => undefined };
    },
    dispose: () => undefined,
  },
  /** How often the editor was told to ask for rows. */
  asked: 0,
  isBroken: true,
}));

vi.mock('vscode', () => ({
  l10n: {
    t: (message: string, ...values: (string | number)[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  },
  EventEmitter: class {
    readonly event = () => ({ dispose: () => undefined });
    fire(): void {
      editor.asked += 1;
    }
    dispose(): void {}
  },
  window: {
    createTreeView: (_id: string, { treeDataProvider }: { treeDataProvider: Tree }) => {
      editor.tree = treeDataProvider;
      return editor.view;
    },
  },
  commands: { registerCommand: () => ({ dispose: () => undefined }) },
  workspace: { isTrusted: true },
}));

vi.mock('../../../operations/loadLaneCatalogue.js', () => ({
  loadLaneOperations: async () => ({ laneRepair: { name: 'lane.repair' } }),
}));

vi.mock('./laneSurface.js', () => ({
  openLaneSurface: (_environment: unknown, view: { message: string | undefined }) => {
    if (editor.isBroken) throw new Error('laneSurface.js is gone\nRequire stack: …');
    return {
      tree: {
        onDidChangeTreeData: () => undefined,
        getChildren: () => {
          view.message = undefined;
          return ['login'];
        },
      },
      dispose: () => undefined,
    };
  },
}));

it('says why there are no rows where the code for lanes cannot be read, and tries again at the next look', async () => {
  const errors: unknown[] = [];
  const part = new LanesPart({
    status: { onDidRead: () => ({ dispose: () => undefined }) },
    log: { error: (_what: string, error: unknown) => errors.push(error) },
  } as unknown as LanesEnvironment);
  const look = (visible: boolean): void => {
    for (const listener of editor.seen) listener({ visible });
  };
  const reading = editor.tree?.getChildren();
  expect(editor.view.message).toBe('Loading the store of this repository…');
  expect(await reading).toEqual([]);
  expect(editor.view.message).toBe(
    'Cannot show the lanes (laneSurface.js is gone). Reopen this view or reload the window.',
  );
  expect(errors).toHaveLength(1);

  editor.isBroken = false;
  look(false);
  expect(editor.asked).toBe(0);
  look(true);
  expect(editor.asked).toBe(1);
  expect(await editor.tree?.getChildren()).toEqual(['login']);
  expect(editor.view.message).toBeUndefined();
  look(true);
  expect(editor.asked).toBe(1);
  part.dispose();
});

it('repairs lanes once however quickly readings follow, and what is refused again after a minute', async () => {
  editor.isBroken = false;
  let now = 0;
  let hasLanes = false;
  let repairs = 0;
  const warnings: string[] = [];
  let tell: (condition: unknown) => void = () => undefined;
  const part = new LanesPart({
    status: {
      onDidRead: (listener: typeof tell) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    },
    clock: { now: () => now },
    log: { warn: (what: string) => warnings.push(what) },
  } as unknown as LanesEnvironment);
  const repository = {
    id: '/shop/.git',
    name: 'shop',
    hasLanes: async () => hasLanes,
    invoke: async () => {
      repairs += 1;
      return repairs < 3 ? refuse('store_locked', verbatim('Another process writes.')) : { settled: [], ignored: [] };
    },
  };
  const readTwice = async (): Promise<void> => {
    tell({ repository, state: 'ready' });
    tell({ repository, state: 'ready' });
    await new Promise(resolve => setImmediate(resolve));
  };
  await readTwice();
  expect(repairs).toBe(0);
  hasLanes = true;
  await readTwice();
  expect(repairs).toBe(1);
  now = 59_999;
  await readTwice();
  expect(repairs).toBe(1);
  now = 60_000;
  await readTwice();
  expect(repairs).toBe(2);
  now = 120_000;
  await readTwice();
  now = 999_999;
  await readTwice();
  expect(repairs).toBe(3);
  expect(warnings).toEqual([
    'The lanes of shop were not repaired: Another process writes.',
    'The lanes of shop were not repaired: Another process writes.',
  ]);
  part.dispose();
});
