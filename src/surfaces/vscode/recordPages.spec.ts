import { describe, expect, it, vi } from 'vitest';
import type { WebviewPanel } from '../../../test/editor/fake/webviewPanel.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { hostile } from '../../../test/support/hostileStrings.js';
import { listenOn } from '../../../test/support/listenOn.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { eventsAppend } from '../../operations/events/eventsAppend.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { findingReply } from '../../operations/finding/findingReply.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { queueAnnotate } from '../../operations/queue/queueAnnotate.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { queueEdit } from '../../operations/queue/queueEdit.js';
import { queueRelease } from '../../operations/queue/queueRelease.js';
import { taskArchive } from '../../operations/task/taskArchive.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { recordHostContract } from '../../protocol/recordContract.js';
import { openAsText, type RecordState } from '../../protocol/recordState.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

/** The page that a command has opened, and what it shows at first; the protocol takes it. */
async function opened(command: string, input: object): Promise<{ panel: WebviewPanel; state: RecordState }> {
  await editor.run(`stateroom.${command}`, input);
  await eventually(() => editor.panelInSight !== undefined).toBe(true);
  const panel = editor.panelInSight as WebviewPanel;
  const answer = recordHostContract.requests.ready.result.parse(await panel.ask('ready'));
  return { panel, state: answer.snapshot.state };
}

const texts = (state: RecordState, id: string): string =>
  JSON.stringify(state.sections.find(section => section.id.startsWith(id))?.blocks);

describe('the page of a task', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const ref of ['wash-1', 'dry-2', 'fold-3']) {
      await repository.ok(taskStart, { objective: `Task ${ref}`, ref, here: true }, robin);
    }
    await repository.ok(taskArchive, { task: 'T-3' }, robin);
    await repository.git('switch', '--quiet', 'feature/dry-2');
  });

  it('offers what its row does, and to restore it once it is archived', async () => {
    const acts = async (task: string) => {
      const { state } = await opened('task.show', { task });
      return [state.kind, ...state.acts.filter(({ rank }) => rank !== 'more').map(({ label }) => label)];
    };
    expect(await acts('T-2')).toEqual(['task', 'Finish', 'Update…']);
    expect(await acts('T-1')).toEqual(['task', 'Open Worktree', 'Switch']);
    expect(await acts('T-3')).toEqual(['task', 'Restore Task']);
    expect(scene().repository.failures).toEqual([]);
  });
});

