import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';
import { queueList } from '../queue/queueList.js';
import { queueResolve } from '../queue/queueResolve.js';
import { queueShow } from '../queue/queueShow.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const itemOf = async (id: string) => (await rig.repository.ok(queueShow, { id })).item;

const small = lines(
  { id: 'e-1', title: 'Epic', status: 'open', issue_type: 'epic', priority: 0 },
  {
    id: 'e-1.1',
    title: 'Part',
    status: 'in_progress',
    issue_type: 'task',
    priority: 1,
    assignee: 'ana',
    created_at: '2026-10-01T00:00:00Z',
    started_at: '2026-10-02T00:00:00Z',
    updated_at: '2026-10-03T00:00:00Z',
    dependencies: [{ depends_on_id: 'e-1', type: 'parent-child' }],
    comments: [{ author: 'ben', text: 'use backoff', created_at: '2026-10-02T10:00:00Z' }],
    notes: 'See the log.',
  },
  {
    id: 'b-1',
    title: 'Bug',
    status: 'closed',
    issue_type: 'bug',
    assignee: 'ben',
    created_at: '2026-09-01T00:00:00Z',
    closed_at: '2026-09-05T00:00:00Z',
  },
  {
    id: 'b-2',
    title: 'Blocked bug',
    status: 'blocked',
    issue_type: 'bug',
    assignee: 'cem',
    labels: ['Good First', 'net, http'],
    dependencies: [
      { depends_on_id: 'e-1.1', type: 'blocks' },
      { depends_on_id: 'b-1', type: 'waits-for' },
      { depends_on_id: 'e-1', type: 'related' },
    ],
  },
  { id: 'd-1', title: 'Later', status: 'deferred', issue_type: 'task', defer_until: '2027-01-01T00:00:00Z' },
  { id: 'd-2', title: 'Some day', status: 'deferred', issue_type: 'task' },
  { id: 'p-1', title: 'Pinned', status: 'pinned', issue_type: 'my kind' },
  { id: 'o-1', title: 'Nobody', status: 'in_progress', issue_type: 'task' },
  { _type: 'memory', key: 'style', value: 'tabs' },
);

