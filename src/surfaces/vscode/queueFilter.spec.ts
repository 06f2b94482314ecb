import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent } from '../../../test/support/testRepository.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

describe('the filter of the queue', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.add('Wash', { labels: ['ui', 'ci'], priority: 1, assignee: 'dana' });
    await repository.add('Dry', { labels: ['UI'], priority: 1 });
    await repository.add('Fold', { labels: ['ci'], kind: 'bug' });
    await repository.add('Iron', { labels: ['ui', 'ci'] });
    await repository.ok(queueClaim, { id: 'W-4' }, agent);
  });
  const view = () => {
    const queue = editor.views.get('stateroom.queue');
    if (queue === undefined) throw new Error('There is no Queue view.');
    return queue;
  };
  const rows = async () => (await view().rows()).map(({ label }) => label).filter(label => label.startsWith('W-'));
  /** Chooses the row of the box, and gives the rows that it showed. */
  const choose = async (row: string): Promise<readonly string[]> => {
    const ended = editor.run('stateroom.queue.filter');
    const list = await new FlowPerson(scene()).list('Filter Queue');
    await eventually(() => list.shown().map(({ label }) => label)).toContain(row);
    const shown = list.shown().map(({ label }) => label);
    list.activeItems = list.shown().filter(({ label }) => label === row);
    list.enter();
    await ended;
    return shown;
  };

  it('takes several labels, a priority, an owner and an assignee at once, and says which', async () => {
    await eventually(rows).toEqual(['W-1 Wash', 'W-2 Dry', 'W-3 Fold', 'W-4 Iron']);
    expect(await choose('$(tag) ci')).toEqual([
      ...['$(symbol-enum) bug', '$(symbol-enum) general'],
      ...['$(tag) ci', '$(tag) ui'],
      ...['$(circle-large) P1', '$(circle-large) P2'],
      ...[`$(account) ${agent.name}`, '$(person) dana'],
    ]);
    await eventually(rows).toEqual(['W-1 Wash', 'W-3 Fold', 'W-4 Iron']);
    expect((await choose('$(tag) ui')).slice(0, 4)).toEqual([
      '$(clear-all) Clear filter',
      '$(symbol-enum) bug',
      '$(symbol-enum) general',
      '$(check) ci',
    ]);
    await eventually(rows).toEqual(['W-1 Wash', 'W-4 Iron']);
    await choose('$(circle-large) P1');
    await eventually(rows).toEqual(['W-1 Wash']);
    expect(view().message).toBe('Filtered by label: ci · label: ui · priority: P1');
  });

  it('is taken back one by one, or as a whole', async () => {
    await choose('$(check) P1');
    await choose(`$(account) ${agent.name}`);
    await eventually(rows).toEqual(['W-4 Iron']);
    expect(view().message).toBe(`Filtered by label: ci · label: ui · owner: ${agent.name}`);
    await choose('$(check) ui');
    await choose(`$(check) ${agent.name}`);
    await choose('$(person) dana');
    await eventually(rows).toEqual(['W-1 Wash']);
    expect(view().message).toBe('Filtered by label: ci · assignee: dana');
    await choose('$(clear-all) Clear filter');
    await eventually(rows).toEqual(['W-1 Wash', 'W-2 Dry', 'W-3 Fold', 'W-4 Iron']);
    expect(view().message).toBe('');
  });
});
