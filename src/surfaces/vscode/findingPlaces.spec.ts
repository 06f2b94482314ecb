import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import type { Question } from '../../../test/editor/keyFlow/keyFlow.js';
import { person } from '../../../test/support/testRepository.js';
import { findingList } from '../../operations/finding/findingList.js';
import { laneClose } from '../../operations/lane/laneClose.js';
import { laneList } from '../../operations/lane/laneList.js';
import { laneMarkReviewed } from '../../operations/lane/laneMarkReviewed.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { taskStart } from '../../operations/task/taskStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const { Range, Selection, Uri } = editor.module;
type Address = ReturnType<typeof Uri.file>;
const robin = { ...person, name: 'Robin' };
const lines = (word: string, ...numbers: number[]): string => numbers.map(number => `${word} ${number}\n`).join('');
const eight = [1, 2, 3, 4, 5, 6, 7, 8];
/** Line 2 changed, line 5 removed, two lines added at the end. */
const changed = `line 1\nchanged\n${lines('line', 3, 4, 6, 7, 8)}added 1\nadded 2\n`;
const lanes = '../repository.worktrees';

/** Of the lane "desk" its base, its first commit and its last one; of `main` and the other lanes the last one. */
type Commit = 'base' | 'first' | 'head' | 'main' | 'mail' | 'shut';

interface Place {
  /** That shows the finding. */
  readonly lane: string | undefined;
  readonly branch: string | null;
  readonly commit: Commit;
  /** Of the diff, where it is the base. */
  readonly side?: 'base';
  /** `cart.ts:3-4`, or `cart.ts` for the whole file. */
  readonly at: string;
  readonly task: string | null;
}

const onDesk = { lane: 'desk', branch: 'feature/desk', task: null } as const;
const onMain = { lane: undefined, branch: 'main', task: null } as const;
/** Where a task is active, a finding outside of its worktree may belong to it. */
const noTask: Question = { asks: 'Select the task it belongs to', chooses: 'No task' };

