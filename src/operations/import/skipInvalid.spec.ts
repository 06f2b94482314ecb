import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const refused = async (path: string) => {
  const { message, details } = await rig.repository.refused(importTracker, { path });
  return { message: message.replaceAll(path, 'FILE'), details };
};

describe('all problems of a file', () => {
  const broken: readonly [name: string, text: string, lines: readonly number[], added: number][] = [
    ['a.jsonl', '{"title":"a"}\n{"title":\n[]\n{"id":1}\n{"title":"b"}\n{"title":"b"}', [2, 3, 4, 6], 2],
    ['a.csv', 'id,title\n1,a\n2\n3,"b\n4,c"x\n5,\n6,d,e\n1,f\n8,g\n', [3, 4, 6, 7, 8], 2],
    [
      '.beads/issues.jsonl',
      '{"id":"a"}\n{"id":"b","title":"b"}\n{"_type":"wish"}\n{"id":"b","title":"c"}',
      [1, 3, 4],
      1,
    ],
    [
      'tasks.json',
      '{"a":{"tasks":[\n{"id":1,"title":""},\n{"title":"x"},\n{"id":2,"title":"b","subtasks":[\n{"id":1},\n{"id":2,"title":"c"}]}]}}',
      [2, 3, 5],
      2,
    ],
    [
      'issues.json',
      '[{"number":1},\n{"title":"b"},\n7,\n{"number":2,"title":"c"},\n{"number":2,"title":"d"}]',
      [1, 2, 1, 5],
      1,
    ],
  ];

  it.each(broken)('%s are named at once, and left out on request', async (name, text, at, added) => {
    const path = write(name, text);
    const before = await rig.repository.dump();
    const { message, details } = await refused(path);
    expect(await rig.repository.dump()).toBe(before);
    const problems = details?.problems as { line: number; problem: string }[];
    expect(problems.map(({ line }) => line).sort()).toEqual([...at].sort());
    expect(message).toMatch(new RegExp(`^${at.length} problems: FILE, line `));
    for (const { line, problem } of problems) {
      expect(message).toContain(`FILE, line ${line} (${problem.replaceAll(path, 'FILE')})`);
    }
    expect(await run(path, { dryRun: true })).toMatchObject({ added, skipped: at.length, problems });
    expect(await run(path, { skipInvalid: true })).toMatchObject({ added, skipped: at.length, problems });
    expect(await run(path, { skipInvalid: true })).toMatchObject({ added: 0, existing: added });
  });

  it('are at most 50 in the sentence and 1,000 in the answer', async () => {
    const path = write('a.jsonl', lines(...Array.from({ length: 1200 }, (_, id) => ({ id }))));
    const { message, details } = await refused(path);
    expect(message).toMatch(/^1200 problems: /);
    expect(message).toMatch(/ and 1150 more\.$/);
    expect(details?.problems).toHaveLength(1000);
    const answer = await run(path, { skipInvalid: true });
    expect([answer.added, answer.skipped, answer.problems.length]).toEqual([0, 1200, 1000]);
  });

  it('are refused with broken dependencies, which are left out as well', async () => {
    const path = write(
      '.beads/issues.jsonl',
      lines({ id: 'a' }, { id: 'b', title: 'b', dependencies: [{ depends_on_id: 'gone', type: 'blocks' }] }),
    );
    expect((await refused(path)).message).toBe('2 problems: FILE, line 1 (title is missing), b → gone (not found).');
    expect(await rig.repository.refused(importTracker, { path, skipBrokenDependencies: true })).toMatchObject({
      message: `${path}, line 1: title is missing.`,
      next: [{ operation: 'import.tracker', input: { path, skipBrokenDependencies: true, skipInvalid: true } }],
    });
    expect(await run(path, { skipInvalid: true })).toMatchObject({
      added: 1,
      skipped: 1,
      brokenDependencies: [{ id: 'b' }],
    });
  });
});

