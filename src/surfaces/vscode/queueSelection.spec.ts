import { describe, expect, it, vi } from 'vitest';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

describe('acts on several rows of the queue', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const title of ['Wash', 'Dry', 'Fold']) await repository.add(title);
    await repository.add('Iron', { priority: 3 });
  });
  const query = async (sql: string) => (await scene().repository.query(sql)) as readonly (readonly unknown[])[];
  const rows = () => query('select number, status, priority from work_items order by number');

  it('mark them as done in one act: its message and its undo are about all of them', async () => {
    editor.forget();
    await editor.run('stateroom.queue.markDone', { ids: ['W-1', 'W-2', 'W-3'] });
    expect((await rows()).map(([, status]) => status)).toEqual(['done', 'done', 'done', 'pending']);
    expect(editor.statusMessages).toEqual(['$(check) Updated 3 work items']);
    await editor.run('stateroom.undo');
    expect((await rows()).map(([, status]) => status)).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect(editor.statusMessages.at(-1)).toBe(
      '$(check) Undone: W-3 is open again; W-2 is open again; W-1 is open again',
    );
    await editor.run('stateroom.undo');
    expect(editor.statusMessages.at(-1)).toBe('Nothing to undo.');
  });

  it('say that a move changed the priority', async () => {
    const ids = (await query('select id from work_items order by number')).flat();
    editor.forget();
    await editor.run('stateroom.queue.moveUp', { ids: [ids[2]] });
    expect(editor.statusMessages).toEqual([]);
    await editor.run('stateroom.queue.moveUp', { ids: [ids[3]] });
    expect((await rows()).at(-1)).toEqual([4, 'pending', 2]);
    expect(editor.statusMessages).toEqual(['$(check) Moved W-4; now priority 2']);
  });
});
