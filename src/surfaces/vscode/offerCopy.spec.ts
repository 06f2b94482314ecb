import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const scene = openFlowScene(editor, async repository => {
  repository.write('.git/info/exclude', '.env\n');
  repository.write('.env', 'KEY=1\n');
});

it('copies local settings into a new lane and later ones, when a person wants it, and asks once', async () => {
  const { repository } = scene();
  const at = (path: string) => repository.beside(path);
  await editor.run('stateroom.worker.spawn', { lane: 'cart', noFetch: true });
  await eventually(() => editor.dialogs.open.map(({ asks }) => asks)).toEqual([
    '.env is not part of the repository, so lane cart lacks it.',
  ]);
  expect(existsSync(at('repository.worktrees/cart/.env'))).toBe(false);
  editor.dialogs.open[0]?.answer('Copy into Lanes');
  await eventually(() => existsSync(at('repository.worktrees/cart/.env'))).toBe(true);
  expect(JSON.parse(readFileSync(at('repository/.git/stateroom/config.json'), 'utf8'))).toEqual({
    lane: { copy: ['.env*'] },
  });
  await editor.run('stateroom.worker.spawn', { lane: 'towels', noFetch: true });
  expect(readFileSync(at('repository.worktrees/towels/.env'), 'utf8')).toBe('KEY=1\n');
  expect(editor.dialogs.open).toEqual([]);
});
