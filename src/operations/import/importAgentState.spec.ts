import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importRig } from '../../../test/support/importRig.js';
import { agent } from '../../../test/support/testRepository.js';
import { trackerDatabase } from '../../../test/support/trackerDatabase.js';
import { queueNext } from '../queue/queueNext.js';
import { queueResolve } from '../queue/queueResolve.js';
import { queueShow } from '../queue/queueShow.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const itemOf = async (id: string) => (await rig.repository.ok(queueShow, { id })).item;

const day = 86_400_000;
/** 2026-10-01T00:00:00.000Z. */
const start = 1_790_812_800_000;
const items = [
  {
    id: 'errand-1',
    kind: 'errand',
    payload: '{"title":"Buy stamps","count":9007199254740993,"note":""}',
    status: 'pending',
    owner_agent: null,
    created_at: start,
    updated_at: start,
    notes: null,
  },
  {
    id: 'msg:42',
    kind: 'discord message',
    payload: 'Please look at the build\nIt is red.',
    status: 'in_flight',
    owner_agent: 'luna',
    created_at: start + day,
    updated_at: start + 3 * day,
    notes: '{"seen":true}',
  },
  {
    id: 'release-7',
    kind: 'release',
    payload: '{"tag":"v7"}',
    status: 'done',
    owner_agent: 'luna',
    created_at: start,
    updated_at: start + 2 * day,
    notes: 'shipped',
  },
  {
    id: 'amend',
    kind: 'persona-amendment',
    payload: 'null',
    status: 'waiting_human',
    owner_agent: 'luna',
    created_at: start,
    updated_at: start,
    notes: null,
  },
];
const events = [
  { id: 1, ts: start, type: 'work_item_created', actor: null, work_item_id: 'errand-1', payload: '{"kind":"errand"}' },
  {
    id: 2,
    ts: start + 2 * day,
    type: 'work_item_claimed',
    actor: 'luna',
    work_item_id: 'msg:42',
    payload: '{"status":"in_flight"}',
  },
  { id: 3, ts: start + 2 * day, type: 'deploy', actor: 'luna', work_item_id: null, payload: 'to production' },
];
const small = () => trackerDatabase('agent-state', { work_items: items, events });

