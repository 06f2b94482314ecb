import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InputBox } from '../../../test/editor/fake/quickInput.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent } from '../../../test/support/testRepository.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

// In their order: what a test leaves is there for the next.
describe('what is asked of a work item', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const title of ['Wash', 'Dry', 'Fold']) await repository.add(title);
  });

  afterEach(() => {
    expectNoTrouble(scene());
    editor.forget();
  });

  const added = (number: number) =>
    scene().repository.query(`select title, priority, kind from work_items where number = ${number}`);

  it('when one is added: the switch for more says what comes next, and gives the keyboard back to the text', async () => {
    const adding = new FlowPerson(scene());
    const toggle = 'Also ask for kind, priority, labels, assignee and due date';
    await adding.begin('queue.add');
    await eventually(() => editor.box?.prompt).toBe('What needs to be done?');
    const box = editor.box as InputBox;
    box.click(toggle);
    const more = 'What needs to be done? Next: priority, kind, labels, assignee and due date';
    expect([box.prompt, editor.calls]).toEqual([more, [['workbench.action.focusQuickOpen']]]);
    box.click(toggle);
    expect(box.prompt).toBe('What needs to be done?');
    box.click(toggle);
    await adding.answer({ asks: 'Next: priority, kind', types: 'Iron' });
    await eventually(() => editor.box?.placeholder).toBe('Select a priority');
    // A click elsewhere must not lose the title.
    expect(editor.box?.ignoreFocusOut).toBe(true);
    await adding.answer({ asks: 'Select a priority', chooses: 'P1' });
    await adding.answer({ asks: 'Kind:', types: 'chore' });
    for (const asks of ['Labels,', 'Who is to do it', 'Due date']) await adding.answer({ asks, types: '' });
    await adding.ended();
    expect(await added(4)).toEqual([['Iron', 1, 'chore']]);
    // It is as it was the last time.
    await adding.begin('queue.add');
    await eventually(() => editor.box?.prompt).toBe(more);
    (editor.box as InputBox).click(toggle);
    await adding.answer({ asks: 'What needs to be done?', types: 'Mend' });
    await adding.ended();
    expect(await added(5)).toEqual([['Mend', 2, 'general']]);
  });

  it('when one is added with notes: a button takes the title and asks for them, without a switch', async () => {
    const adding = new FlowPerson(scene());
    const notesOf = () => scene().repository.query('select notes from work_items where number = 6');
    await adding.begin('queue.add');
    await eventually(() => editor.box?.prompt).toBe('What needs to be done?');
    const box = editor.box as InputBox;
    box.click('Add notes');
    expect([editor.box === box, box.validationMessage]).toEqual([true, 'It is empty.']);
    box.type('Hang up');
    box.click('Add notes');
    await adding.answer({ asks: 'Notes for the agent or person who works on it', types: 'Only on sunny days' });
    await adding.ended();
    expect(await notesOf()).toEqual([['Only on sunny days']]);
    const editing = new FlowPerson(scene());
    await editing.begin('queue.edit', { id: 'W-6' });
    await editing.answer({ asks: 'Select a field to edit', chooses: 'Only on sunny days' });
    await editing.answer({ asks: 'Notes. Leave empty for none.', types: '' });
    await editing.ended();
    expect(await notesOf()).toEqual([[null]]);
  });

  it('when one is edited: its priority too', async () => {
    const editing = new FlowPerson(scene());
    await editing.begin('queue.edit', { id: 'W-2' });
    await editing.answer({ asks: 'Select a field to edit', chooses: 'Priority' });
    await editing.answer({ asks: 'Select a priority or position', chooses: 'P1' });
    await editing.ended();
    await eventually(() => editor.statusMessages).toEqual(['$(check) W-2 now has priority 1']);
    expect(await added(2)).toEqual([['Dry', 1, 'general']]);
  });

  it('when one is edited: its dependencies too', async () => {
    const editing = new FlowPerson(scene());
    await editing.begin('queue.edit', { id: 'W-3' });
    await editing.answer({ asks: 'Select a field to edit', chooses: 'Add dependency' });
    await editing.answer({ asks: 'Select the work items that W-3 depends on', ticks: 'W-1' });
    await editing.ended();
    await eventually(() => editor.statusMessages).toEqual(['$(check) W-3 depends on W-1']);
    await editing.begin('queue.edit', { id: 'W-3' });
    await editing.answer({ asks: 'Select a field to edit', chooses: 'Remove dependency' });
    await editing.answer({ asks: 'Select dependencies to remove', ticks: 'W-1' });
    await editing.ended();
    await eventually(() => editor.statusMessages.at(-1)).toBe('$(check) W-3 has no dependencies');
  });

  it('when its question is answered: its owner continues, unless the person chooses what happens next', async () => {
    const { repository } = scene();
    const state = () => repository.query('select status, owner, answer from work_items where number = 1');
    await repository.ok(queueClaim, { id: 'W-1' }, agent);
    await repository.ok(queueAsk, { id: 'W-1', question: 'Hot?' }, agent);
    const answering = new FlowPerson(scene());
    await answering.begin('queue.advance', { id: 'W-1' });
    await answering.answer({ asks: 'Hot?', types: 'Cold' });
    await answering.ended();
    expect(await state()).toEqual([['in_flight', 'codex', 'Cold']]);
    await repository.ok(queueAsk, { id: 'W-1', question: 'How cold?' }, agent);
    await answering.begin('queue.answerOtherwise', { id: 'W-1' });
    await answering.answer({ asks: 'What happens next?', chooses: 'Return to the queue' });
    await answering.answer({ asks: 'How cold?', types: 'Ice' });
    await answering.ended();
    expect(await state()).toEqual([['pending', null, 'Ice']]);
  });
});