describe('importing from a tracker', () => {
  it('lists how each value was mapped, with counts', async () => {
    const path = write('.beads/issues.jsonl', small);
    const result = await run(path);
    expect(result).toMatchObject({
      format: 'beads',
      files: 1,
      dryRun: false,
      added: 8,
      existing: 0,
      firstRef: 'W-1',
      lastRef: 'W-8',
      brokenDependencies: [],
    });
    expect(result.conversions.map(({ field, from, to, count }) => `${field}: ${from} → ${to} ${count}`)).toEqual([
      'status: blocked → pending 1',
      'status: closed → done 1',
      'status: deferred → pending 1',
      'status: deferred → waiting_human 1',
      'status: in_progress → in_flight 1',
      'status: in_progress → pending 1',
      'status: open → pending 1',
      'status: pinned → waiting_human 1',
      'kind: task → task 4',
      'kind: bug → bug 2',
      'kind: epic → epic 1',
      'kind: my kind → my-kind 1',
      'priority: 0 → 0 1',
      'priority: 1 → 1 1',
      'dependency: blocks → dependency 1',
      'dependency: parent-child → parent 1',
      'dependency: related → payload 1',
      'dependency: waits-for → dependency 1',
      'label: net, http → net http 1',
      'entry: memory → left out 1',
    ]);
    expect(await counted('select status, count(*) from work_items group by status order by status')).toEqual([
      ['done', 1],
      ['in_flight', 1],
      ['pending', 4],
      ['waiting_human', 2],
    ]);
    expect(await counted('select owner, owner_role from work_items where owner is not null order by owner')).toEqual([
      ['ana', 'human'],
      ['ben', 'human'],
    ]);
  });

  it('keeps owners, times, comments, parents and dependencies', async () => {
    await run(write('issues.jsonl', small), { from: 'beads' });
    expect(await itemOf('e-1.1')).toMatchObject({
      status: 'in_flight',
      owner: 'ana',
      token: 1,
      leaseUntil: null,
      createdAt: '2026-10-01T00:00:00.000Z',
      claimedAt: '2026-10-02T00:00:00.000Z',
      updatedAt: '2026-10-03T00:00:00.000Z',
      notes: 'See the log.\n\nben, 2026-10-02T10:00:00.000Z:\nuse backoff',
      assignee: 'ana',
      parent: 'W-1',
      payload: null,
    });
    expect(await itemOf('e-1')).toMatchObject({ section: 'ready', dependsOn: [], parent: null, priority: 0 });
    expect(await itemOf('b-1')).toMatchObject({
      status: 'done',
      owner: 'ben',
      createdAt: '2026-09-01T00:00:00.000Z',
      resolvedAt: '2026-09-05T00:00:00.000Z',
    });
    expect(await itemOf('b-2')).toMatchObject({
      section: 'blocked',
      dependsOn: ['W-2', 'W-3'],
      blockedBy: [{ ref: 'W-2', status: 'in_flight' }],
      labels: ['blocked', 'Good First', 'net http'],
      assignee: 'cem',
      payload: {
        labels: ['Good First', 'net, http'],
        relations: [{ kind: 'related', id: 'e-1' }],
      },
    });
    expect(await itemOf('d-1')).toMatchObject({ section: 'scheduled', labels: ['deferred'] });
    expect(await itemOf('d-2')).toMatchObject({
      section: 'needs_you',
      question: 'Imported with the status “deferred”. How should it continue?',
    });
    expect(await itemOf('p-1')).toMatchObject({ status: 'waiting_human', kind: 'my-kind', labels: ['pinned'] });
    expect(await itemOf('o-1')).toMatchObject({ section: 'ready', owner: null, labels: ['in-progress'] });
  });

  it('writes one event for each item, and one more for what is done', async () => {
    await run(write('.beads/issues.jsonl', small));
    expect(await counted('select type, count(*) from events group by type order by type')).toEqual([
      ['work_item_created', 8],
      ['work_item_resolved', 1],
    ]);
    expect(await counted('select distinct ts from events')).toEqual([[rig.repository.now]]);
  });

  it('frees an imported item when the last of what it waits for is done', async () => {
    await run(write('.beads/issues.jsonl', small));
    const { freed } = await rig.repository.ok(
      queueResolve,
      { id: 'e-1.1', status: 'done' },
      { role: 'human', name: 'Ada' },
    );
    expect(freed.map(({ ref }) => ref).sort()).toEqual(['W-4']);
  });

  it('adds nothing when the same is imported again, and later only what is new', async () => {
    const path = write('.beads/issues.jsonl', small);
    await run(path);
    const before = await rig.repository.dump();
    expect(await run(path)).toMatchObject({ added: 0, existing: 8, firstRef: null, lastRef: null });
    expect(await rig.repository.dump()).toBe(before);

    const next = { id: 'n-1', title: 'New', dependencies: [{ depends_on_id: 'b-2', type: 'blocks' }] };
    const part = { id: 'e-1.2', title: 'New part', dependencies: [{ depends_on_id: 'e-1', type: 'parent-child' }] };
    write('.beads/issues.jsonl', `${small}\n${lines(next, part)}`);
    expect(await run(path)).toMatchObject({ added: 2, existing: 8, firstRef: 'W-9' });
    expect(await itemOf('n-1')).toMatchObject({ blockedBy: [{ ref: 'W-4', status: 'pending' }] });
    expect(await itemOf('e-1.2')).toMatchObject({ parent: 'W-1' });
    // What exists stays unchanged.
    expect(await itemOf('e-1')).toMatchObject({ dependsOn: [], revision: 1 });
  });

  it('writes nothing in a dry run, and answers the same', async () => {
    const path = write('.beads/issues.jsonl', small);
    const before = await rig.repository.dump();
    const tried = await run(path, { dryRun: true });
    expect(await rig.repository.dump()).toBe(before);
    expect(await run(path)).toEqual({ ...tried, dryRun: false, firstRef: 'W-1', lastRef: 'W-8' });
  });

  it.each([
    ['issues.jsonl', 'beads', '{"id":"1","title":"a","priority":2.0,"metadata":{"n":9007199254740993,"price":1.10}}'],
    ['tasks.json', 'taskmaster', '{"tasks":[{"id":1.0,"title":"a","metadata":{"n":9007199254740993,"price":1.10}}]}'],
    ['a.jsonl', 'jsonl', '{"id":1.0,"title":"a","metadata":{"n":9007199254740993,"price":1.10}}'],
    ['issues.json', 'github', '[{"number":1.0,"title":"a","metadata":{"n":9007199254740993,"price":1.10}}]'],
  ] as const)('keeps numbers that are only kept as they are written in %s', async (name, from, text) => {
    await run(write(name, text), { from });
    const key = from === 'github' ? '#1' : `${from}:1`;
    expect(await counted('select key, payload from work_items')).toEqual([
      [key, '{"metadata":{"n":9007199254740993,"price":1.10}}'],
    ]);
  });

  it('shortens what is too long, and says so', async () => {
    const long = { title: 't'.repeat(600), id: 1, notes: 'ü'.repeat(40_000), description: '"\n'.repeat(40_000) };
    const { conversions } = await run(write('a.jsonl', lines(long)));
    expect(conversions.slice(1)).toEqual([
      { field: 'title', from: 'longer than 500 characters', to: 'shortened, whole in the payload', count: 1 },
      { field: 'notes', from: 'larger than 64 kB', to: 'shortened', count: 1 },
      { field: 'payload', from: 'larger than 64 kB', to: 'shortened', count: 1 },
      { field: 'column', from: 'description', to: 'payload', count: 1 },
    ]);
    const { title, notes, payload } = await itemOf('jsonl:1');
    expect(title).toBe(`${'t'.repeat(499)}…`);
    expect(notes).toMatch(/^ü{30000,32768} \[…\]$/);
    expect(JSON.stringify(payload).length).toBeLessThanOrEqual(64 * 1024);
    expect(payload).toMatchObject({ title: 't'.repeat(600) });
  });
});