describe('importing from agent-state', () => {
  it('lists how each value was mapped, with counts', async () => {
    const result = await run(write('state.sqlite', await small()));
    expect(result).toMatchObject({
      format: 'agent-state',
      files: 1,
      added: 4,
      existing: 0,
      firstRef: 'W-1',
      lastRef: 'W-4',
    });
    expect(result.conversions.map(({ field, from, to, count }) => `${field}: ${from} → ${to} ${count}`)).toEqual([
      'status: done → done 1',
      'status: in_flight → in_flight 1',
      'status: pending → pending 1',
      'status: waiting_human → waiting_human 1',
      'kind: discord message → discord-message 1',
      'kind: errand → errand 1',
      'kind: persona-amendment → persona-amendment 1',
      'kind: release → release 1',
      'owner: of an item that is not started → payload 1',
      'event: deploy → event_imported 1',
      'event: work_item_claimed → event_imported 1',
      'event: work_item_created → event_imported 1',
    ]);
  });

  it('keeps titles, payloads, owners, times and notes', async () => {
    await run(write('state.sqlite', await small()));
    expect(await itemOf('errand-1')).toMatchObject({
      title: 'Buy stamps',
      status: 'pending',
      kind: 'errand',
      createdAt: '2026-10-01T00:00:00.000Z',
    });
    expect(await counted("select payload from work_items where key = 'errand-1'")).toEqual([
      ['{"title":"Buy stamps","count":9007199254740993,"note":""}'],
    ]);
    expect(await itemOf('msg:42')).toMatchObject({
      title: 'Please look at the build',
      status: 'in_flight',
      owner: 'luna',
      claimedAt: '2026-10-03T00:00:00.000Z',
      updatedAt: '2026-10-04T00:00:00.000Z',
      payload: { kind: 'discord message', payload: 'Please look at the build\nIt is red.' },
      notes: { seen: true },
    });
    expect(await itemOf('release-7')).toMatchObject({
      title: 'release release-7',
      status: 'done',
      owner: 'luna',
      resolvedAt: '2026-10-03T00:00:00.000Z',
      payload: { tag: 'v7' },
      notes: 'shipped',
    });
    expect(await itemOf('amend')).toMatchObject({
      status: 'waiting_human',
      question: 'Imported with the status “waiting_human”. How should it continue?',
      payload: { assignee: 'luna' },
    });
  });

  it('gives an agent its claim with a lease, so that it goes on or loses it', async () => {
    await run(write('state.sqlite', await small()));
    const lease = rig.repository.now + 15 * 60_000;
    expect(await counted("select owner, owner_role, lease_until from work_items where status = 'in_flight'")).toEqual([
      ['luna', 'agent', lease],
    ]);
    await rig.repository.ok(queueResolve, { id: 'msg:42', status: 'done' }, { role: 'agent', name: 'luna' });
    expect((await rig.repository.ok(queueNext, {}, agent)).item?.title).toBe('Buy stamps');
  });

  it('tells of each event with its own time, actor and content', async () => {
    await run(write('state.sqlite', await small()));
    expect(
      await counted(
        `select work_items.key, events.ts, events.payload from events left join work_items on work_items.id = work_item_id
         where type = 'event_imported' order by events.id`,
      ),
    ).toEqual([
      [
        'errand-1',
        rig.repository.now,
        '{"source":"agent-state","id":1,"type":"work_item_created","actor":null,"at":"2026-10-01T00:00:00.000Z","payload":{"kind":"errand"}}',
      ],
      [
        'msg:42',
        rig.repository.now,
        '{"source":"agent-state","id":2,"type":"work_item_claimed","actor":"luna","at":"2026-10-03T00:00:00.000Z","payload":{"status":"in_flight"}}',
      ],
      [
        null,
        rig.repository.now,
        '{"source":"agent-state","id":3,"type":"deploy","actor":"luna","at":"2026-10-03T00:00:00.000Z","payload":"to production"}',
      ],
    ]);
  });

  it('adds nothing when the same is imported again, and later only new items and events', async () => {
    const path = write('state.sqlite', await small());
    await run(path);
    const before = await rig.repository.dump();
    expect(await run(path)).toMatchObject({ added: 0, existing: 4, conversions: [] });
    expect(await rig.repository.dump()).toBe(before);

    const more = [{ ...items[0], id: 'errand-2' }];
    const later = [
      { id: 4, ts: start + 5 * day, type: 'work_item_resolved', actor: 'luna', work_item_id: 'msg:42', payload: '{}' },
    ];
    write(
      'state.sqlite',
      await trackerDatabase('agent-state', { work_items: [...items, ...more], events: [...events, ...later] } as never),
    );
    expect(await run(path)).toMatchObject({ added: 1, existing: 4, firstRef: 'W-5' });
    expect(await counted("select count(*) from events where type = 'event_imported'")).toEqual([[4]]);
    // What exists stays unchanged.
    expect((await itemOf('msg:42')).status).toBe('in_flight');
  });

  it('writes nothing in a dry run, and answers the same', async () => {
    const path = write('state.sqlite', await small());
    const before = await rig.repository.dump();
    const tried = await run(path, { dryRun: true });
    expect(await rig.repository.dump()).toBe(before);
    expect(await run(path)).toEqual({ ...tried, dryRun: false, firstRef: 'W-1', lastRef: 'W-4' });
  });

  it('refuses events of items that are not there, and leaves them out on request', async () => {
    const gone = { id: 9, ts: start, type: 'deploy', actor: null, work_item_id: 'gone', payload: '{}' };
    const path = write(
      'state.sqlite',
      await trackerDatabase('agent-state', { work_items: items, events: [...events, gone] }),
    );
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      message: '1 dependency cannot be imported: event 9 → gone (not found).',
      next: [{ operation: 'import.tracker', input: { path, skipBrokenDependencies: true } }],
      details: {
        brokenDependencies: [{ id: 'event 9', kind: 'work_item_id', problem: 'missing', table: 'events', line: 4 }],
      },
    });
    await run(path, { skipBrokenDependencies: true });
    expect(await counted("select count(*) from events where type = 'event_imported'")).toEqual([[3]]);
  });

  it('reads a database of any name, and one in a folder', async () => {
    const path = write('old.db', await small());
    expect(await run(path, { dryRun: true })).toMatchObject({ format: 'agent-state', added: 4 });
    write('instance/state.sqlite', await small());
    expect(await run(`${rig.repository.directory}/instance`, { dryRun: true })).toMatchObject({ added: 4 });
  });

  it('reads a database that is in WAL mode and has nothing beside it', async () => {
    const image = await small();
    image.fill(2, 18, 20);
    const path = write('state.sqlite', image);
    write('state.sqlite-wal', '');
    expect(await run(path)).toMatchObject({ added: 4 });
  });
});

