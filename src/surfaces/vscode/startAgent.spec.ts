import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Dialog } from '../../../test/editor/fake/dialogs.js';
import type { InputBox } from '../../../test/editor/fake/quickInput.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { laneShow } from '../../operations/lane/laneShow.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerHeartbeat } from '../../operations/lane/worker/workerHeartbeat.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { queueDepend } from '../../operations/queue/queueDepend.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };
const start = 'lane.startOnItem';

/** Looks while programs are found in this folder alone. */
async function withPath(folder: string, look: () => Promise<void>): Promise<void> {
  const path = process.env.PATH;
  process.env.PATH = folder;
  try {
    await look();
  } finally {
    process.env.PATH = path;
  }
}

// In their order: what a test leaves is there for the next.
describe('an agent that is started on a work item', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const title of ['Wash', 'Dry', 'Fold', 'Iron', 'Mend']) await repository.add(title);
    await repository.ok(queueDepend, { id: 'W-4', dependsOn: ['W-1'] }, robin);
    await repository.ok(workerSpawn, { lane: 'W-5', agent: 'gemini', model: 'pro', noFetch: true }, robin);
  });

  afterEach(() => {
    editor.settings.delete('stateroom.agents.command');
  });

  const worked = (item: number): Promise<unknown> =>
    scene().repository.query(
      `select l.name, w.state, w.agent, i.owner, i.owner_role, l.created_by from lanes l join workers w on w.lane_id = l.id
       join work_items i on i.id = l.work_item_id where i.number = ${item}`,
    );
  const events = (): Promise<unknown> => scene().repository.query('select max(id) from events');

  it('is asked for its command the first time, and nothing is left of it when that is given up', async () => {
    const asking = new FlowPerson(scene());
    const before = await events();
    await asking.begin(start);
    await asking.answer({ asks: 'Select a work item', chooses: 'W-1 Wash' });
    await asking.leave({ asks: 'Select an agent', chooses: '' });
    await asking.ended();
    await asking.begin(start, { item: 'W-1' });
    await asking.answer({ asks: 'Select an agent', chooses: 'Other Command…' });
    await asking.leave({ asks: 'Command to start the agent', types: '' });
    await asking.ended();
    expect([await events(), await worked(1), editor.terminals.typed]).toEqual([before, [], []]);
    await asking.begin(start, { item: 'W-1' });
    await asking.answer({ asks: 'Select an agent', chooses: 'Other Command…' });
    await asking.answer({ asks: '{prompt} in it becomes the task', types: 'claude --verbose' });
    expect(await asking.ended()).toEqual({ lane: 'L-2', agent: 'claude-w1-wash', followed: true });
    expect(editor.terminals.typed).toEqual([['claude L-2 Wash', 'claude --verbose']]);
    expectNoTrouble(scene());
  });

  it('is who works there, and not the person who started it', async () => {
    expect(await worked(1)).toEqual([['w1-wash', 'WORKING', 'claude-w1-wash', 'claude-w1-wash', 'agent', 'Robin']]);
    expect(editor.terminals.environments.get('claude L-2 Wash')).toMatchObject({
      STATEROOM_LANE: 'w1-wash',
      STATEROOM_ACTOR: 'claude-w1-wash',
      STATEROOM_ROLE: 'agent',
    });
    const started = "select actor, role, payload->>'$.agent' from events where type = 'worker_started'";
    expect(await scene().repository.query(started)).toEqual([['Robin', 'human', 'claude-w1-wash']]);
  });

  it('is asked for again, with the last command first and then what is installed', async () => {
    const programs = join(scene().repository.directory, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'gemini'), '', { mode: 0o755 });
    const asking = new FlowPerson(scene());
    await withPath(programs, async () => {
      await asking.begin(start, { item: 'W-2' });
      const list = await asking.list('Select an agent');
      await eventually(() => list.items.slice(0, 4).map(({ label, description }) => [label, description])).toEqual([
        ['$(history) claude --verbose', 'last used'],
        ['$(eye) Gemini CLI', 'started and watched by Stateroom, without a terminal'],
        ['$(robot) Gemini CLI', 'installed · gemini -i {prompt}'],
        ['$(robot) Cursor', 'not installed · cursor-agent {prompt}'],
      ]);
    });
    await asking.answer({ asks: 'Select an agent', chooses: 'claude --verbose' });
    expect(await asking.ended()).toMatchObject({ agent: 'claude-w2-dry' });
    expect(editor.terminals.typed.at(-1)).toEqual(['claude L-3 Dry', 'claude --verbose']);
    expectNoTrouble(scene());
  });

  it('is that of the setting, unless its lane names one', async () => {
    editor.settings.set('stateroom.agents.command', 'codex');
    expect(await editor.run(`stateroom.${start}`, { item: 'W-3' })).toMatchObject({ agent: 'codex-w3-fold' });
    expect(await editor.run(`stateroom.${start}`, { item: 'W-5' })).toMatchObject({ lane: 'L-1' });
    expect(editor.terminals.typed.slice(-2)).toEqual([
      ['codex L-4 Fold', 'codex'],
      ['gemini L-1 Mend', 'gemini --model pro'],
    ]);
    expectNoTrouble(scene());
  });

  it('is another one where the person asks for that', async () => {
    const asking = new FlowPerson(scene());
    const typed = editor.terminals.typed.length;
    editor.settings.set('stateroom.agents.command', 'codex');
    await asking.begin('lane.startOtherOnItem', { item: 'W-3' });
    await asking.leave({ asks: 'Select an agent', chooses: '' });
    await asking.ended();
    expect(editor.terminals.typed.length).toBe(typed);
  });

  it('gets its work as a prompt if its command has a place for one', async () => {
    const { repository } = scene();
    await repository.add("Don't starch", { notes: 'Only the\ncollars' });
    editor.settings.set('stateroom.agents.command', 'sh -c "claude {prompt}"');
    await editor.run(`stateroom.${start}`, { item: 'W-6' });
    await eventually(() => editor.dialogs.open.map(({ asks }) => asks).join('\n')).toContain(
      'The command has {prompt} within quotes. Move it out of them.',
    );
    for (const { answer } of [...editor.dialogs.open]) answer(undefined);
    expect(await worked(6)).toEqual([]);
    editor.settings.set('stateroom.agents.command', 'claude --verbose {prompt}');
    expect(await editor.run(`stateroom.${start}`, { item: 'W-6' })).toMatchObject({ agent: 'claude-w6-don-t-starch' });
    expect(editor.terminals.typed.at(-1)).toEqual([
      "claude L-5 Don't starch",
      "claude --verbose 'Your work: W-6 Don'\\''t starch, in L-5 on branch feature/w6-don-t-starch. Call load_session, or run stateroom context.'",
    ]);
    expectNoTrouble(scene());
  });

  it('is started beside one that is at work if the person says so', async () => {
    const { repository } = scene();
    const typed = editor.terminals.typed.length;
    editor.settings.set('stateroom.agents.command', 'claude --verbose');
    const asking = new FlowPerson(scene());
    // Its program has ended with its shell; a heartbeat says that it works on all the same.
    repository.now += 1;
    await repository.ok(workerHeartbeat, { lane: 'L-3' }, robin);
    await asking.begin(start, { item: 'W-2' });
    await asking.answer({ asks: 'claude-w2-dry is working in L-3.', presses: 'Show Terminal' });
    await asking.ended();
    await asking.begin('lane.startAgent', { lane: 'L-3', command: 'codex' });
    await asking.leave({ asks: 'Two agents in one worktree change the same files.', presses: '' });
    expect(await asking.ended()).toBe(undefined);
    expect(editor.terminals.typed.length).toBe(typed);
    await asking.begin('lane.startAgent', { lane: 'L-3', command: 'codex' });
    await asking.answer({ asks: 'claude-w2-dry is working in L-3.', presses: 'Start Another' });
    expect(await asking.ended()).toMatchObject({ lane: 'L-3', agent: 'codex-w2-dry' });
    expect(editor.terminals.typed.at(-1)).toEqual(['codex L-3 Dry', 'codex']);
    expectNoTrouble(scene());
  });

  it('goes on where another one is gone, and is the one who works there then', async () => {
    const { repository } = scene();
    repository.now += 3 * 3_600_000;
    editor.settings.set('stateroom.agents.command', 'codex');
    expect(await editor.run(`stateroom.${start}`, { item: 'W-2' })).toMatchObject({ agent: 'codex-w2-dry' });
    expect(await worked(2)).toEqual([['w2-dry', 'WORKING', 'codex-w2-dry', 'codex-w2-dry', 'agent', 'Robin']]);
    expectNoTrouble(scene());
  });

  it('is not started on a blocked item, unless the person says early', async () => {
    const asking = new FlowPerson(scene());
    editor.settings.set('stateroom.agents.command', 'claude --verbose');
    const typed = editor.terminals.typed.length;
    await asking.begin(start, { item: 'W-4' });
    await asking.leave({ asks: 'is blocked by W-1', presses: '' });
    await asking.ended();
    expect([await worked(4), editor.terminals.typed.length]).toEqual([[], typed]);
    await asking.begin(start, { item: 'W-4' });
    await asking.answer({ asks: 'is blocked by W-1', presses: 'Open After L-2' });
    await asking.ended();
    // It waits for the other lane, and so does its agent.
    expect([(await worked(4)) as unknown[], editor.terminals.typed.length]).toEqual([
      [['w4-iron', 'ASSIGNED', null, 'Robin', 'human', 'Robin']],
      typed,
    ]);
    expectNoTrouble(scene());
  });
});

