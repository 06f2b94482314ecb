import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { LaneTabs } from './laneTabs.js';

interface FakeTab {
  readonly label: string;
  readonly input: unknown;
  readonly isDirty: boolean;
}
const editor = vi.hoisted(() => {
  class TabInputText {
    constructor(readonly uri: unknown) {}
  }
  class TabInputTextDiff {
    constructor(
      readonly original: unknown,
      readonly modified: unknown,
    ) {}
  }
  return { TabInputText, TabInputTextDiff, tabs: [] as FakeTab[] };
});

vi.mock('vscode', () => ({
  TabInputText: editor.TabInputText,
  TabInputTextDiff: editor.TabInputTextDiff,
  l10n: {
    t: (message: string, ...values: string[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => values[Number(index)] ?? ''),
  },
  window: {
    tabGroups: {
      get all() {
        return [{ tabs: editor.tabs }];
      },
      close: async (closed: readonly FakeTab[]) => {
        editor.tabs = editor.tabs.filter(tab => !closed.includes(tab));
      },
    },
  },
}));

it('closes what is left of a lane once its worktree is gone, but nothing that is not saved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lane-tabs-'));
  const file = (path: string) => ({ scheme: 'file', fsPath: path });
  const text = (label: string, path: string, isDirty = false): FakeTab => ({
    ...{ label, isDirty },
    input: new editor.TabInputText(file(path)),
  });
  const diff = new editor.TabInputTextDiff({ scheme: 'stateroom-base', fsPath: '/a.ts' }, file(join(folder, 'a.ts')));
  const revision = { scheme: 'stateroom-revision', fsPath: join(folder, 'a.ts') };
  const committed = new editor.TabInputTextDiff(revision, revision);
  editor.tabs = [
    text('file', join(folder, 'a.ts')),
    text('unsaved', join(folder, 'b.ts'), true),
    text('beside', `${folder}-other/a.ts`),
    { label: 'diff', input: diff, isDirty: false },
    { label: 'committed', input: committed, isDirty: false },
    { label: 'login compared with main', input: undefined, isDirty: false },
    { label: 'cart compared with main', input: undefined, isDirty: false },
  ];
  const labels = () => editor.tabs.map(({ label }) => label);
  const [login, cart] = [lane(1, { lane: 'login', worktreePath: folder }), lane(2, { lane: 'cart' })];
  const tabs = new LaneTabs();
  await tabs.show([login, cart]);
  // A lane that is over may leave its worktree.
  await tabs.show([cart]);
  expect(labels()).toHaveLength(7);
  // It is removed a little later.
  rmSync(folder, { recursive: true });
  await tabs.show([cart]);
  expect(labels()).toEqual(['unsaved', 'beside', 'cart compared with main']);
});