describe('a broken state.sqlite is refused, and nothing is written:', () => {
  const broken = async (content: string | Uint8Array, name = 'state.sqlite') => {
    const path = write(name, content);
    const { message, hint } = await rig.repository.refused(importTracker, { path });
    return [message.replaceAll(path, 'FILE'), hint?.replaceAll(path, 'FILE')];
  };
  const withStatement = (statement: string) => trackerDatabase('agent-state', { work_items: items, events }, statement);
  const corrected = 'Nothing was imported. Correct the file and import it again, or leave out what is invalid.';

  it('one that is no database', async () => {
    expect(await broken('{"id": 1}')).toEqual([
      'FILE cannot be read: it is not an SQLite database.',
      'Specify the database itself, such as state.sqlite of agent-state or handoff.db of workstate.',
    ]);
  });
  it('an empty one', async () => {
    expect((await broken(''))[0]).toBe('FILE cannot be read: it is not an SQLite database.');
  });
  it('a truncated one', async () => {
    const image = await small();
    expect(await broken(image.subarray(0, image.length / 2))).toEqual([
      'FILE cannot be read: it is truncated or damaged.',
      "Check it with “sqlite3 'FILE' 'PRAGMA integrity_check'”, or import an undamaged copy.",
    ]);
  });
  it('one with overwritten pages', async () => {
    const image = await small();
    image.fill(0xff, 4096);
    expect((await broken(image))[0]).toBe('FILE cannot be read: it is truncated or damaged.');
  });
  it('one whose changes are still in its write-ahead log', async () => {
    write('state.sqlite-wal', 'frames');
    expect(await broken(await small())).toEqual([
      'FILE is not complete: FILE-wal holds changes that are not in it yet.',
      "Close the programs that use it and run “sqlite3 'FILE' 'PRAGMA wal_checkpoint(TRUNCATE)'”, then import again.",
    ]);
  });
  it('one whose last transaction was interrupted', async () => {
    write('state.sqlite-journal', 'pages');
    expect((await broken(await small()))[0]).toBe(
      'FILE is not complete: FILE-journal holds changes that are not in it yet.',
    );
  });
  it('one of a newer schema', async () => {
    expect(await broken(await withStatement("insert into schema_migrations values ('0002', 1)"))).toEqual([
      'FILE was written by a newer version of agent-state: its schema is 0002, and the newest known one is 0001.',
      'Nothing was imported. Update Stateroom, then import again.',
    ]);
  });
  it('one with other tables', async () => {
    expect(await broken(await withStatement('drop table events'))).toEqual([
      'FILE is not a database of agent-state: it has no table events.',
      'Specify state.sqlite of agent-state or handoff.db of workstate.',
    ]);
    expect((await broken(await withStatement('drop table work_items'), 'other.db'))[0]).toBe(
      'FILE is not a database of a known tracker.',
    );
  });
  it('one with a text in a column of integers', async () => {
    expect(
      await broken(await withStatement("update work_items set created_at = 'soon' where id = 'release-7'")),
    ).toEqual(['FILE, table work_items, row 3: created_at: it must be a number, not text.', corrected]);
    const path = `${rig.repository.directory}/state.sqlite`;
    expect(await run(path, { skipInvalid: true })).toMatchObject({
      added: 3,
      skipped: 1,
      problems: [{ table: 'work_items', line: 3, problem: 'created_at: it must be a number, not text' }],
    });
  });
  it('one without the column of a status', async () => {
    expect(await broken(await withStatement('alter table work_items rename column status to state'))).toEqual([
      expect.stringMatching(
        /^6 problems: FILE, table work_items, row 1 \(status is missing\), .*msg:42 \(not found\)\.$/,
      ),
      corrected,
    ]);
  });
  it('one with bytes in place of a payload', async () => {
    expect((await broken(await withStatement("update work_items set payload = x'00ff' where id = 'amend'")))[0]).toBe(
      'FILE, table work_items, row 4: payload: it must be text, not an object.',
    );
  });
  it('one larger than 64 MB', async () => {
    const path = write('state.sqlite', '');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(await rig.repository.refused(importTracker, { path })).toMatchObject({
      message: `${path} cannot be read: it is larger than 64 MB.`,
      hint: 'Export the work items as JSON Lines or CSV, and import that file.',
    });
  });
});
