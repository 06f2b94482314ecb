import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent } from '../../../test/support/testRepository.js';
import { messageSend } from '../../operations/lane/message/messageSend.js';
import { queueAnnotate } from '../../operations/queue/queueAnnotate.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

describe('the search of the editor', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.add('Wash the dishes');
    await repository.add('Dry');
    await repository.ok(queueAnnotate, { id: 'W-2', patch: { hint: 'After the dishes were washed' } });
    await repository.ok(messageSend, { to: 'all', text: 'Who washes?\nThe water is cold.' }, agent);
  });
  const openSearch = async () => {
    editor.box?.escape();
    const ended = editor.run('stateroom.search');
    return { ended, list: await new FlowPerson(scene()).list('Words, “a phrase”') };
  };
  const labels = (list: Awaited<ReturnType<typeof openSearch>>['list']) => () =>
    list.items.map(({ label }) => label).sort();

  it('finds words in any form while one types, and shows where they are', async () => {
    const { list } = await openSearch();
    list.type('washing dish');
    await eventually(labels(list)).toEqual(['W-1 Wash the dishes', 'W-2 Notes of W-2']);
    const note = list.items.find(({ label }) => label.startsWith('W-2'));
    expect(note?.detail).toBe('After the dishes were washed');
    expect(note?.alwaysShow).toBe(true);
    list.type('kind:message wat');
    await eventually(labels(list)).toEqual(['M-1 Who washes?']);
    list.type('kind:nothing');
    await eventually(labels(list)).toEqual([
      'Kinds: item, note, task, finding, decision, slice, action, blocker, evidence, message, run, plan.',
    ]);
    list.type('washes nowhere');
    await eventually(labels(list)).toEqual([
      'M-1 Who washes?',
      'No record has all of the words',
      'W-1 Wash the dishes',
      'W-2 Notes of W-2',
    ]);
  });

  it('opens the page of a record, and a text where it has none', async () => {
    const first = await openSearch();
    first.list.type('w1');
    await eventually(labels(first.list)).toEqual(['W-1 Wash the dishes']);
    first.list.activeItems = [...first.list.items];
    first.list.enter();
    await first.ended;
    expect(editor.tab).toContain('W-1');
    const second = await openSearch();
    second.list.type('cold');
    await eventually(labels(second.list)).toEqual(['M-1 Who washes?']);
    second.list.activeItems = [...second.list.items];
    second.list.enter();
    await second.ended;
    expect(editor.tab).toContain('M-1.md');
  });
});