describe('the page of a work item', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.add('Wash', { payload: { branch: 'x' } });
    await repository.add('Dry');
    for (const id of ['W-1', 'W-2']) await repository.ok(queueClaim, { id }, agent);
    await repository.ok(queueAnnotate, { id: 'W-1', patch: { remark: 'See W-2' } }, agent);
    await repository.ok(queueAsk, { id: 'W-1', question: 'Which soap?' }, agent);
    await repository.add('Fold');
    await repository.ok(workerSpawn, { lane: 'W-3', noFetch: true }, robin);
    await repository.add('Iron');
    await repository.ok(taskStart, { workItem: 'W-4', ref: 'iron-1' }, robin);
  });

  it('shows what it is, what is asked, and what can be done', async () => {
    const { panel, state } = await opened('queue.show', { id: 'W-1' });
    expect([state.phase, state.kind, state.ref, state.title]).toEqual(['ready', 'item', 'W-1', 'Wash']);
    expect(state.status?.line).toEqual([{ text: 'waiting for a person', tone: 'warning' }]);
    expect(state.question).toEqual({ from: agent.name, text: 'Which soap?' });
    expect(state.acts[0]).toMatchObject({ id: 'stateroom.queue.advance', rank: 'first' });
    // What an agent writes links nowhere.
    expect(texts(state, 'talk')).toContain('[{"text":"remark: ","code":true},{"text":"See W-2"}]');
    expect(texts(state, 'details')).toContain('[{"text":"branch: ","code":true},{"text":"x"}]');
    expect(state.events.length).toBeGreaterThan(2);
    expect(panel.title).toBe('W-1 Wash');
  });

  it('follows the store, and is the same tab when it is opened again', async () => {
    const { panel } = await opened('queue.show', { id: 'W-2' });
    await opened('queue.show', { id: 'W-1' });
    await editor.run('stateroom.queue.show', { id: 'W-2' });
    expect(editor.panelInSight).toBe(panel);
    await panel.ask('ready');
    await scene().repository.ok(queueAsk, { id: 'W-2', question: 'Where?' }, agent);
    await eventually(() => (panel.pushed as RecordState | undefined)?.question?.text).toBe('Where?');
  });

  it('sends the answer without a question, and shows it with what was asked', async () => {
    const { panel } = await opened('queue.show', { id: 'W-1' });
    expect(await panel.ask('answer', { text: 'The green one' })).toEqual({ done: true });
    const rows = await scene().repository.query('select status, owner, answer from work_items where number = 1');
    expect(rows).toEqual([['in_flight', 'codex', 'The green one']]);
    await eventually(() => texts(panel.pushed as RecordState, 'talk')).toContain('The green one');
    expect(texts(panel.pushed as RecordState, 'talk')).toContain('Which soap?');
    // Nothing waits for an answer any more.
    await eventually(() => (panel.pushed as RecordState).question).toEqual({ from: null, text: null, isNote: true });
  });

  it('answers by one click on a choice, each of several questions, and changes what no person chose', async () => {
    const { repository } = scene();
    const choices = { choices: ['Red', 'Blue'], recommended: 'Blue' };
    await repository.ok(queueAsk, { id: 'W-1', question: 'Which colour?', ...choices, ifNoAnswer: '2h: Red' }, agent);
    await repository.ok(queueAsk, { id: 'W-1', question: 'Which cup?', choices: ['Big', 'Small'] }, agent);
    const { panel, state } = await opened('queue.show', { id: 'W-1' });
    expect(state.question).toEqual({
      from: 'codex',
      text: 'Which colour?',
      choices: [
        { id: 'answer.1.Which colour?.Blue', label: 'Blue (recommended)' },
        { id: 'answer.1.Which colour?.Red', label: 'Red' },
      ],
      hint: 'Without an answer after 2h: Red',
    });
    expect(texts(state, 'question.2')).toContain('Which cup?');
    await panel.ask('act', { id: 'answer.2.Which cup?.Small' });
    expect(await panel.ask('answer', { text: 'Green, if you can' })).toEqual({ done: true });
    const answered = () => repository.query('select status, owner, answer from work_items where number = 1');
    expect(await answered()).toEqual([['in_flight', 'codex', '1. Green, if you can\n2. Small']]);
    await repository.ok(queueAsk, { id: 'W-1', question: 'Which lid?', ...choices, ifNoAnswer: '2h: Red' }, agent);
    repository.now += 7_200_000;
    await editor.run('stateroom.queue.show', { id: 'W-1' });
    const late = await panel.ask('ready');
    expect(texts((late as { snapshot: { state: RecordState } }).snapshot.state, 'question.1')).toContain(
      'Red (taken after 2h without an answer)',
    );
    await panel.ask('act', { id: 'answer.1.Which lid?.Blue' });
    expect(await answered()).toEqual([
      ['in_flight', 'codex', 'Blue (changed; before: Red (taken after 2h without an answer))'],
    ]);
  });

  it('runs the commands that it offered, and nothing else', async () => {
    await scene().repository.ok(queueRelease, { id: 'W-1' }, agent);
    const { panel, state } = await opened('queue.show', { id: 'W-1' });
    expect(state.acts[0]).toMatchObject({ id: 'stateroom.lane.startOnItem', rank: 'first' });
    expect(await panel.ask('act', { id: 'stateroom.queue.claim' })).toEqual({});
    expect(await scene().repository.query('select owner from work_items where number = 1')).toEqual([['Robin']]);
    for (const id of ['workbench.action.quit', 'stateroom.queue.reopen', 'open W-2']) {
      expect(await panel.ask('act', { id }), id).toMatchObject({ code: 'refused' });
    }
    expect(await panel.ask('act', { id: 'x', arguments: [] })).toMatchObject({ code: 'invalid' });
    expect(await panel.ask('run', { command: 'workbench.action.quit' })).toMatchObject({ code: 'unknown_method' });
    expect(scene().repository.failures.splice(0).length).toBe(1);
  });

  it('has its lane, and opens the records that it names alone', async () => {
    const { panel, state } = await opened('queue.show', { id: 'W-3' });
    expect(texts(state, 'lane')).toContain('{"text":"L-1","ref":"L-1"}');
    expect(await panel.ask('open', { ref: 'W-1' })).toMatchObject({ code: 'refused' });
    expect(await panel.ask('open', { ref: 'L-1' })).toEqual({});
    await eventually(() => editor.tab).toBe('L-1');
  });

  it('has the work of its lane with the lane’s buttons: files, commits, messages', async () => {
    const { repository } = scene();
    const [[folder]] = (await repository.query('select worktree_path from lanes where number = 1')) as [[string]];
    repository.write('../repository.worktrees/w3-fold/fold.ts', 'export {};\n');
    const git = (...words: string[]) => repository.git('-C', folder, ...words);
    await git('add', 'fold.ts');
    await git('commit', '--quiet', '--message', 'Fold in thirds');
    const { panel, state } = await opened('queue.show', { id: 'W-3' });
    const now = () => (panel.pushed as RecordState | undefined) ?? state;
    expect(now().sections.map(({ title }) => title)).toContain('Lane L-1');
    expect(
      now()
        .sections.find(({ id }) => id === 'lane')
        ?.acts?.map(({ id }) => id),
    ).toContain('lane.stateroom.lane.showChanges');
    await eventually(() => texts(now(), 'commits')).toContain('Fold in thirds');
    expect(texts(now(), 'changes')).toContain('fold.ts');
  });

  it('takes notes of several lines', async () => {
    const { repository } = scene();
    const { panel, state } = await opened('queue.show', { id: 'W-3' });
    expect(state.question).toEqual({ from: null, text: null, isNote: true });
    expect(await panel.ask('answer', { text: 'In thirds,\nnot in halves' })).toEqual({ done: true });
    // What somebody else adds before the page has read it is kept.
    await repository.ok(queueEdit, { id: 'W-3', addNotes: 'Seen twice' }, agent);
    expect(await panel.ask('answer', { text: 'Shirts last' })).toEqual({ done: true });
    await eventually(() => texts(panel.pushed as RecordState, 'talk')).toContain('Shirts last');
    const notes = () => repository.query('select notes from work_items where number = 3');
    expect(await notes()).toEqual([['In thirds,\nnot in halves\n\nSeen twice\n\nShirts last']]);
    // Where agents keep several, what a person adds has a name of its own.
    await repository.ok(queueAnnotate, { id: 'W-3', patch: { branch: 'x' } }, agent);
    await eventually(() => texts(panel.pushed as RecordState, 'talk')).toContain('branch');
    expect(await panel.ask('answer', { text: 'Socks too' })).toEqual({ done: true });
    expect(JSON.parse(String(((await notes()) as string[][])[0]?.[0]))).toEqual({
      branch: 'x',
      text: 'In thirds,\nnot in halves\n\nSeen twice\n\nShirts last\n\nSocks too',
    });
  });

  it('has its task, and its gates with the way to fix each reason', async () => {
    const { panel, state } = await opened('queue.show', { id: 'W-4' });
    expect(texts(state, 'task.T-1')).toContain('{"text":"T-1","ref":"T-1"},{"text":" Iron"}');
    expect(texts(state, 'gates')).toContain('checking…');
    const gates = () => texts((panel.pushed as RecordState | undefined) ?? state, 'gates');
    await eventually(gates).toContain('"text":"review-ready"');
    await eventually(gates).toContain('"detail":"not ready');
    const judged = (panel.pushed as RecordState).sections.find(({ id }) => id === 'gates')?.blocks[0];
    const reasons = judged?.kind === 'rows' ? judged.rows.filter(({ inner }) => inner) : [];
    expect(reasons.length).toBeGreaterThan(1);
    expect(reasons.filter(({ act, detail }) => act !== null && detail !== null).length).toBeGreaterThan(0);
  });

  it('opens as text', async () => {
    const { panel } = await opened('queue.show', { id: 'W-3' });
    await panel.ask('act', { id: openAsText });
    expect(editor.tab).toBe('W-3.md');
  });

  it('says so when there is no such work item', async () => {
    const { repository } = scene();
    await editor.run('stateroom.openPage', `${repository.repository}/.git`, 'W-99');
    await eventually(() => editor.tab).toBe('W-99');
    const answer = (await editor.panelInSight?.ask('ready')) as { snapshot: { state: RecordState } };
    const { phase, notice, acts } = answer.snapshot.state;
    expect([phase, acts]).toEqual(['failed', []]);
    expect(notice?.message).toContain('W-99');
  });

  it('shows a window of a long timeline, and more when it is asked for', async () => {
    const { repository } = scene();
    for (let event = 0; event < 120; event += 1) {
      await repository.ok(eventsAppend, { type: 'note.made', workItem: 'W-2', payload: {} }, agent);
    }
    const { panel, state } = await opened('queue.show', { id: 'W-2' });
    expect([state.events.length, state.hasOlder]).toEqual([50, true]);
    const older = (await panel.ask('older')) as { state: RecordState };
    expect(older.state.events.length).toBeGreaterThan(120);
    expect(older.state.hasOlder).toBe(false);
  });

  it('is given up while nobody sees it', async () => {
    const { repository } = scene();
    const { panel } = await opened('queue.show', { id: 'W-2' });
    const { panel: seen } = await opened('queue.show', { id: 'W-1' });
    panel.turn(false);
    const before = panel.received.length;
    // What one page is told of, the other would be as well.
    for (const word of ['once', 'twice']) {
      for (const id of ['W-2', 'W-1']) await repository.ok(queueAnnotate, { id, patch: { word } }, agent);
      await eventually(() => JSON.stringify(seen.pushed)).toContain(`{"text":"${word}"}`);
    }
    expect(panel.received.length).toBe(before);
    panel.turn(true);
    const again = (await panel.ask('ready')) as { snapshot: { state: RecordState } };
    expect(texts(again.snapshot.state, 'talk')).toContain('{"text":"twice"}');
  });
});

