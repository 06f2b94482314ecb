import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dialog } from '../../../test/editor/fake/dialogs.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowTestRepository, openFolder } from '../../../test/editor/keyFlow/flowTestRepository.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { EditorSurface } from './editorSurface.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

/** Longer than it takes until what came is told, in ms. */
const gathered = 900;

describe('notifications of what needs a person', () => {
  let repository: FlowTestRepository;
  let surface: EditorSurface;
  let context: ReturnType<FlowTestRepository['extensionContext']>;

  const open = (): void => {
    surface = new EditorSurface(
      context,
      repository.log,
      () => undefined,
      () => repository.surfaceEnvironment(),
    );
    editor.showViews(false);
  };
  const ask = async (id: string, question: string): Promise<void> => {
    await repository.ok(queueClaim, { id }, agent);
    await repository.ok(queueAsk, { id, question }, agent);
    await surface.api(0).needsYou();
  };
  const told = (): string[] => editor.dialogs.open.map(({ asks, buttons }) => [asks, ...buttons].join(' | '));
  const only = async (): Promise<Dialog> => {
    await eventually(() => editor.dialogs.open.length).toBe(1);
    return editor.dialogs.open[0] as Dialog;
  };
  const wait = () => new Promise(resolve => setTimeout(resolve, gathered));

  beforeAll(async () => {
    repository = new FlowTestRepository();
    for (const title of ['Wash', 'Dry', 'Fold', 'Iron', 'Mend']) await repository.add(title);
    openFolder(editor, repository);
    context = repository.extensionContext();
    open();
  });

  beforeEach(() => {
    editor.settings.set('stateroom.notify', 'notification');
    editor.showViews(false);
    editor.dialogs.open.length = 0;
  });

  afterAll(async () => {
    await surface?.close();
    await repository?.close();
  });

  it('are not shown unless the setting asks for them', async () => {
    editor.settings.delete('stateroom.notify');
    await ask('W-1', 'Hot or cold?');
    await wait();
    expect(told()).toEqual([]);
    expect((await surface.api(0).needsYou()).badge).toBe(1);
  });

  it('have the first action of the matter as their button, and come once', async () => {
    await surface.api(0).needsYou();
    const notice = await only();
    expect(told()).toEqual(['Question: Wash (W-1) | Answer… | Show']);
    notice.answer('Answer…');
    await eventually(() => editor.box?.title).toContain('Answer');
    editor.box?.hide();
    await surface.api(0).needsYou();
    await wait();
    expect(told()).toEqual([]);
  });

  it('of several at once are one, which shows the view', async () => {
    await repository.ok(queueClaim, { id: 'W-2' }, agent);
    await repository.ok(queueAsk, { id: 'W-2', question: 'Where?' }, agent);
    await ask('W-3', 'How?');
    const notice = await only();
    expect(told()).toEqual(['2 need you: W-2 Dry, W-3 Fold | Show']);
    expect(editor.views.get('stateroom.needsYou')?.visible).toBe(false);
    notice.answer('Show');
    await eventually(() => editor.views.get('stateroom.needsYou')?.visible).toBe(true);
  });

  it('are not shown for what is on the screen, then or later', async () => {
    editor.showViews(true);
    await ask('W-4', 'When?');
    await wait();
    editor.showViews(false);
    await surface.api(0).needsYou();
    await wait();
    expect(told()).toEqual([]);
    // Nor for the record whose page is in sight.
    await editor.run('stateroom.queue.show', { id: 'W-5' });
    await eventually(() => editor.panelInSight?.title).toContain('W-5');
    await ask('W-5', 'Who?');
    await wait();
    expect(told()).toEqual([]);
  });

  it('do not repeat after a reload; what is asked again is new', async () => {
    await surface.close();
    open();
    await surface.api(0).needsYou();
    await wait();
    expect(told()).toEqual([]);
    repository.now += 60_000;
    await repository.ok(queueAdvance, { id: 'W-1', answer: 'Hot', to: 'in_flight' }, { ...person, name: 'Robin' });
    await repository.ok(queueAsk, { id: 'W-1', question: 'How hot?' }, agent);
    await surface.api(0).needsYou();
    await only();
    expect(told()).toEqual(['Question: Wash (W-1) | Answer… | Show']);
    // What else was being read when the window closed says so.
    expect(repository.failures.filter(text => text.startsWith('A notification'))).toEqual([]);
  });
});