describe('a repository of Backlog.md', () => {
  const task = (id: string, title: string, ...more: string[]) =>
    ['---', `id: ${id}`, `title: ${title}`, ...more, '---', ''].join('\n');
  const files: Readonly<Record<string, string>> = {
    'tasks/readme.md': '# Tasks\n',
    'drafts/readme.md': 'Nothing\n---\nhere\n---\n',
    'archive/tasks/readme.md': '',
    'tasks/back-24 - Now.md': task('BACK-24', 'Now'),
    'tasks/back-24.1 - Part.md': task('BACK-24.1', 'Part', 'parent_task_id: TASK-24', 'dependencies: [task-7]'),
    'tasks/back-30 - Last.md': task('BACK-30', 'Last', 'dependencies: [TASK-024.1, DRAFT-3, "5"]'),
    'completed/back-7 - Seven.md': task('BACK-7', 'Seven'),
    'completed/back-5 - Five.md': task('BACK-5', 'Five'),
    'archive/tasks/back-24 - Before.md': task('BACK-24', 'Before'),
    'archive/tasks/back-7 - Seven.md': task('BACK-7', 'Seven'),
    'archive/tasks/task-9 - Old.md': task('task-9', 'Old', 'parent_task_id: task-24'),
    'drafts/draft-3 - Idea.md': task('DRAFT-3', 'Idea'),
  };

  it('comes over with nothing refused', async () => {
    for (const [name, text] of Object.entries(files)) write(`backlog/${name}`, text);
    const path = rig.repository.directory;
    const { added, conversions, brokenDependencies } = await run(path);
    expect([added, brokenDependencies]).toEqual([8, []]);
    expect(conversions.filter(({ field }) => field === 'entry')).toEqual([
      { field: 'entry', from: 'file without fields', to: 'left out', count: 3 },
      { field: 'entry', from: 'older copy of a task', to: 'left out', count: 1 },
    ]);
    expect(await counted('select key, status from work_items order by key')).toEqual([
      ['BACK-24', 'pending'],
      ['BACK-24.1', 'pending'],
      ['BACK-30', 'pending'],
      ['BACK-5', 'done'],
      ['BACK-7', 'done'],
      ['DRAFT-3', 'waiting_human'],
      ['TASK-9', 'cancelled'],
      ['archive/tasks/BACK-24', 'cancelled'],
    ]);
    expect(
      await counted('select w.key, p.key from work_items w join work_items p on p.id = w.parent_id order by 1'),
    ).toEqual([
      ['BACK-24.1', 'BACK-24'],
      ['TASK-9', 'BACK-24'],
    ]);
    expect(
      await counted(
        `select w.key, d.key from work_item_dependencies join work_items w on w.id = work_item_id
         join work_items d on d.id = depends_on_id order by 1, 2`,
      ),
    ).toEqual([
      ['BACK-24.1', 'BACK-7'],
      ['BACK-30', 'BACK-24.1'],
      ['BACK-30', 'BACK-5'],
      ['BACK-30', 'DRAFT-3'],
    ]);
    expect(await run(path)).toMatchObject({ added: 0, existing: 8 });
  });

  it('comes over without what is only called like a task', async () => {
    write('backlog/tasks/task-1 - A.md', task('TASK-1', 'A'));
    write('backlog/tasks/dir.md/task-2 - B.md', task('TASK-2', 'B'));
    const path = rig.repository.directory;
    symlinkSync(join(path, 'gone'), join(path, 'backlog/tasks/gone.md'));
    execFileSync('mkfifo', [join(path, 'backlog/tasks/pipe.md')]);
    const { added, conversions } = await run(path);
    expect([added, conversions.at(-1)]).toEqual([
      1,
      { field: 'entry', from: '.md that is not a regular file', to: 'left out', count: 3 },
    ]);
    // Of a folder with nothing else there is nothing to import.
    expect((await rig.repository.refused(importTracker, { path: join(path, 'backlog/tasks/dir.md') })).message).toMatch(
      / has no files of a known tracker\.$/,
    );
  });

  it('has a problem with a task whose fields are missing, or whose id is there twice in a folder', async () => {
    write('backlog/tasks/task-1 - A.md', task('TASK-1', 'A'));
    write('backlog/tasks/task-1 - B.md', task('TASK-1', 'B'));
    write('backlog/tasks/task-2 - C.md', '# C\n');
    const path = rig.repository.directory;
    const { details } = await rig.repository.refused(importTracker, { path });
    expect(details?.problems).toMatchObject([
      { file: `${path}/backlog/tasks/task-2 - C.md`, line: 1 },
      { file: `${path}/backlog/tasks/task-1 - B.md`, line: 1 },
    ]);
  });
});

it('ids of Task Master that are there twice in a tag get a number, and the same task again is left out', async () => {
  const tasks = [
    {
      id: 1,
      title: 'a',
      subtasks: [
        { id: 1, title: 'x' },
        { id: 1, title: 'y' },
        { id: 1, title: 'x' },
      ],
    },
    { id: 1, title: 'b', dependencies: [2], subtasks: [{ id: 1, title: 'z', dependencies: ['2'] }] },
    { id: 2, title: 'c', dependencies: [1] },
    { id: 2, title: 'c' },
    { id: '1.1', title: 'w' },
  ];
  const path = write(
    'tasks.json',
    JSON.stringify({ master: { tasks }, empty: { tasks: null }, version: 3, next: { tasks: [{ id: 1, title: 'a' }] } }),
  );
  const { added, conversions } = await run(path);
  expect(added).toBe(8);
  expect(conversions.filter(({ field }) => field === 'entry')).toEqual([
    { field: 'entry', from: 'field without tasks', to: 'left out', count: 1 },
    { field: 'entry', from: 'task that is there twice', to: 'left out', count: 2 },
  ]);
  expect((await counted('select key, title from work_items order by number')).map(row => row.join(' '))).toEqual([
    'taskmaster:1 a',
    'taskmaster:1.1 x',
    'taskmaster:1.1#2 y',
    'taskmaster:1#2 b',
    'taskmaster:1#2.1 z',
    'taskmaster:2 c',
    'taskmaster:1.1#3 w',
    'next/1 a',
  ]);
  expect(await run(path)).toMatchObject({ added: 0, existing: 8 });
});