describe('a known agent that is chosen for a work item', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const title of ['Wash', 'Dry']) await repository.add(title);
  });

  it('is told of the item, there and the next time', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin(start, { item: 'W-1' });
    const list = await asking.list('Select an agent. {prompt} in its command becomes the request to do the work item.');
    // In another order where some are installed on this machine.
    const shown = () =>
      list
        .shown()
        .map(({ label, description }) => `${label}: ${description?.replace(/^(not )?installed · /, '')}`)
        .sort();
    await eventually(shown).toEqual([
      '$(edit) Other Command…: undefined',
      '$(robot) Claude Code: claude {prompt}',
      '$(robot) Codex: codex {prompt}',
      '$(robot) Cursor: cursor-agent {prompt}',
      '$(robot) Gemini CLI: gemini -i {prompt}',
      '$(robot) GitHub Copilot CLI: copilot -i {prompt}',
      '$(robot) Qwen Code: qwen -i {prompt}',
      '$(robot) opencode: opencode --prompt {prompt}',
    ]);
    await asking.answer({ asks: 'Select an agent', chooses: 'Claude Code' });
    expect(await asking.ended()).toMatchObject({ agent: 'claude-w1-wash' });
    await asking.begin(start, { item: 'W-2' });
    await asking.answer({ asks: 'Select an agent', chooses: 'claude {prompt}' });
    await asking.ended();
    expect(editor.terminals.typed.slice(-2).map(([, typed]) => typed?.slice(0, 40))).toEqual([
      "claude 'Your work: W-1 Wash, in L-1 on b",
      "claude 'Your work: W-2 Dry, in L-2 on br",
    ]);
    expectNoTrouble(scene());
  });
});