describe('the page of a lane', () => {
  openFlowScene(editor, async repository => {
    await repository.ok(workerSpawn, { lane: 'cart', noFetch: true, owns: ['src/**'] }, robin);
    await repository.ok(workerStart, { lane: 'cart' }, robin);
    repository.write('../repository.worktrees/cart/src/new.ts', 'export {};\n');
    await repository.ok(workerSpawn, { lane: 'towels', description: 'Fold the towels', noFetch: true }, robin);
  });

  it('goes by its title, and names what programs call it', async () => {
    const { state } = await opened('lane.showPage', { lane: 'towels' });
    expect(state.title).toBe('Fold the towels');
    expect(texts(state, 'details')).toContain('{"name":"Lane","value":[{"text":"towels"}]}');
  });

  it('has its worker, its files and the acts of its state', async () => {
    const { panel, state } = await opened('lane.showPage', { lane: 'cart' });
    expect([state.kind, state.ref, state.title]).toEqual(['lane', 'L-1', 'cart']);
    expect(state.status?.line.map(({ text }) => text).join('')).toBe('working');
    expect(state.facts).toContainEqual({ name: 'Branch', value: [{ text: 'feature/cart' }] });
    expect(state.sections.map(({ title }) => title)).toEqual(['App', 'Changed files', 'Details', 'Worker']);
    expect(state.acts.map(({ id }) => id)).toEqual(expect.arrayContaining(['stateroom.lane.showChanges']));
    const changes = () => texts((panel.pushed as RecordState | undefined) ?? state, 'changes');
    await eventually(changes).toContain('"text":"new.ts"');
    expect(changes()).toContain('"detail":"new · uncommitted · src"');
    expect(changes()).toContain('file.src/new.ts","label":"Show Change"}');
  });
});