describe('a time that cannot be read', () => {
  it.each<[string, string, string | number, object]>([
    ['a.csv', 'title,created\na,03/06/2024\n', 'created', { created: '03/06/2024' }],
    ['a.jsonl', '{"title":"a","due":"end of Q3"}', 'due', { due: 'end of Q3' }],
    ['.beads/issues.jsonl', '{"id":"a","title":"a","created_at":"soon"}', 'created_at', { created_at: 'soon' }],
    ['tasks.json', '{"tasks":[{"id":1,"title":"a","updatedAt":"1"}]}', 'updatedAt', { updatedAt: '1' }],
    ['issues.json', '[{"number":1,"title":"a","closedAt":"never"}]', 'closedAt', { closedAt: 'never' }],
    [
      'backlog/tasks/a.md',
      "---\nid: TASK-1\ntitle: a\ncreated_date: '06-03-24'\n---\n",
      'created_date',
      { created_date: '06-03-24' },
    ],
  ])('in %s is kept as text and counted', async (name, text, from, payload) => {
    const { added, conversions } = await run(write(name, text));
    expect([added, conversions.filter(({ field }) => field === 'time')]).toEqual([
      1,
      [{ field: 'time', from, to: 'payload', count: 1 }],
    ]);
    expect((await itemOf('1')).payload).toEqual(payload);
  });
});

