import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { invoke } from '../invoke.js';
import { queueImport } from './queueImport.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';

let repository: TestRepository;
beforeEach(async () => {
  repository = new TestRepository();
  await repository.store.create();
});
afterEach(() => repository.close());

const jsonl = (...lines: unknown[]) => lines.map(line => JSON.stringify(line)).join('\n');

describe('importing', () => {
  it('adds every line in one transaction, in the order of the file, with one event each', async () => {
    const result = await repository.ok(queueImport, {
      jsonl:
        `\uFEFF`.slice(1) +
        jsonl(
          { title: 'one', id: 'one', priority: 1 },
          { title: 'two', labels: ['UI', 'ui', 'Release Notes'] },
          { title: 'three' },
        ),
    });
    expect(result).toEqual({ inserted: 3, existing: 0, firstRef: 'W-1', lastRef: 'W-3', transactions: 1 });
    expect(await repository.eventTypes()).toEqual(['work_item_created', 'work_item_created', 'work_item_created']);
    const { items } = await repository.ok(queueList, { order: 'created' });
    expect(items.map(item => [item.ref, item.title, item.key, item.priority, item.labels])).toEqual([
      ['W-1', 'one', 'one', 1, []],
      ['W-2', 'two', null, 2, ['UI', 'Release Notes']],
      ['W-3', 'three', null, 2, []],
    ]);
  });

  it('leaves lines out whose id exists or came before', async () => {
    await repository.add('here', { id: 'here' });
    const lines = jsonl({ title: 'again', id: 'here' }, { title: 'new', id: 'new' }, { title: 'new', id: 'new' });
    expect(await repository.ok(queueImport, { jsonl: lines })).toMatchObject({
      inserted: 1,
      existing: 2,
      firstRef: 'W-2',
    });
    const before = await repository.dump();
    expect(await repository.ok(queueImport, { jsonl: lines })).toMatchObject({
      inserted: 0,
      existing: 3,
      firstRef: null,
    });
    expect(await repository.dump()).toBe(before);
  });

  it('lets lines wait for each other, for later ones and for what is there', async () => {
    await repository.add('done', { id: 'done' });
    await repository.ok(queueResolve, { id: 'done', status: 'done' });
    await repository.add('open');
    await repository.ok(queueImport, {
      jsonl: jsonl(
        { title: 'first', id: 'first', dependsOn: ['last', 'done'] },
        { title: 'last', id: 'last', dependsOn: ['W-2', 'W-2'] },
      ),
    });
    expect((await repository.ok(queueShow, { id: 'first' })).item).toMatchObject({
      dependsOn: ['W-1', 'W-4'],
      blockedBy: [{ ref: 'W-4', status: 'pending' }],
    });
    await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    expect((await repository.ok(queueNext, {})).item.key).toBe('last');
    expect((await repository.ok(queueResolve, { id: 'last', status: 'done' })).freed).toMatchObject([{ ref: 'W-3' }]);
  });

  it.each<[string, string, string]>([
    ['text that is not JSON', '{"title":"ok"}\n{"title":', 'Line 2: it is not valid JSON.'],
    ['a line that is no object', '{"title":"ok"}\n\n[1]', 'Line 3: the input is not an object.'],
    ['a missing title', '{"title":"ok"}\n{"id":"x"}', 'Line 2: title is missing.'],
    ['an empty title', '{"title":" "}', 'Line 1: title: it is empty.'],
    ['a field that does not exist', '{"title":"ok","colour":1}', 'Line 1: unknown field “colour”.'],
    ['a bad time', '{"title":"ok","due":"soon"}', 'Line 1: due: “soon” is not a valid time.'],
    [
      'a large payload',
      `{"title":"ok","payload":"${'x'.repeat(70_000)}"}`,
      'Line 1: payload: it is larger than 64 kB.',
    ],
    [
      'a dependency on nothing',
      '{"title":"ok"}\n{"title":"b","dependsOn":["x"]}',
      'Line 2: dependsOn refers to “x”, which does not exist.',
    ],
    [
      'a dependency on itself',
      '{"title":"b","id":"b","dependsOn":["b"]}',
      'Line 1: dependsOn creates a cycle (b → b).',
    ],
    [
      'one id twice with different content',
      '{"title":"a","id":"x"}\n\n{"title":"b","id":"x"}',
      'Line 3: its id “x” is already used on line 1 with different content.',
    ],
    [
      'one id twice with different dependencies',
      '{"title":"z","id":"z"}\n{"title":"a","id":"x"}\n{"title":"a","id":"x","dependsOn":["z"]}',
      'Line 3: its id “x” is already used on line 2 with different content.',
    ],
    [
      'a cycle',
      jsonl(
        { title: 'z', dependsOn: ['a'] },
        { title: 'a', id: 'a', dependsOn: ['b'] },
        { title: 'b', id: 'b', dependsOn: ['a'] },
      ),
      'Line 2: dependsOn creates a cycle (a → b → a).',
    ],
  ])('refuses %s with the line, and adds nothing', async (_name, lines, message) => {
    expect(await repository.refused(queueImport, { jsonl: lines })).toMatchObject({ code: 'invalid_input', message });
    expect((await repository.ok(queueList, {})).items).toEqual([]);
  });

  it('refuses more than 10,000 items or 16 MB at once, and names the way', async () => {
    const many = Array.from({ length: 10_001 }, () => '{"title":"x"}').join('\n');
    expect(await repository.refused(queueImport, { jsonl: many })).toMatchObject({
      code: 'invalid_input',
      message: 'The file contains 10001 work items; a transaction can have at most 10,000 work items and 16 MB.',
      hint: 'Set a batch size, such as 5000, to import it in several transactions.',
    });
    const large = `{"title":"${'ü'.repeat(8 * 1024 * 1024)}"}`;
    expect((await repository.refused(queueImport, { jsonl: large })).message).toContain('The file contains 17 MB');
  });

  it('takes 15 MB in one transaction, however much has to be escaped', async () => {
    const payload = { text: '"\\\n'.repeat(2500) };
    const lines = Array.from({ length: 1000 }, (_, index) => ({ title: `item ${index}`, payload }));
    const text = jsonl(...lines);
    expect(text.length).toBeGreaterThan(15_000_000);
    expect(text.length).toBeLessThan(16 * 1024 * 1024);
    expect(await repository.ok(queueImport, { jsonl: text })).toMatchObject({ inserted: 1000, transactions: 1 });
    expect((await repository.ok(queueShow, { id: 'W-1000' })).item.payload).toEqual(payload);
  });

  it('splits into batches and says how far it is', async () => {
    const told: [number, number | undefined][] = [];
    const result = await invoke(
      queueImport,
      { ...repository.context(), progress: (done, total) => told.push([done, total]) },
      {
        jsonl: Array.from({ length: 25 }, (_, index) => JSON.stringify({ title: `item ${index}` })).join('\n'),
        batch: 10,
      },
    );
    expect(result).toEqual({ inserted: 25, existing: 0, firstRef: 'W-1', lastRef: 'W-25', transactions: 3 });
    expect(told).toEqual([
      [10, 25],
      [20, 25],
      [25, 25],
    ]);
  });

  it('lets a batch wait for what an earlier one has added, not for what a later one will', async () => {
    const lines = jsonl(
      { title: 'a', id: 'a' },
      { title: 'b', id: 'b' },
      { title: 'c', id: 'c', dependsOn: ['d'] },
      { title: 'd', id: 'd' },
    );
    const refusal = await repository.refused(queueImport, { jsonl: lines, batch: 3 });
    expect(refusal.message).toBe('Line 3: dependsOn refers to “d”, which does not exist.');
    expect(await repository.ok(queueImport, { jsonl: lines, batch: 2 })).toMatchObject({
      inserted: 4,
      transactions: 2,
    });
    expect(
      await repository.ok(queueImport, { jsonl: jsonl({ title: 'e', dependsOn: ['a'] }), batch: 1 }),
    ).toMatchObject({
      inserted: 1,
    });
    expect((await repository.ok(queueShow, { id: 'W-5' })).item.blockedBy).toEqual([{ ref: 'W-1', status: 'pending' }]);
  });

  it('keeps the batches before a refused one', async () => {
    const lines = jsonl({ title: 'a', id: 'a' }, { title: 'b', id: 'b', dependsOn: ['nowhere'] });
    expect(await repository.call(queueImport, { jsonl: lines, batch: 1 })).toMatchObject({
      code: 'invalid_input',
      message:
        'Line 2: dependsOn refers to “nowhere”, which does not exist; the 1 lines in earlier batches were imported.',
      details: { imported: 1, inserted: 1 },
    });
    expect((await repository.ok(queueList, {})).items.map(item => item.key)).toEqual(['a']);
  });

  it('stops when it is told to, with nothing half done', async () => {
    const stop = new AbortController();
    const result = await invoke(
      queueImport,
      { ...repository.context(), signal: stop.signal, progress: done => done >= 10 && stop.abort() },
      { jsonl: Array.from({ length: 30 }, () => '{"title":"x"}').join('\n'), batch: 10 },
    );
    expect(result).toMatchObject({
      code: 'timed_out',
      message: 'The import was stopped after 10 of 30 work items. These are kept.',
      details: { lines: 10, inserted: 10 },
    });
    expect((await repository.ok(queueList, {})).items).toHaveLength(10);
  });

  it('hears between two batches that it is to stop', async () => {
    const stop = new AbortController();
    const lines = Array.from({ length: 30 }, () => '{"title":"x"}').join('\n');
    const progress = (done: number) => done === 10 && setImmediate(() => stop.abort());
    const result = await invoke(
      queueImport,
      { ...repository.context(), signal: stop.signal, progress },
      { jsonl: lines, batch: 10 },
    );
    expect(result).toMatchObject({ code: 'timed_out', details: { lines: 10 } });
    expect((await repository.ok(queueList, {})).items).toHaveLength(10);
  });

  it('takes an empty file for nothing', async () => {
    expect(await repository.ok(queueImport, { jsonl: '\n \n' })).toMatchObject({ inserted: 0, transactions: 0 });
  });
});