describe('the findings of a lane', () => {
  openFlowScene(editor, async repository => {
    const { worktreePath } = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    const remark = { path: 'README.md', line: '1', severity: 'high', repository: true } as const;
    await repository.ok(findingRecord, { ...remark, text: 'Of the main worktree' }, robin);
    repository.place = worktreePath;
    await repository.ok(findingRecord, { ...remark, text: 'See F-1' }, robin);
    await repository.ok(findingReply, { id: 'F-2', text: 'It is the title' }, agent);
    repository.place = repository.repository;
  });

  it('are on its page, with a link to each and to nothing that they name', async () => {
    const { panel, state } = await opened('lane.showPage', { lane: 'cart' });
    expect(state.sections.find(({ id }) => id === 'findings')?.title).toBe('Open findings (1)');
    expect(texts(state, 'findings')).toContain('"line":[{"text":"F-2","ref":"F-2"},{"text":" See "},{"text":"F-1"}]');
    expect(texts(state, 'findings')).toContain('README.md:1');
    expect(texts(state, 'findings')).toContain('"detail":"It is the title"');
    const now = () => texts((panel.pushed as RecordState | undefined) ?? state, 'findings');
    await eventually(now).toContain('"code":"one"');
  });
});

describe('a review of a lane that was begun', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
  });

  it('is on its page with the button that ends it, and in the menu of the status bar, until it is finished', async () => {
    const { repository } = scene();
    const { panel, state } = await opened('lane.showPage', { lane: 'cart' });
    expect(texts(state, 'review')).toBe(undefined);
    const side = { path: 'README.md', commit: '' };
    const revision = {
      repository: `${repository.repository}/.git`,
      top: repository.repository,
      lane: 'cart',
      side: 'head',
    };
    const query = JSON.stringify({ ...revision, ...side, across: side });
    const uri = editor.module.Uri.from({ scheme: 'stateroom-revision', path: '/README.md', query });
    const thread = { uri, range: undefined, comments: [], dispose: () => undefined };
    const asking = new FlowPerson(scene());
    await editor.run('stateroom.review.begin', { thread, text: 'Why?' });
    const shown = () => texts((panel.pushed as RecordState | undefined) ?? state, 'review');
    await eventually(shown).toContain('"text":"your review: 1 comment not sent"');
    expect(shown()).toContain('"act":{"id":"stateroom.review.finish"');
    const menu = editor.run('stateroom.showStatus');
    await asking.answer({ asks: 'Needs you', chooses: 'Finish the review of cart' });
    await asking.leave({ asks: 'Finish Review of L-1 cart', chooses: '' });
    await menu;
    const finishing = panel.ask('act', { id: 'stateroom.review.finish' });
    await asking.answer({ asks: 'Finish Review of L-1 cart', chooses: 'Discard Review' });
    await asking.answer({ asks: 'Discard your review of L-1 cart with 1 comment?', presses: 'Discard' });
    await finishing;
    await eventually(shown).toBe(undefined);
  });
});