describe('a worker that is dead', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['cart', 'login', 'mail']) {
      await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
      await repository.ok(workerStart, { lane, agent: `codex-${lane}` }, robin);
    }
    const folder = '../repository.worktrees/cart';
    for (const name of ['one.ts', 'two.ts', 'three.ts']) repository.write(`${folder}/${name}`, 'export {};\n');
    repository.git('-C', folder, 'add', 'one.ts');
    repository.git('-C', folder, 'commit', '--quiet', '--message=One');
    repository.now += 3 * 3_600_000;
  });

  const workers = (): Promise<unknown> =>
    scene().repository.query(
      'select l.name, l.status, w.state, w.attempt, w.agent from workers w join lanes l on l.id = w.lane_id order by 1',
    );
  const asked = async (words: string): Promise<Dialog> => {
    const { open } = editor.dialogs;
    await eventually(() => open.map(({ asks }) => asks).join('\n')).toContain(words);
    return open.find(({ asks }) => asks.includes(words)) as Dialog;
  };

  it('is cancelled once the person has read what stays and where the work goes', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('worker.cancel', { lane: 'cart' });
    const { asks, buttons, answer } = await asked('Cancel the work in lane L-1 cart?');
    expect(buttons).toEqual(['Reassign', 'Return to Queue', 'Cancel Item']);
    expect(asks).toContain(
      '1 commit stays on feature/cart. The worktree is deleted; its 2 uncommitted files are backed up.',
    );
    answer(undefined);
    await asking.ended();
    expect(await workers()).toContainEqual(['cart', 'active', 'WORKING', 1, 'codex-cart']);
  });

  it('is retried once the person has read what stays', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('worker.retry', { lane: 'cart' });
    const first = await asked('Retry lane L-1 cart?');
    expect(first.asks).toContain('Starts again at main. Backed up: 1 commit, 2 uncommitted files.');
    first.answer(undefined);
    await asking.ended();
    expect(await workers()).toContainEqual(['cart', 'active', 'WORKING', 1, 'codex-cart']);
    await asking.begin('worker.retry', { lane: 'cart' });
    await asking.answer({ asks: 'Retry lane L-1 cart?', presses: 'Retry' });
    await asking.ended();
    expect(await workers()).toContainEqual(['cart', 'active', 'ASSIGNED', 2, null]);
    expectNoTrouble(scene());
  });

  it('shares its acts with one that is stale, which can be retried from its row', async () => {
    const { repository } = scene();
    await repository.ok(workerSpawn, { lane: 'wish', noFetch: true }, robin);
    await repository.ok(workerStart, { lane: 'wish', agent: 'codex-wish' }, robin);
    repository.now += 11 * 60_000;
    const row = async () => editor.views.get('stateroom.lanes')?.find('L-4');
    await editor.run('stateroom.lane.refresh');
    await eventually(async () => (await row())?.context).toBe('lane status:active state:WORKING stale');
    const asking = new FlowPerson(scene());
    await asking.begin('worker.retry', (await row())?.node);
    await asking.answer({ asks: 'Retry lane L-4 wish?', presses: 'Retry' });
    expect(await asking.ended()).toMatchObject({ lane: 'wish', state: 'ASSIGNED' });
    expect(await workers()).toContainEqual(['wish', 'active', 'ASSIGNED', 2, null]);
    expectNoTrouble(scene());
  });

  it('leaves its lane and its files to another one', async () => {
    const asking = new FlowPerson(scene());
    await asking.begin('lane.reassign', { lane: 'login' });
    await asking.leave({ asks: 'Select an agent', chooses: '' });
    await asking.ended();
    expect(await workers()).toContainEqual(['login', 'active', 'WORKING', 1, 'codex-login']);
    await asking.begin('lane.reassign', { lane: 'login' });
    editor.forget();
    await asking.answer({ asks: 'Select an agent', chooses: 'Other Command…' });
    await asking.answer({ asks: 'Command to start the agent', types: 'gemini' });
    expect(await asking.ended()).toMatchObject({ lane: 'L-2', agent: 'gemini-login' });
    expect(await workers()).toContainEqual(['login', 'active', 'WORKING', 2, 'gemini-login']);
    expect(editor.progressTitles).toEqual(['Reassign L-2 login', 'Start Agent in L-2 login']);
    expectNoTrouble(scene());
  });

  it('is offered to be started again where changes are requested', async () => {
    const { repository } = scene();
    const folder = '../repository.worktrees/mail';
    repository.write(`${folder}/mail.ts`, 'export {};\n');
    repository.git('-C', folder, 'add', '--all');
    repository.git('-C', folder, 'commit', '--quiet', '--message=Mail');
    await repository.ok(workerDone, { lane: 'mail', noFetch: true }, robin);
    const asking = new FlowPerson(scene());
    await asking.begin('worker.requestChanges', { lane: 'mail', message: 'Name it' });
    await asking.ended();
    const { buttons, answer } = await asked('Changes requested in mail.');
    expect(buttons).toEqual(['Start Agent']);
    answer('Start Agent');
    await asking.answer({ asks: 'Command to start the agent', types: 'claude' });
    await eventually(workers).toContainEqual(['mail', 'active', 'WORKING', 2, 'claude-mail']);
    await eventually(() => editor.terminals.typed.at(-1)).toEqual(['claude L-3 mail', 'claude']);
    expectNoTrouble(scene());
  });

  it('is cancelled with its lane, which is what is said to be cancelled', async () => {
    editor.forget();
    const asking = new FlowPerson(scene());
    await asking.begin('worker.cancel', { lane: 'mail' });
    await asking.answer({ asks: 'Cancel the work in lane L-3 mail?', presses: 'Return to Queue' });
    await asking.ended();
    expect(editor.progressTitles).toEqual(['Cancel Lane']);
  });
});

