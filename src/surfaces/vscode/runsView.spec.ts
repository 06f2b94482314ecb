import { describe, expect, it, vi } from 'vitest';
import type { WebviewPanel } from '../../../test/editor/fake/webviewPanel.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { runClose } from '../../operations/run/runClose.js';
import { runCommand } from '../../operations/run/runCommand.js';
import { runEvidence } from '../../operations/run/runEvidence.js';
import { runHypothesize } from '../../operations/run/runHypothesize.js';
import { runLearn } from '../../operations/run/runLearn.js';
import { runResolve } from '../../operations/run/runResolve.js';
import { runStart } from '../../operations/run/runStart.js';
import { recordHostContract } from '../../protocol/recordContract.js';
import { openAsText } from '../../protocol/recordState.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

describe('the Investigations view', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.ok(runStart, { request: 'Why did the build break?' });
    await repository.ok(runHypothesize, { text: 'A new compiler' });
    await repository.ok(runResolve, { hypothesis: 'H001', status: 'accepted', note: 'The old one builds' });
    await repository.ok(runClose, { summary: 'Pinned the compiler' });
    await repository.ok(runStart, { request: 'Why is the checkout slow?' });
    await repository.ok(runHypothesize, { text: 'The cache is cold' });
    await repository.ok(runHypothesize, { text: 'The import still runs' });
    await repository.ok(runResolve, { hypothesis: 'H001', status: 'rejected' });
    await repository.ok(runEvidence, { text: 'Both at 07:00', hypothesis: 'H002' });
    await repository.ok(runEvidence, { text: 'It began in May' });
    await repository.ok(runCommand, { command: 'npm test', status: 'pass' });
    await repository.ok(runLearn, { kind: 'test-gap', summary: 'No Monday', repoAction: 'none', reason: 'Known' });
  });
  const view = () => {
    const found = editor.views.get('stateroom.investigations');
    if (found === undefined) throw new Error('There is no such view.');
    return found;
  };
  const said = async (begins: string) => {
    const node = (await view().find(begins))?.node as { readonly row: { readonly description: string } } | undefined;
    return node?.row.description;
  };
  const labels = async () => (await view().rows()).map(({ label }) => label);

  it('has the active one first, its open hypotheses before the others, each above its evidence', async () => {
    await eventually(labels).toEqual([
      'Why is the checkout slow?',
      'The import still runs',
      'Both at 07:00',
      'The cache is cold',
      'Evidence',
      'Commands',
      'Learnings',
      'Closed',
    ]);
    expect(await said('Why is the checkout')).toBe('R-2 · 1 open · just now');
    expect(await said('The import')).toBe('H002 · open');
    expect(await said('The cache')).toBe('H001 · rejected');
    expect(await said('npm test')).toBe('C001 · pass');
    expect(await said('Closed')).toBe('1');
    expect(view().description).toBe('1 open hypothesis');
    expect(view().badge).toBeUndefined();
  });

  it('has what its menus go by, and what is below a closed one once that is unfolded', async () => {
    expect((await view().find('Why is the checkout'))?.context).toBe('run status:active');
    expect((await view().find('The import'))?.context).toBe('hypothesis status:open of:active');
    expect((await view().find('It began in May'))?.context).toBe('runEvidence of:active');
    expect((await view().find('npm test'))?.context).toBe('runCommand of:active');
    expect((await view().find('No Monday'))?.context).toBe('runLearning of:active');
    expect((await view().find('Commands'))?.context).toBe('runGroup:commands of:active');
    expect((await view().find('Why did the build'))?.context).toBe('run status:closed');
    expect((await view().find('A new compiler'))?.context).toBe('hypothesis status:accepted of:closed');
  });

  it('follows the store, and resolves the hypothesis of a row', async () => {
    await scene().repository.ok(runHypothesize, { text: 'The disk is full' });
    await eventually(async () => (await labels()).includes('The disk is full')).toBe(true);
    expect(view().description).toBe('2 open hypotheses');
    const row = (await view().find('The disk'))?.node;
    editor.forget();
    await editor.run('stateroom.runs.copyReference', row);
    expect(editor.clipboard).toBe('H003');
    const resolving = editor.run('stateroom.run.resolve', row);
    await eventually(() => editor.box?.placeholder).toBe('Select an outcome');
    editor.box?.hide();
    await resolving;
    expect((await view().find('The disk'))?.context).toBe('hypothesis status:open of:active');
    await scene().repository.ok(runResolve, { hypothesis: 'H003', status: 'blocked' });
    await eventually(async () => (await view().find('The disk'))?.context).toBe('hypothesis status:blocked of:active');
    expectNoTrouble(scene());
  });

  it('leads to a page with what its rows offer and hold', async () => {
    editor.forget();
    const row = (await view().find('Why is the checkout'))?.node;
    await editor.run('stateroom.run.show', row);
    await eventually(() => editor.panelInSight !== undefined).toBe(true);
    const panel = editor.panelInSight as WebviewPanel;
    const { state } = recordHostContract.requests.ready.result.parse(await panel.ask('ready')).snapshot;
    expect([state.kind, state.ref, state.title]).toEqual(['run', 'R-2', 'Why is the checkout slow?']);
    expect(state.status?.line).toEqual([{ text: 'active', tone: 'info' }]);
    expect(state.acts.filter(({ rank }) => rank !== 'more').map(({ label }) => label)).toEqual([
      'Add Hypothesis…',
      'Close…',
      'Add Evidence…',
      'Log Command…',
      'Add Learning…',
    ]);
    const [hypotheses, ...others] = state.sections;
    const [block] = hypotheses?.blocks ?? [];
    const shown = block?.kind === 'rows' ? block.rows : [];
    expect(shown.map(({ line: [words], detail, act, inner }) => [words?.text, detail, act?.label, inner])).toEqual([
      ['The import still runs', 'H002 · open', 'Resolve Hypothesis…', false],
      ['Both at 07:00', 'E001 · codex', undefined, true],
      ['The cache is cold', 'H001 · rejected', 'Resolve Hypothesis…', false],
      ['The disk is full', 'H003 · blocked', 'Resolve Hypothesis…', false],
    ]);
    expect(others.map(({ title }) => title)).toEqual(['Evidence', 'Commands', 'Learnings', 'Details']);
    expect(state.events[0]?.line).toContainEqual({ text: 'R-2', ref: 'R-2' });

    // Its button asks what the row's menu asks, and the page follows.
    const resolving = panel.ask('act', { id: 'stateroom.run.resolve H002' });
    await eventually(() => editor.box?.placeholder).toBe('Select an outcome');
    editor.box?.hide();
    await resolving;
    await scene().repository.ok(runResolve, { hypothesis: 'H002', status: 'accepted' });
    await eventually(() => JSON.stringify(panel.pushed)).toContain('H002 · accepted');
    await editor.run('stateroom.copyLink', row);
    expect(editor.clipboard).toMatch(/^vscode:\/\/stateroom\.stateroom\/run\/[0-9A-Z]{26}$/);
  });

  it('is a text too', async () => {
    const panel = editor.panelInSight as WebviewPanel;
    await panel.ask('act', { id: openAsText });
    expect(editor.tab).toBe('R-2.md');
  });

  it('is started for the work item of a row', async () => {
    const { repository } = scene();
    await repository.add('Speed up the checkout');
    await repository.ok(runClose, {});
    const row = () => editor.views.get('stateroom.queue')?.find('W-1');
    await eventually(async () => (await row()) !== undefined).toBe(true);
    const starting = editor.run('stateroom.run.start', (await row())?.node);
    await new FlowPerson(scene()).answer({ asks: 'What is to be found out?', types: 'Why?' });
    await starting;
    expect(
      await repository.query(
        'select r.number, w.number from runs r join work_items w on w.id = r.work_item_id order by r.number',
      ),
    ).toEqual([[3, 1]]);
  });
});
