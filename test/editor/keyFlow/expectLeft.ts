import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { FakeEditor } from '../fake/fakeEditor.js';
import type { Uri } from '../fake/values.js';
import { eventually } from './eventually.js';
import type { FlowScene, Left } from './keyFlow.js';

/** Reads what a flow that has ended left. Views follow a moment later. */
export async function expectLeft({ repository, editor }: FlowScene, leaves: Left): Promise<void> {
  if ('sql' in leaves) expect(await repository.query(leaves.sql)).toEqual(leaves.rows);
  else if ('file' in leaves) expect(existsSync(repository.beside(leaves.file))).toBe(true);
  else if ('gone' in leaves) expect(existsSync(repository.beside(leaves.gone))).toBe(false);
  else if ('tab' in leaves) expect(editor.tab).toContain(leaves.tab);
  else if ('says' in leaves) {
    await eventually(async () => editor.dialogs.open.map(({ asks }) => asks)).toContain(leaves.says);
  } else if ('progress' in leaves) expect(editor.progress).toEqual([{ viewId: leaves.progress }]);
  else if ('reference' in leaves) expect(repository.git('for-each-ref')).toContain(`\t${leaves.reference}`);
  else if ('panel' in leaves) expect(editor.panel).toBe(leaves.panel);
  else if ('clipboard' in leaves) expect(editor.clipboard).toContain(leaves.clipboard);
  else if ('terminal' in leaves) expect(editor.terminals.shown).toBe(leaves.terminal);
  else if ('chat' in leaves) {
    const [, request] = editor.calls.find(([name]) => name === 'workbench.action.chat.open') ?? [];
    expect(request).toMatchObject({ query: leaves.chat, isPartialQuery: true });
  } else if ('window' in leaves) {
    const [, folder, options] = editor.calls.find(([name]) => name === 'vscode.openFolder') ?? [];
    expect((folder as Uri | undefined)?.fsPath).toBe(repository.beside(leaves.window));
    expect(options).toEqual({ forceNewWindow: true });
  } else await expectInView(editor, leaves);
}

/** Waits for the rows of a view, which is in sight. */
export async function expectInView(
  { views }: FakeEditor,
  shows: Extract<Left, { readonly view: string }>,
): Promise<void> {
  const view = views.get(`stateroom.${shows.view.toLowerCase()}`);
  expect(view?.visible).toBe(true);
  const rows = async () => (await view?.rows()) ?? [];
  const labels = async () => (await rows()).map(({ label }) => label);
  if ('hides' in shows) await eventually(labels).not.toContain(shows.hides);
  else if ('begins' in shows) {
    const beginning = async () => (await labels()).filter(label => label.startsWith(shows.begins));
    await eventually(beginning).toEqual(shows.labels);
  } else {
    await eventually(labels).toContain(shows.row);
    const selected = async () => (await rows()).filter(({ isSelected }) => isSelected).map(({ label }) => label);
    if (shows.isSelected) await eventually(selected).toEqual([shows.row]);
  }
}