describe('an agent whose terminal ends before it has submitted', () => {
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['cart', 'login']) await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
  });
  const workers = (): Promise<unknown> =>
    scene().repository.query(
      'select l.name, w.state, w.attempt, w.agent from workers w join lanes l on l.id = w.lane_id order by 1',
    );
  const life = async (lane: string): Promise<readonly unknown[]> => {
    const { worker } = await scene().repository.ok(laneShow, { lane }, robin);
    return [worker?.liveness, worker?.trouble?.reason];
  };
  const labels: Readonly<Record<string, string>> = { cart: 'L-1 cart', login: 'L-2 login', mail: 'L-4 mail' };
  const exited = (lane: string): string => `The agent in lane ${labels[lane]} exited without submitting its work.`;
  const wasClosed = (lane: string): string =>
    `The terminal of the agent in lane ${labels[lane]} was closed before it submitted its work.`;
  const ended = async (lane: string, text = exited): Promise<Dialog> => {
    const find = () => editor.dialogs.open.find(({ asks }) => asks === text(lane));
    await eventually(() => find()?.buttons).toBeDefined();
    return find() as Dialog;
  };

  it('can be retried from what tells so', async () => {
    await editor.run('stateroom.lane.startAgent', { lane: 'cart', command: 'claude' });
    const { buttons, answer } = await ended('cart');
    expect(await life('cart')).toEqual(['DEAD', 'Its program ended without submitting anything.']);
    // There is nothing to submit.
    expect(buttons).toEqual(['Mark as Failed', 'Retry…', 'Reassign…', 'Show Terminal']);
    answer('Retry…');
    await new FlowPerson(scene()).answer({ asks: 'Retry lane L-1 cart?', presses: 'Retry' });
    await eventually(workers).toContainEqual(['cart', 'ASSIGNED', 2, null]);
    expectNoTrouble(scene());
  });

  it('leaves its lane to another one from there, also once its terminal is closed', async () => {
    let close = (): void => undefined;
    const folder = '../repository.worktrees/login';
    scene().repository.git('-C', folder, 'commit', '--quiet', '--allow-empty', '--message=Login');
    editor.terminals.shell = () => ({ pid: process.pid, end: () => undefined });
    const made = editor.terminals.began.event(({ terminal }) => {
      close = () => terminal.dispose();
    });
    await editor.run('stateroom.lane.startAgent', { lane: 'login', command: 'claude' });
    editor.terminals.shell = undefined;
    close();
    made.dispose();
    const { buttons, answer } = await ended('login', wasClosed);
    expect(buttons).toEqual(['Submit for Review', 'Retry…', 'Reassign…']);
    expect(await life('login')).toEqual(['DEAD', 'Its program ended without an exit code.']);
    answer('Reassign…');
    await new FlowPerson(scene()).answer({ asks: 'Select an agent', chooses: 'Gemini CLI' });
    await eventually(workers).toContainEqual(['login', 'WORKING', 2, 'gemini-login']);
    expectNoTrouble(scene());
  });

  it('is gone for whoever requests changes of what it has submitted', async () => {
    const { repository } = scene();
    const { worktreePath } = await repository.ok(workerSpawn, { lane: 'page', noFetch: true }, robin);
    editor.terminals.shell = () => ({ pid: process.pid, end: () => undefined });
    await editor.run('stateroom.lane.startAgent', { lane: 'page', command: 'claude' });
    editor.terminals.shell = undefined;
    repository.git('-C', worktreePath, 'commit', '--quiet', '--allow-empty', '--message=Page');
    await repository.ok(workerDone, { lane: 'page', noFetch: true }, robin);
    expect((await life('page'))[0]).toBe('none');
    editor.terminals.last?.dispose();
    const endedAt = async () => (await repository.ok(laneShow, { lane: 'page' }, robin)).worker?.program?.endedAt;
    await eventually(endedAt).toBeTypeOf('string');
    const asking = new FlowPerson(scene());
    repository.place = worktreePath;
    const finding = { severity: 'low', path: 'page.ts', text: 'Name it', repository: true } as const;
    await repository.ok(findingRecord, finding, robin);
    repository.place = repository.repository;
    await asking.begin('worker.requestChanges', { lane: 'page' });
    // What is recorded need not be typed again.
    await eventually(() => (editor.box as InputBox | undefined)?.value).toBe('Findings: F-1');
    await asking.answer({ asks: 'What needs to change in page, and why?', types: 'Name it' });
    await asking.ended();
    expect(await life('page')).toEqual(['DEAD', 'Its program ended without an exit code.']);
  });

  it('is told of where the shell does not tell, once its terminal is closed', async () => {
    await scene().repository.ok(workerSpawn, { lane: 'mail', noFetch: true }, robin);
    editor.terminals.isFollowed = false;
    expect(await editor.run('stateroom.lane.startAgent', { lane: 'mail', command: 'codex' })).toMatchObject({
      followed: false,
    });
    editor.terminals.isFollowed = true;
    await eventually(() => editor.terminals.typed.at(-1)?.[1]).toBe('codex');
    editor.terminals.last?.dispose();
    const { answer } = await ended('mail', wasClosed);
    answer(undefined);
    expectNoTrouble(scene());
  });

  it('is told of with its exit code where the shell was slow to begin', async () => {
    await scene().repository.ok(workerSpawn, { lane: 'slow', noFetch: true }, robin);
    editor.terminals.isFollowed = false;
    await editor.run('stateroom.lane.startAgent', { lane: 'slow', command: 'codex' });
    editor.terminals.isFollowed = true;
    const terminal = editor.terminals.last;
    if (terminal === undefined) throw new Error('No terminal was made.');
    const [execution, later] = [{ commandLine: 'codex' }, { commandLine: 'ls' }];
    editor.terminals.began.fire({ terminal, execution });
    editor.terminals.began.fire({ terminal, execution: later });
    editor.terminals.ended.fire({ terminal, execution: later, exitCode: 0 });
    editor.terminals.ended.fire({ terminal, execution, exitCode: 3 });
    const { answer } = await ended('slow', () => 'The agent in lane L-5 slow exited with code 3.');
    expect(await life('slow')).toEqual(['DEAD', 'Its program ended with exit code 3.']);
    answer(undefined);
    expectNoTrouble(scene());
  });
});
