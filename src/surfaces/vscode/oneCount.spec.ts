import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FlowTestRepository, openFolder } from '../../../test/editor/keyFlow/flowTestRepository.js';
import { openWorkInProgress, openWorkNeeds, openWorkScene } from '../../../test/support/openWorkScene.js';
import { person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { invoke } from '../../operations/invoke.js';
import { laneNeedsYou } from '../../operations/lane/laneNeedsYou.js';
import { repositoryBoard } from '../../operations/repository/repositoryBoard.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { snapshotShow } from '../../operations/snapshot/snapshotShow.js';
import { taskContext } from '../../operations/task/taskContext.js';
import { contextText } from '../../present/contextText.js';
import { plainMarkup } from '../../reports/markup.js';
import { english } from '../../reports/translate.js';
import { context } from '../../workflows/context.js';
import { asciiDashboard } from '../cli/format/asciiDashboard.js';
import { EditorSurface } from './editorSurface.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('what needs a person and what is in progress', () => {
  let repository: FlowTestRepository;
  let surface: EditorSurface;

  beforeAll(async () => {
    repository = new FlowTestRepository();
    await openWorkScene(repository);
    openFolder(editor, repository);
    surface = new EditorSurface(
      repository.extensionContext(),
      repository.log,
      () => undefined,
      () => repository.surfaceEnvironment(),
    );
    for (const view of editor.views.values()) await view.rows();
  });

  afterAll(async () => {
    await surface?.close();
    await repository?.close();
  });

  it('are counted alike by status, dashboard and the list of needs', async () => {
    const status = await repository.ok(repositoryStatus, {}, robin);
    expect(status.totals).toEqual({ needsYou: 9, inProgress: 8 });
    expect(status.needs.map(({ kind, lane, title }) => `${kind} ${lane ?? title}`).sort()).toEqual(openWorkNeeds);
    expect(status.inProgress.map(({ laneName, title }) => laneName ?? title).sort()).toEqual(openWorkInProgress);
    // The lane whose agent is alive is due to give a heartbeat in half a minute.
    expect(status.openWorkChangesAt).toBe('2026-11-02T10:20:30.000Z');
    const list = await repository.ok(laneNeedsYou, {}, robin);
    expect([list.total, list.needs]).toEqual([9, status.needs]);
    const report = await repository.ok(repositoryDashboard, {}, robin);
    expect([report.needsYou.total, report.counts.needs_you, report.working.total]).toEqual([9, 9, 8]);
    const snapshot = await repository.ok(snapshotShow, {}, robin);
    expect(snapshot.dashboard.counts.needs_you).toBe(9);
    const ascii = asciiDashboard(snapshot, { width: 100, now: repository.now }).split('\n');
    expect(ascii[2]).toBe('needs you 9  in progress 8');
    expect(ascii).toContain('NEEDS ATTENTION (9)');
    const { counts, columns } = await repository.ok(repositoryBoard, {}, robin);
    expect([counts.needs_you, counts.in_flight]).toEqual([9, 8]);
    // Six of the cards in progress wait for a person.
    const cards = [...columns.working.cards, ...columns.review.cards];
    expect([columns.working.total + columns.review.total, cards.length]).toEqual([10, 10]);
    expect(cards.reduce((sum, { needs }) => sum + needs.length, 0)).toBe(9);
    expect(cards.filter(({ needs }) => needs.length > 0)).toHaveLength(8);
    const session = await repository.ok(taskContext, {}, robin);
    expect('work' in session && session.work).toEqual({ needsYou: 9, inProgress: 8 });
    expect(contextText(report).split('\n')[0]).toBe('9 need you · 0 ready · 8 in progress · 0 done');
  });

  it('are counted alike by the views, the badge of their container and the status bar', async () => {
    const api = surface.api(0);
    const { badge, rows } = await api.needsYou();
    expect([badge, rows.length]).toEqual([9, 9]);
    expect(rows.map(({ label, description }) => `${label}: ${description}`)).toEqual([
      'Red or blue?: question · 20 min ago · Choose a colour · W-1',
      'May I?: question · 20 min ago · Sign the contract · W-2',
      'Rounds down: 1 open high finding, 1 open medium finding · 20 min ago · F-2',
      'Needs the new rates: blocker · 20 min ago · B-1',
      'feature/login: worker is dead · 20 min ago · L-1',
      'feature/cart: ready for review · 20 min ago · L-2',
      'feature/docs: changes requested, no agent · 20 min ago · L-3',
      'feature/mail: blocked · 20 min ago · L-4',
      'feature/page: not started · 20 min ago · L-5',
    ]);
    // Other views list these too, by where they are in the queue and with their lanes, and count them as such.
    const queue = await api.queue();
    expect(queue.sections.map(({ section, count }) => [section, count])).toEqual([
      ['in_flight', 7],
      ['waiting', 2],
    ]);
    await api.lanes();
    await api.findings();
    // The editor adds up the badges of all views.
    expect([...editor.views.values()].map(({ badge }) => badge?.value ?? 0).reduce((sum, value) => sum + value)).toBe(
      9,
    );
    const { text, tooltip } = api.statusBar();
    expect(text).toContain('$(inbox) 9 $(play) 8');
    expect(tooltip).toContain('9 need you, 8 in progress, 0 ready');
    expect(repository.failures).toEqual([]);
  });

  it('are counted alike in the chat', async () => {
    const ask = async (request: string) => {
      const prepared = await context.prepare(
        {
          now: repository.now,
          markup: plainMarkup,
          translate: english,
          tell: sentence => say(sentence),
          invoke: (operation, input) => invoke(operation, repository.context(robin), input),
        },
        request,
      );
      if (isRefusal(prepared)) throw new Error(say(prepared.message));
      return prepared.brief.sections.map(({ heading, lines }) => [
        heading,
        lines[0],
        lines.filter(line => /^(- |\d+\. )/.test(line)).length,
      ]);
    };
    const total = '9 need you · 0 ready · 8 in progress · 0 done';
    expect((await ask('')).slice(0, 1)).toEqual([['Queue', total, 0]]);
    expect(await ask('what needs me?')).toEqual([['What blocks work comes first', expect.any(String), 9]]);
    expect(await ask('who works on what?')).toEqual([['In progress', expect.any(String), 8]]);
  });

  it('follow a worker that dies without a word', async () => {
    repository.now += 20 * 60_000;
    const api = surface.api(0);
    await api.lanes();
    expect(api.statusBar().text).toContain('$(inbox) 10 $(play) 8');
    expect((await api.needsYou()).badge).toBe(10);
  });
});
