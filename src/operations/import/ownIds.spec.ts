import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';
import { trackerDatabase } from '../../../test/support/trackerDatabase.js';
import { queueAdd } from '../queue/queueAdd.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const keys = async () => (await counted('select key from work_items order by number')).map(([key]) => key);
const beads = (...ids: string[]) => lines(...ids.map(id => ({ id, title: `Issue ${id}`, issue_type: 'task' })));

describe('an imported id', () => {
  it('of agent-state answers a host that adds it again', async () => {
    const item = { kind: 'message', payload: '"hi"', status: 'pending', created_at: 1, updated_at: 1 };
    const ids = ['1234567890123456789', '42', 'msg:7'];
    const work_items = ids.map(id => ({ ...item, id, owner_agent: null, notes: null }));
    await run(write('state.sqlite', await trackerDatabase('agent-state', { work_items })));
    expect(await keys()).toEqual(ids);
    for (const id of ids) {
      expect(await rig.repository.ok(queueAdd, { title: 'again', id })).toMatchObject({ inserted: false });
    }
  });

  it.each([
    ['a.jsonl', lines({ id: 'SHOP-1', title: 'a' }), ['SHOP-1']],
    ['a.jsonl', lines({ id: 'Größe 5', title: 'a' }), ['Größe 5']],
    ['a.csv', 'id,title\nENG-12,a\n#7,b\n', ['ENG-12', '#7']],
    ['.beads/issues.jsonl', beads('ac-k3f9', 'ac-k3f9.1'), ['ac-k3f9', 'ac-k3f9.1']],
    ['tasks.json', '{"ferry":{"tasks":[{"id":1,"title":"a"}]}}', ['ferry/1']],
    ['backlog/tasks/task-4 - A.md', '---\nid: task-4\ntitle: A\n---\n', ['TASK-4']],
    ['issues.json', '[{"number":42,"title":"a"}]', ['#42']],
  ])('of %s stays as it is (%#)', async (name, text, expected) => {
    const path = write(name, text);
    await run(path);
    expect(await keys()).toEqual(expected);
    expect(await run(path)).toMatchObject({ added: 0, existing: expected.length });
  });

  it.each([
    ['a number', 'tasks.json', '{"tasks":[{"id":1,"title":"a","subtasks":[{"id":2,"title":"b"}]}]}', 'taskmaster:1'],
    ['a number', 'a.csv', 'id,title\n7,a\n', 'csv:7'],
    ['an id of Stateroom', 'a.jsonl', '{"id":"W-3","title":"a"}', 'jsonl:W-3'],
    ['a ULID', 'a.jsonl', '{"id":"01JDZ0M6Q3V5K8W2X7Y9A1B4C6","title":"a"}', 'jsonl:01JDZ0M6Q3V5K8W2X7Y9A1B4C6'],
    ['two lines', 'a.jsonl', '{"id":"a\\nb","title":"a"}', 'jsonl:a-b'],
    ['nothing', 'a.csv', 'title\nNo id here\n', 'csv:no-id-here'],
    ['a prefixed one', 'a.jsonl', '{"id":"jsonl:a","title":"a"}', 'jsonl:jsonl:a'],
  ])('that is %s gets the name of the format', async (_, name, text, expected) => {
    const path = write(name, text);
    await run(path);
    expect((await keys())[0]).toBe(expected);
    expect(await run(path)).toMatchObject({ added: 0 });
  });

  it('that is taken gets the name of the format, and both are found again', async () => {
    await rig.repository.add('Mine', { id: 'ac-1' });
    const path = write(
      '.beads/issues.jsonl',
      lines(
        { id: 'ac-1', title: 'a' },
        { id: 'ac-2', title: 'b', dependencies: [{ depends_on_id: 'ac-1', type: 'blocks' }] },
      ),
    );
    const waiting = `select p.key, q.key from work_item_dependencies join work_items p on p.id = work_item_id
      join work_items q on q.id = depends_on_id`;
    for (const added of [2, 0]) {
      expect(await run(path)).toMatchObject({ added, existing: 2 - added });
      expect(await keys()).toEqual(['ac-1', 'beads:ac-1', 'ac-2']);
      expect(await counted(waiting)).toEqual([['ac-2', 'beads:ac-1']]);
    }
    // Another tracker has the same id.
    await run(write('a.jsonl', lines({ id: 'ac-2', title: 'c' })));
    expect(await keys()).toEqual(['ac-1', 'beads:ac-1', 'ac-2', 'jsonl:ac-2']);
  });

  it('with the name of the format, as earlier versions gave to all, is recognised', async () => {
    await rig.repository.add('From an earlier version', { id: 'beads:ac-1' });
    const path = write('.beads/issues.jsonl', beads('ac-1', 'ac-2'));
    expect(await run(path)).toMatchObject({ added: 1, existing: 1 });
    expect(await keys()).toEqual(['beads:ac-1', 'ac-2']);
  });

  it('may be that of an item in the queue where it is only named', async () => {
    await rig.repository.add('Mine', { id: 'design' });
    await run(write('a.csv', 'id,title,depends on\nbuild,Build,design\n'));
    expect(await counted('select open_dependencies from work_items order by number')).toEqual([[0], [1]]);
  });

  it('is found by the other names that a tracker has for it', async () => {
    const rows = 'Summary,Issue key,Issue id,Parent id\nEpic,SHOP-1,10001,\nPart,SHOP-2,10002,10001\n';
    expect(await run(write('jira.csv', rows))).toMatchObject({ added: 2, brokenDependencies: [] });
    expect(await counted('select p.key from work_items w join work_items p on p.id = w.parent_id')).toEqual([
      ['SHOP-1'],
    ]);
  });
});

