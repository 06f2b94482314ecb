import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { findingList } from '../../operations/finding/findingList.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { laneShow } from '../../operations/lane/laneShow.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { revisionOf } from './repository/revision.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('comments that are not sent', () => {
  const scene = openFlowScene(editor, async repository => {
    repository.commit('Shop', { 'cart.ts': 'one\ntwo\nthree\n' });
    const cart = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    await repository.ok(workerStart, { lane: 'cart' }, agent);
    repository.write('../repository.worktrees/cart/cart.ts', 'one\nTWO\nthree\n');
    repository.gitIn(cart, 'commit', '-q', '--all', '--message=Two');
    await repository.ok(workerDone, { lane: 'cart' }, agent);
  });
  const openFindings = async () =>
    (await scene().repository.ok(findingList, {}, robin)).findings.map(({ text }) => text);
  const state = async () => (await scene().repository.ok(laneShow, { lane: 'cart' }, robin)).state;
  const drafted = async (text: string): Promise<void> => {
    await editor.run('stateroom.lane.showChange', { lane: 'cart', path: 'cart.ts' });
    const uri = editor.documents.active?.document.uri;
    const thread = { uri, range: undefined, comments: [], dispose: () => undefined };
    await editor.run('stateroom.review.begin', { thread, text });
  };

  it('are asked for before a verdict, and stay where the person goes on without them', async () => {
    await drafted('Why?');
    const asked = new FlowPerson(scene());
    await asked.begin('worker.requestChanges', { lane: 'cart', message: 'Say why' });
    await asked.leave({ asks: 'Your review of cart has 1 comment that is not sent.', presses: '' });
    expect(await asked.ended()).toBe(undefined);
    expect([await state(), await openFindings()]).toEqual(['IN_REVIEW', []]);
  });

  it('are sent with the request for changes, whose words are not asked for again', async () => {
    await drafted('And how?');
    const asked = new FlowPerson(scene());
    await asked.begin('worker.requestChanges', { lane: 'cart', message: 'Say why' });
    await asked.answer({ asks: 'Your review of cart has 2 comments that are not sent.', presses: 'Send Them' });
    await asked.ended();
    expect([await state(), (await openFindings()).sort()]).toEqual(['WORKING', ['And how?', 'Why?']]);
  });

  it('come with a notification when work is submitted again while its diff is open', async () => {
    const { repository } = scene();
    await editor.run('stateroom.lane.showChange', { lane: 'cart', path: 'cart.ts' });
    const before = editor.documents.active?.document.uri;
    repository.write('../repository.worktrees/cart/cart.ts', 'one\nthe second\nthree\n');
    repository.gitIn(await repository.ok(laneShow, { lane: 'cart' }, robin), 'commit', '-q', '--all', '--message=Why');
    await repository.ok(workerDone, { lane: 'cart' }, agent);
    await editor.run('stateroom.lane.refresh');
    await eventually(() => editor.dialogs.open.map(({ asks }) => asks)).toEqual([
      'L-1 cart was submitted again since you opened these changes.',
    ]);
    const [dialog] = editor.dialogs.open;
    expect(dialog?.buttons).toEqual(['Show Changes']);
    dialog?.answer(undefined);
    expect(revisionOf(before as never)?.lane).toBe('cart');
  });

  it('may be left behind by an approval', async () => {
    await drafted('Later');
    const asked = new FlowPerson(scene());
    await asked.begin('worker.approve', { lane: 'cart' });
    await asked.answer({ asks: 'Your review of cart has 1 comment that is not sent.', presses: 'Go On Without' });
    await asked.ended();
    expect(await state()).toBe('APPROVED');
    expect(await openFindings()).not.toContain('Later');
  });
});

describe('the severity of a comment', () => {
  const scene = openFlowScene(editor, async repository => {
    repository.commit('Shop', { 'cart.ts': 'one\ntwo\nthree\n' });
    const cart = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    await repository.ok(workerStart, { lane: 'cart' }, agent);
    repository.write('../repository.worktrees/cart/cart.ts', 'one\nTWO\nthree\n');
    repository.gitIn(cart, 'commit', '-q', '--all', '--message=Two');
    await repository.ok(workerDone, { lane: 'cart' }, agent);
  });
  const press = async (button: string, text: string): Promise<unknown> => {
    await editor.run('stateroom.lane.showChange', { lane: 'cart', path: 'cart.ts' });
    const uri = editor.documents.active?.document.uri;
    return editor.run(`stateroom.review.${button}`, {
      thread: { uri, range: undefined, comments: [], dispose: () => undefined },
      text,
    });
  };

  it('is medium without a question, what its text names, or what is chosen', async () => {
    await press('addFinding', 'Two is shouted');
    await press('addFinding', '!low Three is missing');
    const chosen = press('otherSeverity', 'Loses the first row');
    await new FlowPerson(scene()).answer({ asks: 'Select a severity', chooses: 'high' });
    await chosen;
    const { findings } = await scene().repository.ok(findingList, {}, robin);
    expect(findings.map(({ text, severity }) => [text, severity]).sort()).toEqual([
      ['Loses the first row', 'high'],
      ['Three is missing', 'low'],
      ['Two is shouted', 'medium'],
    ]);
  });
});

describe('a finding on an approved lane', () => {
  const scene = openFlowScene(editor, async repository => {
    repository.commit('Shop', { 'cart.ts': 'one\ntwo\nthree\n' });
    const cart = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    await repository.ok(workerStart, { lane: 'cart' }, agent);
    repository.write('../repository.worktrees/cart/rates.ts', 'five\nsix\n');
    repository.gitIn(cart, 'add', '--all');
    repository.gitIn(cart, 'commit', '-q', '--message=Rates');
    await repository.ok(workerDone, { lane: 'cart' }, agent);
    await repository.ok(workerApprove, { lane: 'cart' }, robin);
    repository.place = cart.worktreePath;
    const where = { path: 'rates.ts', line: '2', commit: 'HEAD', repository: true as const };
    await repository.ok(findingRecord, { ...where, text: 'Six is wrong', severity: 'high' }, agent);
    repository.place = repository.repository;
  });

  it('is opened in the diff of its lane, whose file is not here', async () => {
    await editor.run('stateroom.finding.openAtLine', 'F-1');
    const { active } = editor.documents;
    const revision = active && revisionOf(active.document.uri as never);
    expect([revision?.side, revision?.path, active?.selection.active.line]).toEqual(['head', 'rates.ts', 1]);
  });

  it('is counted in the question before a merge', async () => {
    const asked = new FlowPerson(scene());
    await asked.begin('worker.merge', { lane: 'cart' });
    await eventually(() => editor.dialogs.open.map(({ asks }) => asks.split('. ')[0])).toEqual([
      'Merge lane L-1 cart?\nOpen findings: 1 high, 0 medium, 0 low',
    ]);
    expect(editor.dialogs.open[0]?.buttons).toContain('Merge Anyway');
    editor.dialogs.open[0]?.answer(undefined);
    expect(await asked.ended()).toBe(undefined);
  });

  it('is merged after a question that names the required commands without a passing run', async () => {
    const { repository } = scene();
    repository.commit('Require the tests', { '.stateroom/config.json': '{ "gate": { "commands": ["npm test"] } }\n' });
    const asked = new FlowPerson(scene());
    await asked.begin('worker.merge', { lane: 'cart' });
    await eventually(() => editor.dialogs.open.map(({ asks }) => asks.split('. ')[1])).toEqual([
      'Required, without a passing run on this state: npm test',
    ]);
    editor.dialogs.open[0]?.answer(undefined);
    expect(await asked.ended()).toBe(undefined);
  });
});
