import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { eventsAppend } from '../../operations/events/eventsAppend.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

describe('the timeline of the editor', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.add('Wash the dishes');
    await repository.ok(eventsAppend, { type: 'deploy_started', payload: { lane: 'L-3' } }, otherAgent);
  });
  const text = () => editor.documents.active?.document.getText() ?? '';
  /** The lines of events without their times, and how many there are. */
  const rows = () =>
    text()
      .split('\n')
      .filter(line => line.startsWith('  '))
      .map(line => line.replace(/^ {2}\d\d:\d\d:\d\d +/, ''));
  const filterBy = async (word: string, typed?: string) => {
    const ended = editor.run('stateroom.timeline.filter');
    const list = await new FlowPerson(scene()).list('W-12, 2026-11-01..2026-11-08 or deploy_started');
    if (typed !== undefined) list.type(typed);
    await eventually(() => list.items.some(({ label }) => label.includes(word))).toBe(true);
    list.activeItems = list.items.filter(({ label }) => label.includes(word)).slice(0, 1);
    list.enter();
    await ended;
  };

  beforeAll(async () => {
    await editor.run('stateroom.timeline.open');
  });

  it('opens as a document of its own language, the newest event first, with its day above', () => {
    const { document } = editor.documents.active ?? {};
    expect(document?.languageId).toBe('stateroom-timeline');
    expect(document?.uri.scheme).toBe('stateroom');
    expect(text()).toMatch(/^\S+ · newest first\n\n\d{4}-\d\d-\d\d\n {2}\d\d:/);
    expect(rows()).toEqual([
      'claude (claude-code)  deploy_started {"lane":"L-3"}',
      'W-1     codex                 added it',
    ]);
  });

  it('is narrowed by kind, actor, record, type and time, and not narrowed any more', async () => {
    await filterBy('Work items');
    expect(text()).toContain(' · newest first · kind: Work items\n');
    expect(rows()).toEqual(['W-1     codex                 added it']);
    await filterBy('claude');
    expect(text()).toContain(' · kind: Work items');
    expect(text()).toContain('No matching events.');
    await filterBy('Clear filter');
    expect(rows()).toHaveLength(2);
    await filterBy('Events about W-1', 'w-1');
    expect(rows()).toEqual(['W-1     codex                 added it']);
    await filterBy('Clear filter');
    await filterBy('type begins with “depl”', 'depl');
    expect(rows()).toHaveLength(1);
    await filterBy('Clear filter');
    await filterBy('Events from 2026-11-03T00:00 until 2026-11-04T00:00', '2026-11-03..2026-11-04');
    expect(text()).toContain('from 2026-11-03T00:00 on · until 2026-11-04T00:00\n\nNo matching events.\n');
    await filterBy('Clear filter');
  });

  it('has pages of 5,000 events, and says where they end', async () => {
    const { repository } = scene();
    await repository.store.transaction(async transaction => {
      const event = newEvent(otherAgent, repository.now, 'note', null, {});
      await transaction.events.append(Array.from({ length: 9999 }, () => event));
    });
    expect(rows()).toHaveLength(2);
    await editor.run('stateroom.timeline.refresh');
    expect(rows()).toHaveLength(5000);
    await editor.run('stateroom.timeline.earlier');
    expect(text()).toContain(' · newest first · page 2\n');
    expect(rows()).toHaveLength(5000);
    await editor.run('stateroom.timeline.earlier');
    expect(rows()).toEqual(['W-1     codex                 added it']);
    await editor.run('stateroom.timeline.earlier');
    expect(text()).toContain(' · page 3\n');
    await editor.run('stateroom.timeline.later');
    await editor.run('stateroom.timeline.later');
    await editor.run('stateroom.timeline.later');
    expect(text()).not.toContain('page');
    expect(rows()).toHaveLength(5000);
  });
});