describe('A finding is recorded where it was seen', () => {
  const commits = new Map<string, Commit>();
  let count = 0;

  const scene = openFlowScene(editor, async repository => {
    const git = (folder: string, ...words: string[]): string => repository.git('-C', folder, ...words);
    const note = (name: Commit, folder: string): unknown => commits.set(git(folder, 'rev-parse', 'HEAD'), name);
    const commit = (folder: string, files: Readonly<Record<string, string>>): void => {
      for (const [path, text] of Object.entries(files)) repository.write(join(folder, path), text);
      git(folder, 'add', '--all');
      git(folder, 'commit', '-q', '--message=More');
    };
    git('.', 'init', '-q', '-b', 'main', '../library');
    commit('../library', { 'rates.ts': lines('rate', 1, 2) });
    git('.', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'lib');
    const names = { cart: 'line', old: 'old', gone: 'gone', mail: 'mail' };
    commit('.', Object.fromEntries(Object.entries(names).map(([name, word]) => [`${name}.ts`, lines(word, ...eight)])));
    note('base', '.');
    git('.', 'worktree', 'add', '-q', '-b', 'other', '../other');

    const desk = await repository.ok(workerSpawn, { lane: 'desk', noFetch: true }, robin);
    commit(`${lanes}/desk`, { 'new.ts': lines('new', 1, 2) });
    note('first', `${lanes}/desk`);
    renameSync(join(desk.worktreePath, 'old.ts'), join(desk.worktreePath, 'renamed.ts'));
    rmSync(join(desk.worktreePath, 'gone.ts'));
    commit(`${lanes}/desk`, { 'cart.ts': changed });
    note('head', `${lanes}/desk`);
    repository.write(`${lanes}/desk/cart.ts`, `unsure\n${changed}`);

    const mail = await repository.ok(workerSpawn, { lane: 'mail', noFetch: true }, robin);
    repository.place = mail.worktreePath;
    await repository.ok(taskStart, { objective: 'Send mail', ref: 'mail-1', here: true, light: true }, robin);
    repository.place = repository.repository;
    await repository.ok(workerSpawn, { lane: 'shut', noFetch: true }, robin);
    for (const lane of ['mail', 'shut'] as const) {
      commit(`${lanes}/${lane}`, { 'mail.ts': lines(lane, 1, 2) });
      note(lane, `${lanes}/${lane}`);
    }
    commit('.', { 'main.ts': lines('main', 1, 2, 3) });
    note('main', '.');
  });

  /** Opens a file's diff of a lane. */
  const diff = (path: string, act = 'showChange', lane = 'desk') => editor.run(`stateroom.lane.${act}`, { lane, path });
  /** Opens a file next to the repository, or in it. */
  const open = (path: string) => editor.run('vscode.open', Uri.file(scene().repository.beside(path)));
  const document = () => {
    const { active } = editor.documents;
    if (active === undefined) throw new Error('No document has the keyboard.');
    return active;
  };
  const select = (first: number, last = first): void => {
    const { start, end } = new Range(first - 1, 0, last - 1, 3);
    document().selection = new Selection(start, end);
  };
  const toBase = (): void => editor.documents.focusOriginal();

  /** Records what is selected, as the palette and the menu of the editor do. */
  const record = async (...questions: readonly Question[]): Promise<unknown> => {
    const asked = new FlowPerson(scene());
    await asked.begin('finding.record');
    await asked.answer({ asks: 'What is wrong', types: `Finding ${count}` });
    await asked.answer({ asks: 'Select a severity', chooses: 'low' });
    for (const question of questions) await asked.answer(question);
    return asked.ended();
  };

  /** Types a comment on lines of the document with the keyboard, or above it, and presses one of the buttons of its box. */
  const comment = async (
    button: 'addFinding' | 'begin' | 'otherSeverity',
    range?: InstanceType<typeof Range>,
  ): Promise<unknown> => {
    const thread = { uri: document().document.uri, range, comments: [], dispose: () => undefined };
    const running = editor.run(`stateroom.review.${button}`, { thread, text: `Finding ${count}` });
    if (button === 'otherSeverity') await new FlowPerson(scene()).answer({ asks: 'Select a severity', chooses: 'low' });
    return running;
  };

  /** What was recorded last, as the store has it. */
  const recorded = async (): Promise<Place | undefined> => {
    const { repository } = scene();
    const { findings } = await repository.ok(findingList, { status: 'any', limit: 200 }, robin);
    const finding = findings.find(({ text }) => text === `Finding ${count}`);
    if (finding === undefined) return undefined;
    const { path, lineStart, lineEnd, side, branch, commit, task } = finding;
    const range = lineStart === null ? '' : lineStart === lineEnd ? `:${lineStart}` : `:${lineStart}-${lineEnd}`;
    const all = (await repository.ok(laneList, { all: true }, robin)).lanes;
    return {
      lane: all.find(lane => lane.branch === branch)?.lane,
      branch,
      commit: commits.get(String(commit)) as Commit,
      ...(side === 'base' ? { side } : {}),
      at: `${path}${range}`,
      task,
    };
  };

  const places: readonly (readonly [where: string, act: () => Promise<unknown>, place: Place | undefined])[] = [
    [
      'an added line of a diff',
      async () => {
        await diff('cart.ts');
        select(8);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:8' },
    ],
    [
      'a changed line of a diff',
      async () => {
        await diff('cart.ts');
        select(2);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:2' },
    ],
    [
      'a removed line of a diff',
      async () => {
        await diff('cart.ts');
        toBase();
        select(5);
        await record();
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'cart.ts:5' },
    ],
    [
      'an unchanged line of the left side',
      async () => {
        await diff('cart.ts');
        toBase();
        select(8);
        await record();
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'cart.ts:8' },
    ],
    [
      'several lines, selected as whole ones',
      async () => {
        await diff('cart.ts');
        document().selection = new Selection(new Range(2, 0, 6, 0).start, new Range(2, 0, 6, 0).end);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:3-6' },
    ],
    [
      'a comment on lines of the right side',
      async () => {
        await diff('cart.ts');
        await comment('addFinding', new Range(7, 0, 8, 0));
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:8' },
    ],
    [
      'a comment on the left side',
      async () => {
        await diff('cart.ts');
        toBase();
        await comment('addFinding', new Range(4, 0, 4, 0));
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'cart.ts:5' },
    ],
    [
      'a comment on the whole file',
      async () => {
        await diff('cart.ts');
        await comment('otherSeverity');
      },
      { ...onDesk, commit: 'head', at: 'cart.ts' },
    ],
    [
      'a comment of a review that is submitted',
      async () => {
        await diff('cart.ts');
        await comment('begin', new Range(0, 0, 1, 0));
        const submitted = new FlowPerson(scene());
        await submitted.begin('review.finish');
        await submitted.answer({ asks: 'Finish Review of L-1 desk', chooses: 'Comment' });
        await submitted.ended();
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:1' },
    ],
    [
      'a new file',
      async () => {
        await diff('new.ts');
        select(2);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'new.ts:2' },
    ],
    [
      'a deleted file',
      async () => {
        await diff('gone.ts');
        toBase();
        select(7);
        await record();
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'gone.ts:7' },
    ],
    [
      'a renamed file under its new name',
      async () => {
        await diff('renamed.ts');
        select(3);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'renamed.ts:3' },
    ],
    [
      'a renamed file under its old name',
      async () => {
        await diff('renamed.ts');
        toBase();
        select(4);
        await record();
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'old.ts:4' },
    ],
    [
      'a diff of all files, with the cursor in one of them',
      async () => {
        await editor.run('stateroom.lane.showChanges', { lane: 'desk' });
        const [, , rows] = editor.calls.findLast(([command]) => command === 'vscode.changes') ?? [];
        const [, , modified] = (rows as Address[][]).find(([file]) => file?.path.endsWith('/new.ts')) ?? [];
        await editor.documents.show(modified as Address);
        select(1);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'new.ts:1' },
    ],
    [
      'a diff of all files, with the cursor in none of them',
      async () => {
        await editor.run('stateroom.lane.showChanges', { lane: 'desk' });
        await record({ asks: 'File path', types: 'new.ts' });
      },
      { ...onDesk, commit: 'head', at: 'new.ts' },
    ],
    [
      'a diff with what is not committed',
      async () => {
        await diff('cart.ts', 'showUncommitted');
        select(1);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'cart.ts:1' },
    ],
    [
      'the left side of what has changed since the review',
      async () => {
        const [first] = [...commits].find(([, name]) => name === 'first') ?? [];
        await scene().repository.ok(laneMarkReviewed, { lane: 'desk', commit: first }, robin);
        await diff('cart.ts', 'showSinceReview');
        toBase();
        select(6);
        await record();
      },
      { ...onDesk, commit: 'head', side: 'base', at: 'cart.ts:6' },
    ],
    [
      'a file that the lane alone has, in its worktree',
      async () => {
        await open('repository.worktrees/desk/renamed.ts');
        select(5, 6);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'renamed.ts:5-6' },
    ],
    [
      'an unsaved document, whose lines are those of the saved file',
      async () => {
        await open('repository.worktrees/desk/new.ts');
        document().document.edit(`typed\n${lines('new', 1, 2)}`);
        select(3);
        await record();
      },
      { ...onDesk, commit: 'head', at: 'new.ts:2' },
    ],
    [
      'the diff of a lane in whose worktree a task was started',
      async () => {
        await diff('mail.ts', 'showChange', 'mail');
        select(1);
        await record();
      },
      { lane: 'mail', branch: 'feature/mail', commit: 'mail', at: 'mail.ts:1', task: 'T-1' },
    ],
    [
      'main’s own file, while lanes are open',
      async () => {
        await open('repository/main.ts');
        select(3);
        await record(noTask);
      },
      { ...onMain, commit: 'main', at: 'main.ts:3' },
    ],
    [
      'a worktree that is no lane',
      async () => {
        await open('other/cart.ts');
        select(4);
        await record(noTask);
      },
      { lane: undefined, branch: 'other', commit: 'base', at: 'cart.ts:4', task: null },
    ],
    [
      'a detached HEAD',
      async () => {
        scene().repository.git('-C', '../other', 'switch', '-q', '--detach');
        await open('other/cart.ts');
        select(4);
        await record(noTask);
      },
      { lane: undefined, branch: null, commit: 'base', at: 'cart.ts:4', task: null },
    ],
    [
      'a submodule, which is another repository',
      async () => {
        await open('repository/lib/rates.ts');
        select(2);
        await record({ asks: 'rates.ts is not a file of this repository.', types: 'cart.ts' }, noTask);
      },
      { ...onMain, commit: 'main', at: 'cart.ts' },
    ],
    [
      'a file outside of the repository',
      async () => {
        await open('library/rates.ts');
        await record({ asks: 'rates.ts is not a file of this repository.', types: 'main.ts' }, noTask);
      },
      { ...onMain, commit: 'main', at: 'main.ts' },
    ],
    [
      'the diff of a lane that was closed, where none is recorded',
      async () => {
        await diff('mail.ts', 'showChange', 'shut');
        await scene().repository.ok(laneClose, { lane: 'shut', reason: 'abandoned' }, robin);
        select(1);
        expect(await editor.run('stateroom.finding.record')).toMatchObject({ refused: true, code: 'not_found' });
      },
      undefined,
    ],
  ];

  it.each(places)('%s', async (_, act, place) => {
    count += 1;
    await act();
    expect(await recorded()).toEqual(place);
  });

  it('is not recorded for lines that are not saved, before anything is asked', async () => {
    count += 1;
    await open('repository/main.ts');
    document().document.edit(`${lines('main', 1, 2, 3)}typed\n`);
    select(4);
    expect(await editor.run('stateroom.finding.record')).toMatchObject({
      refused: true,
      message: 'The selected lines of main.ts are not saved.',
    });
    expect(await recorded()).toBe(undefined);
  });
});
