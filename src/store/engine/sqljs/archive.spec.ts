import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, person, TestRepository } from '../../../../test/support/testRepository.js';
import { decisionList } from '../../../operations/decision/decisionList.js';
import { decisionRecord } from '../../../operations/decision/decisionRecord.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { findingWontfix } from '../../../operations/finding/findingWontfix.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueEdit } from '../../../operations/queue/queueEdit.js';
import { queueImport } from '../../../operations/queue/queueImport.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { sliceStart } from '../../../operations/slice/sliceStart.js';
import { storeArchive } from '../../../operations/store/storeArchive.js';
import { taskArchive } from '../../../operations/task/taskArchive.js';
import { taskStart } from '../../../operations/task/taskStart.js';

const day = 86_400_000;
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const add = async (title: string, more: object = {}) => (await repository.ok(queueAdd, { title, ...more })).item.ref;
const done = (id: string) => repository.ok(queueResolve, { id, status: 'done' }, person);
const archive = (more: object = {}) => repository.ok(storeArchive, { before: '-1d', ...more }, person);
const titles = async (input: object = {}) =>
  (await repository.ok(queueList, { order: 'created', ...input })).items.map(({ title }) => title);

describe('archiving', () => {
  it('moves what ended before a time, with its events, to where --archived reads it', async () => {
    await add('Old', { id: 'old-1' });
    await done('W-1');
    repository.now += 2 * day;
    await add('New');
    await done('W-2');
    expect(await archive({ dryRun: true })).toMatchObject({ workItems: 1, files: [] });
    expect(await titles()).toEqual(['Old', 'New']);
    const { files, ...counts } = await archive();
    expect(counts).toMatchObject({ workItems: 1, tasks: 0, lanes: 0, events: 2 });
    expect(readdirSync(join(join(repository.directory, 'store'), 'archive'))).toEqual(files);
    expect(await titles()).toEqual(['New']);
    expect(await titles({ archived: true })).toEqual(['Old']);
    expect((await repository.ok(queueShow, { id: 'old-1', archived: true })).events.map(({ type }) => type)).toEqual([
      'work_item_resolved',
      'work_item_created',
    ]);
    expect((await repository.ok(eventsTail, {})).events.map(({ type, workItem }) => [type, workItem])).toEqual([
      ['store_archived', null],
      ['work_item_resolved', 'W-2'],
      ['work_item_created', 'W-2'],
    ]);
    expect((await repository.store.maintenance.check()).problems).toEqual([]);
    expect(await add('Next')).toBe('W-3');
  });

  it('keeps what open work waits for or belongs to', async () => {
    await add('Base');
    await add('Part');
    await done('W-1');
    await done('W-2');
    await add('Open', { dependsOn: ['W-1'], parent: 'W-2' });
    await add('Chain');
    await done('W-4');
    await add('Last', { dependsOn: ['W-4'] });
    await done('W-5');
    repository.now += 2 * day;
    expect(await archive()).toMatchObject({ workItems: 2 });
    expect(await titles()).toEqual(['Base', 'Part', 'Open']);
    expect((await repository.ok(queueShow, { id: 'W-5', archived: true })).dependencies.map(({ ref }) => ref)).toEqual([
      'W-4',
    ]);
    expect(await repository.refused(queueShow, { id: 'W-5' })).toMatchObject({
      code: 'not_found',
      next: [
        { operation: 'queue.list', input: {} },
        { operation: 'queue.show', input: { id: 'W-5', archived: true } },
      ],
    });
  });

  it('reads findings, decisions and slices of an archived task', async () => {
    await repository.ok(taskStart, { objective: 'Limit the logins', ref: 'limit-1' });
    await repository.ok(decisionRecord, { task: 'T-1', decision: 'codex_choice_limit-1_one', rationale: 'Fair' });
    await repository.ok(sliceStart, { task: 'T-1', title: 'Count attempts' });
    await repository.ok(findingRecord, { task: 'T-1', severity: 'low', path: 'a.ts', text: 'Never ends' });
    await repository.ok(findingWontfix, { ids: ['F-1'], note: 'It does' }, person);
    await repository.ok(taskArchive, { task: 'T-1' });
    await repository.ok(queueResolve, { id: 'W-1', status: 'cancelled' }, person);
    repository.now += 2 * day;
    expect(await archive()).toMatchObject({ workItems: 1, tasks: 1 });
    const read = async (more: object) => ({
      findings: (await repository.ok(findingList, { ...more })).findings.map(({ text }) => text),
      decisions: (await repository.ok(decisionList, { task: 'T-1', ...more })).decisions.map(
        ({ decision }) => decision,
      ),
      slices: (await repository.ok(sliceList, { task: 'T-1', ...more })).slices.map(({ title }) => title),
    });
    expect(await read({ archived: true })).toEqual({
      findings: ['Never ends'],
      decisions: ['codex_choice_limit-1_one'],
      slices: ['Count attempts'],
    });
    expect((await repository.ok(findingShow, { id: 'F-1', archived: true })).finding.status).toBe('wontfix');
    expect((await repository.ok(findingList, { status: 'any' })).findings).toEqual([]);
    expect(await repository.refused(sliceList, { task: 'T-1' })).toMatchObject({ code: 'not_found' });
  });

  it('reads several archives as one, and counts nothing twice', async () => {
    for (const title of ['One', 'Two']) {
      await add(title);
      await done(`W-${title === 'One' ? 1 : 2}`);
      repository.now += 2 * day;
      await archive();
    }
    expect(await archive()).toMatchObject({ workItems: 0, files: [] });
    expect(await titles({ archived: true })).toEqual(['One', 'Two']);
    expect((await repository.ok(eventsTail, { archived: true })).events.map(({ id }) => id)).toEqual([5, 4, 2, 1]);
  });

  it('keeps the ids of callers taken', async () => {
    await add('Old', { id: 'old-1' });
    await done('W-1');
    repository.now += 2 * day;
    await archive();
    expect(await repository.refused(queueAdd, { title: 'Old', id: 'old-1' })).toMatchObject({
      code: 'conflict',
      message: 'The id old-1 belongs to W-1, which was archived.',
    });
    const jsonl = '{"title":"Old","id":"old-1"}\n{"title":"Next","id":"next-1","dependsOn":["old-1"]}';
    expect(await repository.ok(queueImport, { jsonl })).toMatchObject({ inserted: 1, existing: 1 });
    expect((await repository.ok(queueShow, { id: 'next-1' })).item.section).toBe('ready');
  });

  it('is a person’s, of the past, and writes nothing to a read of archives', async () => {
    expect(await repository.refused(storeArchive, { before: '-1d' }, agent)).toMatchObject({ code: 'not_allowed' });
    expect(await repository.refused(storeArchive, { before: '+1d' }, person)).toMatchObject({
      message: '+1d is in the future.',
    });
    expect(await titles({ archived: true })).toEqual([]);
    expect(await archive()).toMatchObject({ workItems: 0, files: [] });
  });

  it('says which archive is missing or was changed, and goes on without it', async () => {
    await add('Old');
    await done('W-1');
    await add('Open');
    repository.now += 2 * day;
    const { files } = await archive();
    const file = join(join(repository.directory, 'store'), 'archive', String(files[0]));
    renameSync(file, `${file}.away`);
    const problem = `The archive ${files[0]} is missing or was changed.`;
    expect(await repository.refused(queueList, { archived: true })).toMatchObject({ message: problem });
    expect((await repository.store.maintenance.check()).problems).toEqual([problem]);
    writeFileSync(file, 'else');
    expect(await repository.refused(queueList, { archived: true })).toMatchObject({ message: problem });
    expect(await titles()).toEqual(['Open']);
    renameSync(`${file}.away`, file);
    expect(await titles({ archived: true })).toEqual(['Old']);
  });

  it('makes the store smaller', async () => {
    for (let index = 0; index < 60; index += 1) {
      await add(`Old ${index}`, { payload: 'x'.repeat(60_000) });
      await done(`W-${index + 1}`);
    }
    await repository.store.maintenance.compact();
    repository.now += 2 * day;
    const { bytes } = await archive();
    expect(bytes.before).toBeGreaterThan(3_600_000);
    expect(bytes.after).toBeLessThan(600_000);
    await repository.ok(queueEdit, { id: await add('Next'), title: 'Goes on' });
    expect((await repository.store.maintenance.check()).problems).toEqual([]);
  });
});