describe('dependencies that cannot be imported', () => {
  const broken = lines(
    { id: 'a', title: 'a', dependencies: [{ depends_on_id: 'b', type: 'blocks' }] },
    { id: 'b', title: 'b', dependencies: [{ depends_on_id: 'a', type: 'blocks' }] },
    { id: 'c', title: 'c', dependencies: [{ depends_on_id: 'gone', type: 'blocks' }] },
    { id: 'd', title: 'd', dependencies: [{ depends_on_id: 'd', type: 'waits-for' }] },
    { id: 'e', title: 'e', dependencies: [{ depends_on_id: 'f', type: 'parent-child' }] },
    { id: 'f', title: 'f', dependencies: [{ depends_on_id: 'e', type: 'parent-child' }] },
  );
  const list = [
    { id: 'c', dependsOn: 'gone', kind: 'blocks', problem: 'missing', line: 3 },
    { id: 'b', dependsOn: 'a', kind: 'blocks', problem: 'cycle', line: 2 },
    { id: 'd', dependsOn: 'd', kind: 'waits-for', problem: 'cycle', line: 4 },
    { id: 'f', dependsOn: 'e', kind: 'parent-child', problem: 'cycle', line: 6 },
  ];

  it('are listed and refused', async () => {
    const path = write('.beads/issues.jsonl', broken);
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      code: 'invalid_input',
      message: '4 dependencies cannot be imported: c → gone (not found), b → a (cycle), d → d (cycle), f → e (cycle).',
      hint: 'Nothing was imported. Correct the file, or leave these dependencies out.',
      next: [{ operation: 'import.tracker', input: { path, skipBrokenDependencies: true } }],
      details: { brokenDependencies: list },
    });
    expect((await run(path, { dryRun: true })).brokenDependencies).toMatchObject(list);
  });

  it('are those too by which a part and the blocker of its epic would wait for each other', async () => {
    const file = (...dependencies: object[]) =>
      lines(
        { id: 'x', title: 'Blocker', dependencies },
        { id: 'e', title: 'Epic', dependencies: [{ depends_on_id: 'x', type: 'blocks' }] },
        {
          id: 'e.1',
          title: 'Child',
          status: 'blocked',
          dependencies: [{ depends_on_id: 'e', type: 'parent-child' }],
        },
      );
    const cycle = write('cycle.jsonl', file({ depends_on_id: 'e.1', type: 'blocks' }));
    expect(await run(cycle, { from: 'beads', dryRun: true, skipBrokenDependencies: true })).toMatchObject({
      brokenDependencies: [{ id: 'e', dependsOn: 'x', kind: 'blocks', problem: 'cycle', line: 2 }],
    });
    await run(write('.beads/issues.jsonl', file()));
    const { items } = await rig.repository.ok(queueList, { section: 'blocked', order: 'created' });
    expect(items.map(({ ref, blockedBy }) => [ref, blockedBy])).toEqual([
      ['W-2', [{ ref: 'W-1', status: 'pending' }]],
      ['W-3', [{ ref: 'W-1', status: 'pending', through: 'W-2' }]],
    ]);
  });

  it('hold back nothing below an epic that has ended: a blocked part of it waits for a person', async () => {
    const file = lines(
      { id: 'x', title: 'Blocker' },
      { id: 'e', title: 'Epic', status: 'closed', dependencies: [{ depends_on_id: 'x', type: 'blocks' }] },
      { id: 'e.1', title: 'Child', status: 'blocked', dependencies: [{ depends_on_id: 'e', type: 'parent-child' }] },
    );
    await run(write('.beads/issues.jsonl', file));
    const { items } = await rig.repository.ok(queueList, { order: 'created' });
    expect(items.map(({ title, section }) => [title, section])).toEqual([
      ['Blocker', 'ready'],
      ['Epic', 'done'],
      ['Child', 'needs_you'],
    ]);
  });

  it('are left out on request', async () => {
    const path = write('.beads/issues.jsonl', broken);
    const result = await run(path, { skipBrokenDependencies: true });
    expect(result).toMatchObject({ added: 6, brokenDependencies: list });
    const { items } = await rig.repository.ok(queueList, { order: 'created' });
    expect(items.map(({ key, dependsOn, parent }) => [key, dependsOn, parent])).toEqual([
      ['a', ['W-2'], null],
      ['b', [], null],
      ['c', [], null],
      ['d', [], null],
      ['e', [], 'W-6'],
      ['f', [], null],
    ]);
  });
});

