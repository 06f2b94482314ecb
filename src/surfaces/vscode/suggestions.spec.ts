import { describe, expect, it, vi } from 'vitest';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('Add Suggestion in the box of a comment', () => {
  openFlowScene(editor, async repository => {
    repository.commit('Notes', { 'notes.md': 'one\n' });
    const cart = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    await repository.ok(workerStart, { lane: 'cart' }, agent);
    repository.write('../repository.worktrees/cart/notes.md', 'one\n```js\n\tpay()\n```\n');
    repository.gitIn(cart, 'commit', '-q', '--all', '--message=Pay');
    await repository.ok(workerDone, { lane: 'cart' }, agent);
  });
  const { Range } = editor.module;
  /** What is in the thread then, to be edited. */
  const suggest = async (range: InstanceType<typeof Range> | undefined, text: string): Promise<unknown> => {
    const uri = editor.documents.active?.document.uri;
    const thread = { uri, range, comments: [] };
    await editor.run('stateroom.review.addSuggestion', { thread, text });
    return thread.comments;
  };

  it('puts the lines below what was typed, in a fence that they do not end', async () => {
    await editor.run('stateroom.lane.showChange', { lane: 'cart', path: 'notes.md' });
    expect(await suggest(new Range(1, 0, 3, 3), 'Name it.')).toMatchObject([
      { body: 'Name it.\n````suggestion\n```js\n\tpay()\n```\n````', contextValue: 'unsent' },
    ]);
    expect(await suggest(new Range(2, 0, 2, 0), '')).toMatchObject([{ body: '```suggestion\n\tpay()\n```' }]);
  });

  it('says where a suggestion can be made for a whole file', async () => {
    expect(await suggest(undefined, 'All of it')).toMatchObject([{ body: 'All of it' }]);
    editor.documents.focusOriginal();
    await suggest(new Range(0, 0, 0, 3), '');
    const said = 'A suggestion replaces lines of the changed file. Comment on lines of the right side.';
    expect(editor.dialogs.open.map(({ asks }) => asks)).toEqual([said, said]);
  });
});