describe('issues with the same numbers', () => {
  interface Issue {
    readonly number: number;
    readonly at?: string;
    readonly parent?: number;
  }
  const github = (repository: string, ...issues: readonly Issue[]) =>
    issues.map(({ number, at = '2026-01-01T00:00:00Z', parent }) => ({
      number,
      title: `${repository} ${number}`,
      url: `https://github.com/${repository}/issues/${number}`,
      createdAt: at,
      ...(parent === undefined ? {} : { parent: { number: parent } }),
    }));
  const gitlab = (project: string, ...numbers: readonly number[]) =>
    numbers.map(iid => ({
      iid,
      title: `${project} ${iid}`,
      web_url: `https://gitlab.com/${project}/-/issues/${iid}`,
      created_at: project === 'g/a' ? '2026-01-01T00:00:00Z' : '2026-02-01T00:00:00Z',
    }));
  const importAll = (issues: readonly object[]) => run(write('issues.json', JSON.stringify(issues)));
  const later = '2026-02-01T00:00:00Z';

  it('of a second repository of GitHub are told from those of an earlier import', async () => {
    await importAll(github('ann/one', { number: 1 }, { number: 2 }));
    const two = github('ann/two', { number: 1, at: later }, { number: 2, at: later, parent: 1 }, { number: 7 });
    expect(await importAll(two)).toMatchObject({ added: 3, existing: 0 });
    const all = ['#1', '#2', 'ann/two#1', 'ann/two#2', 'ann/two#7'];
    expect(await keys()).toEqual(all);
    expect(await counted('select p.key from work_items w join work_items p on p.id = w.parent_id')).toEqual([
      ['ann/two#1'],
    ]);
    expect(await importAll(two)).toMatchObject({ added: 0, existing: 3 });
    expect(await importAll(github('Ann/One', { number: 1 }, { number: 2 }))).toMatchObject({ added: 0, existing: 2 });
    const both = [...github('ann/one', { number: 1 }, { number: 2 }), ...two];
    expect(await importAll(both)).toMatchObject({ added: 0, existing: 5 });
    expect(await keys()).toEqual(all);
  });

  it('are not a parent that is another repository’s', async () => {
    await importAll(github('ann/one', { number: 3 }));
    const path = write('issues.json', JSON.stringify(github('ann/two', { number: 4, parent: 3 })));
    expect((await rig.repository.refused(importTracker, { path })).message).toContain('#4 → ann/two#3 (not found)');
  });

  it('are the same in a repository that was renamed, or where nothing says the repository', async () => {
    await importAll(github('ann/one', { number: 1 }, { number: 2, at: later }));
    expect(
      await importAll(github('ann/renamed', { number: 1 }, { number: 2, at: later }, { number: 3 })),
    ).toMatchObject({ added: 1, existing: 2 });
    expect(await importAll([{ number: 1, title: 'a' }])).toMatchObject({ added: 0, existing: 1 });
    expect(await keys()).toEqual(['#1', '#2', '#3']);
  });

  it('of a second project of GitLab, and of another host, are told apart', async () => {
    await importAll(gitlab('g/a', 1, 2));
    expect(await importAll(gitlab('g/sub/b', 2))).toMatchObject({ added: 1, existing: 0 });
    expect(await importAll(github('ann/one', { number: 1, at: '2026-03-01T00:00:00Z' }))).toMatchObject({ added: 1 });
    expect(await keys()).toEqual(['#1', '#2', 'g/sub/b#2', 'ann/one#1']);
    expect(await importAll([...gitlab('g/a', 1, 2), ...gitlab('g/sub/b', 2, 3)])).toMatchObject({ added: 1 });
    expect((await keys()).at(-1)).toBe('g/sub/b#3');
  });
});