describe('a broken file', () => {
  it.each([
    ['a.jsonl', '{"title":"a"}\n{"title":', 'line 2: it is not valid JSON'],
    ['.beads/issues.jsonl', '{"id":"a","title":"a"}\n\n{"id":"b"}', 'line 3: title is missing'],
    ['.beads/issues.jsonl', '{"_type":"wish","title":"a"}', 'line 1: unknown entry type “wish”'],
    [
      '.beads/issues.jsonl',
      '{"id":"a","title":"a"}\n{"id":"a","title":"b"}',
      'line 2: its id “a” is already used in {file}, line 1',
    ],
    ['tasks.json', '{"master": {"tasks": [\n  {"id": 1, "title": "a"},\n  {"id": 2}\n]}}', 'line 3: title is missing'],
    ['tasks.json', '{"master": {"tasks": [\n  {"id": 1,, "title": "a"}\n]}}', 'line 2: it is not valid JSON'],
    ['issues.json', '[{"number": 1, "title": "a"},\n{"title": "b"}]', 'line 2: number is missing'],
    ['a.csv', 'id,title\n1,a\n2\n', 'line 3: the row has 1 cell, but the table has 2 columns'],
    ['a.csv', 'id,title\n1,"a\n', 'line 2: a quoted cell is not closed, or text follows its closing quote'],
    ['a.csv', 'id,name of it\n1,a\n', 'line 1: it has no column for the title; its columns are: id, name of it'],
    ['a.csv', 'id,title\n1,\n', 'line 2: title is missing'],
    ['backlog/tasks/a.md', '# Title\n', 'line 1: the fields between two lines --- are missing'],
    ['backlog/tasks/a.md', '---\nid: T-1\ntitle: {a: b}\n---\n', 'line 3: the field is not valid or too complex'],
  ])('%s (%#) is refused with its line and cause, and nothing is written', async (name, text, problem) => {
    const path = write(name, text);
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      code: 'invalid_input',
      message: `${path}, ${problem.replace('{file}', path)}.`,
      hint: 'Nothing was imported. Correct the file and import it again, or leave out what is invalid.',
      next: [{ operation: 'import.tracker', input: { path, skipInvalid: true } }],
    });
  });

  it('that is not text is refused', async () => {
    const path = write('a.csv', '');
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00]));
    expect((await rig.repository.refused(importTracker, { path })).message).toBe(
      `${path} cannot be read: it is not UTF-8 text.`,
    );
  });

  it('with more than 10,000 items is refused', async () => {
    const path = write('a.jsonl', Array.from({ length: 10_001 }, (_, id) => `{"id":"x${id}","title":"x"}`).join('\n'));
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      message: 'The file contains 10001 work items; a transaction can have at most 10,000 work items and 16 MB.',
      hint: 'Split it into several files, and import first what others depend on.',
    });
  });
});