describe('the page of a lane without a task', () => {
  const scene = openFlowScene(editor, async repository => {
    const config = '{ "gate": { "commands": ["git --version"] } }\n';
    repository.commit('Name a command', { '.stateroom/config.json': config });
    await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
  });

  it('has the commands that must pass, each with its evidence at the head and a way to run it', async () => {
    const { repository } = scene();
    const { panel, state } = await opened('lane.showPage', { lane: 'cart' });
    const required = () => texts((panel.pushed as RecordState | undefined) ?? state, 'gates');
    await eventually(required).toContain('{"text":"git --version","code":true},{"text":" — no evidence"}');
    expect((panel.pushed as RecordState).sections.map(({ title }) => title)).toContain('Required commands');
    const running = panel.ask('act', { id: 'proof.git --version' });
    await eventually(() => editor.dialogs.open.length).toBe(1);
    const [trust] = editor.dialogs.open;
    trust?.answer(trust.buttons[0]);
    await running;
    await eventually(required).toContain('"passed"');
    expect(required()).toContain('fresh');
    expect(await repository.query('select command, branch, passed from evidence')).toEqual([
      ['git --version', 'feature/cart', 1],
    ]);
    repository.write('../repository.worktrees/cart/new.ts', 'export {};\n');
    await repository.add('Something else');
    await eventually(required).toContain('stale');
  });

  it('opens the app on its port where something listens', async () => {
    const { panel, state } = await opened('lane.showPage', { lane: 'cart' });
    const [[port]] = (await scene().repository.query('select port_first from lanes')) as [[number]];
    expect(texts(state, 'app')).toContain(`"text":"http://localhost:${port}"`);
    const pressed = panel.ask('act', { id: 'app' });
    const said = () => editor.dialogs.open.map(({ asks }) => asks).join('\n');
    await eventually(said).toContain(`Nothing listens on port ${port} of L-1.`);
    for (const { answer } of [...editor.dialogs.open]) answer(undefined);
    await pressed;
    const server = await listenOn(port);
    try {
      await panel.ask('act', { id: 'app' });
      expect(editor.calls).toContainEqual(['openExternal', `http://localhost:${port}`]);
    } finally {
      server.close();
    }
  });
});

