import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
}

describe('All Commands', () => {
  const scene = openFlowScene(editor, async repository => repository.add('Wash'));

  /** The rows of the list as it opens. */
  async function rows(): Promise<readonly Row[]> {
    editor.box?.escape();
    void editor.run('stateroom.allCommands');
    await eventually(() => (editor.box as { items?: readonly Row[] } | undefined)?.items?.length ?? 0).toBeGreaterThan(
      10,
    );
    const { items } = editor.box as unknown as { items: readonly Row[] };
    editor.box?.escape();
    return items;
  }
  const isSeparator = ({ kind }: Row): boolean => kind === -1;

  it('lists the commands that apply below what they are about, with their record and what they do', async () => {
    await eventually(() => editor.keys.get('stateroom:enabled')).toBe(true);
    const all = await rows();
    expect(all.filter(isSeparator).map(({ label }) => label)).toEqual([
      'Stateroom Queue',
      'Stateroom Lane',
      'Stateroom Finding',
      'Stateroom Task',
      'Stateroom Investigation',
      'Stateroom',
    ]);
    expect(all.slice(0, 3)).toMatchObject([
      { label: 'Stateroom Queue' },
      { label: 'Add Dependency…', description: 'Work item', detail: 'Adds dependencies. Cycles are refused.' },
      {
        label: 'Add Work Item…',
        description: 'Work item',
        detail: 'Adds a work item to the queue; an existing id stays unchanged and the differences are listed.',
      },
    ]);
    const labels = all.map(({ label }) => label);
    for (const left of ['Merge Work…', 'Archive Task', 'All Commands…', 'Undo', 'Run Test'])
      expect(labels).not.toContain(left);
    const listed = all.filter(row => !isSeparator(row));
    expect(listed.filter(({ detail }) => detail === undefined).map(({ label }) => label)).toEqual([]);
  });

  it('follows what the repository holds', async () => {
    await scene().repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, { ...person, name: 'Robin' });
    await eventually(() => String(editor.keys.get('stateroom:holds'))).toContain(' lane ');
    const found = (await rows()).find(({ label }) => label === 'Merge Work…');
    expect(found).toMatchObject({ description: 'Lane' });
    expect(found?.detail).toMatch(/^Merges /);
  });

  it('has what turns the pages of the timeline while that is open', async () => {
    expect((await rows()).map(({ label }) => label)).not.toContain('Filter Timeline…');
    await editor.run('stateroom.timeline.open');
    const found = (await rows()).filter(({ description }) => description === 'Timeline').map(({ label }) => label);
    for (const title of ['Filter Timeline…', 'Refresh Timeline', 'Show Earlier Events', 'Show Later Events'])
      expect(found).toContain(title);
  });

  it('runs the command that is chosen', async () => {
    const running = editor.run('stateroom.allCommands');
    await eventually(() => editor.box?.title).toBe('All Commands');
    await eventually(() => (editor.box as { items?: readonly Row[] } | undefined)?.items?.length ?? 0).toBeGreaterThan(
      10,
    );
    editor.box?.type('Show Log');
    editor.box?.enter();
    await running;
    expect(editor.panel).toBe('Stateroom');
  });
});