describe('the format', () => {
  const task = '---\nid: TASK-1\ntitle: a\n---\n';
  it.each([
    ['beads', '.beads/issues.jsonl', '{"id":"a","title":"a"}', ''],
    ['beads', '.beads/beads.jsonl', '{"id":"a","title":"a"}', '.beads'],
    ['beads', 'x/issues.jsonl', '{"id":"a","title":"a","issue_type":"bug"}', 'x/issues.jsonl'],
    ['taskmaster', '.taskmaster/tasks/tasks.json', '{"master":{"tasks":[]}}', ''],
    ['taskmaster', 'tm/tasks/tasks.json', '{"tasks":[]}', 'tm'],
    ['backlog', 'backlog/tasks/task-1 - a.md', task, ''],
    ['backlog', '.backlog/completed/task-1 - a.md', task, '.backlog'],
    ['backlog', 'task-1.md', task, 'task-1.md'],
    ['github', 'issues.json', '[]', 'issues.json'],
    ['gitlab', 'issues.json', '\uFEFF[{"iid":1,"title":"a"}]', 'issues.json'],
    ['jira', 'a.json', '\uFEFF{\r\n"issues":[{"key":"A-1","fields":{"summary":"a"}}]}\r\n', 'a.json'],
    ['linear', 'a.json', '{"data":{"issues":{"nodes":[{"identifier":"A-1","title":"a"}]}}}', 'a.json'],
    ['json', 'a.json', '[{"key":"A-1","title":"a"}]', 'a.json'],
    ['csv', 'a.csv', '\uFEFFid,title\r\n', 'a.csv'],
    ['jsonl', 'a.jsonl', '{"title":"a"}', 'a.jsonl'],
  ])('%s is found by %s', async (format, name, text, path) => {
    write(name, text);
    expect(await run(join(rig.repository.directory, path), { dryRun: true })).toMatchObject({ format, files: 1 });
  });

  it('is chosen where there are several', async () => {
    write('.beads/issues.jsonl', '{"id":"a","title":"a"}');
    write('backlog/tasks/a.md', task);
    const path = rig.repository.directory;
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      message: `${path} has files of several trackers: beads, backlog.`,
      hint: 'Specify the format: beads, backlog.',
    });
    expect(await run(path, { from: 'backlog' })).toMatchObject({ format: 'backlog', added: 1 });
    expect((await itemOf('TASK-1')).title).toBe('a');
  });

  it.each<[string, (path: string) => string]>([
    ['state.sqlite', path => `${path} cannot be read: it is not an SQLite database.`],
    ['.task-state/handoff.db', path => `${path} cannot be read: it is not an SQLite database.`],
    ['notes.txt', path => `${path} has no known format.`],
  ])('of %s is none', async (name, sentence) => {
    const path = write(name, 'x');
    expect((await rig.repository.refused(importTracker, { path })).message).toBe(sentence(path));
  });

  it('of a folder without known files is none', async () => {
    const path = rig.repository.directory;
    expect((await rig.repository.refused(importTracker, { path })).message).toBe(
      `${path} has no files of a known tracker.`,
    );
    write('.task-state/handoff.db', 'x');
    expect((await rig.repository.refused(importTracker, { path })).message).toBe(
      `${path}/.task-state/handoff.db cannot be read: it is not an SQLite database.`,
    );
    expect((await rig.repository.refused(importTracker, { path: `${path}/nowhere` })).message).toBe(
      `${path}/nowhere cannot be read: the file or folder does not exist.`,
    );
    expect((await rig.repository.refused(importTracker, { path: '/dev/zero' })).message).toBe(
      '/dev/zero cannot be read: it is not a regular file.',
    );
    execFileSync('mkfifo', [join(path, 'pipe.json')]);
    expect((await rig.repository.refused(importTracker, { path: `${path}/pipe.json`, from: 'json' })).message).toBe(
      `${path}/pipe.json cannot be read: it is not a regular file.`,
    );
    write('b/.beads/config.yaml', 'x');
    expect(await rig.repository.refused(importTracker, { path: `${path}/b` })).toMatchObject({
      message: `${path}/b has no issues.jsonl.`,
      hint: 'Run “bd export -o .beads/issues.jsonl”, then import again.',
    });
  });

  it('begins the ids of its work items, except those of GitHub, which are called as there', async () => {
    await run(
      write(
        'issues.json',
        '[{"number":42,"title":"Crash","state":"OPEN","parent":{"number":7}},{"number":7,"title":"Epic","state":"OPEN"}]',
      ),
    );
    await run(write('a.csv', 'title,status\nNo id here,todo\n'));
    for (const id of ['#42', 'id:#42', 'id:42']) {
      expect(await itemOf(id)).toMatchObject({ title: 'Crash', key: '#42', parent: 'W-2', payload: null });
    }
    expect((await itemOf('csv:no-id-here')).status).toBe('pending');
    // A caller's own 42 comes first, and bare digits are a number here.
    await rig.repository.add('Mine', { id: '42' });
    expect((await itemOf('id:42')).title).toBe('Mine');
    expect((await itemOf('1')).title).toBe('Crash');
  });
});