describe('the page of a finding', () => {
  openFlowScene(editor, async repository => {
    for (const text of hostile.slice(0, 40)) {
      await repository.ok(
        findingRecord,
        { severity: 'high', path: 'README.md', line: '1', text, fix: text, repository: true },
        agent,
      );
    }
  });

  it('shows what an agent wrote as text, whatever that is', async () => {
    for (let number = 1; number <= 40; number += 8) {
      const { state } = await opened('finding.show', { id: `F-${number}` });
      expect([state.kind, state.phase]).toEqual(['finding', 'ready']);
      expect(texts(state, 'details')).toContain('"heading":"Suggested fix"');
      expect(state.acts[0]).toMatchObject({ id: 'stateroom.finding.fix', rank: 'first' });
      const links = JSON.stringify(state).match(/"ref":"[^"]*"/g) ?? [];
      expect(links.filter(link => !/^"ref":"F-\d+"$/.test(link))).toEqual([]);
    }
  });
});

describe('the page of a finding that is answered', () => {
  const scene = openFlowScene(editor, async repository => {
    await repository.ok(
      findingRecord,
      { severity: 'high', path: 'README.md', text: 'It never ends', repository: true },
      robin,
    );
    await repository.ok(findingReply, { id: 'F-1', text: 'The caller counts.\n<b>See</b> F-9' }, agent);
  });

  it('has what was said, and a box that keeps a reply until it is recorded', async () => {
    const { panel, state } = await opened('finding.show', { id: 'F-1' });
    expect(state.question).toEqual({ from: null, text: null, isReply: true });
    const [replies, details] = state.sections;
    expect([replies?.title, details?.title, state.sections.length]).toEqual(['Replies', 'Details', 2]);
    expect(texts(state, 'replies')).toMatch(
      /"text":"codex"\},\{"text":", [^"]+"\}\],"detail":"The caller counts\.\\n<b>See<\/b> F-9"/,
    );
    expect(await panel.ask('answer', { text: 'x'.repeat(4001) })).toEqual({ done: false });
    expect(await panel.ask('answer', { text: 'It does not' })).toEqual({ done: true });
    expect(await scene().repository.query("select replies ->> '$[1].text' from findings")).toEqual([['It does not']]);
    await eventually(() => texts(panel.pushed as RecordState, 'replies')).toContain('"detail":"It does not"');
  });
});
