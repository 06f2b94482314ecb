import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log.js';
import { decodePayload, readRecord } from '../../src/store/engine/sqljs/before/journalFormat.js';
import { begunIn, lastPoint, scanJournal, sealIn } from '../../src/store/engine/sqljs/before/journalScan.js';
import { Replica } from '../../src/store/engine/sqljs/before/replica.js';
import { loadSqlJs, type SqlJsModule } from '../../src/store/engine/sqljs/sqlJsModule.js';
import { realFileSystem } from '../../src/store/engine/sqljs/storeFileSystem.js';
import { migrations } from '../../src/store/migrations/migrations.js';
import { StoreError } from '../../src/store/storeError.js';
import { onEngine } from './support/engine.js';
import { journalPath, snapshotPaths } from './support/imageOf.js';
import { openStore, wasmFile } from './support/openStore.js';
import { makeRecord, parseJournal, type RawRecord } from './support/rawJournal.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

let module: SqlJsModule;
beforeAll(async () => {
  module = await loadSqlJs(wasmFile);
});

/** What a fresh process makes of a folder: titles, or why not. Anything but rows or a StoreError is a failure of the test. */
function readStore(directory: string): string[] | StoreError {
  try {
    const replica = Replica.open({
      directory,
      files: realFileSystem,
      module,
      schemaVersion: Math.max(...migrations.map(({ version }) => version)),
      log: silentLog,
    });
    if (replica === undefined) throw new Error('the store was not found');
    try {
      const tables = replica.connection.run("select name from sqlite_master where name = 'work_items'", []).rows;
      if (tables.length === 0) return [];
      return replica.connection
        .run('select title from work_items order by number', [])
        .rows.map(row => String(row.title));
    } finally {
      replica.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** States that were acknowledged at one time: what is read from a damaged journal must be one of them. */
function expectAcknowledgedState(found: string[] | StoreError, states: readonly (readonly string[])[]): void {
  if (found instanceof StoreError) {
    expect(['STORE_CORRUPT', 'STORE_TOO_NEW', 'STORE_DIVERGED']).toContain(found.code);
    return;
  }
  expect(states).toContainEqual(found);
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A store with one generation, six commits and a change, and every state it ever had. */
async function grownStore() {
  const directory = join(copyOf(await seedStore()), '..', 'grown');
  const store = openStore(directory);
  const states: string[][] = [[]];
  for (const name of names) {
    await addItems(store, [name]);
    states.push(names.slice(0, states.length));
  }
  await store.close();
  const bytes = readFileSync(journalPath(directory));
  return { directory, states, bytes, records: parseJournal(bytes).records };
}

/** Damage of the kinds that disks, programs and people do. */
const damage = fc.oneof(
  fc.record({
    kind: fc.constant('flip'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.nat(7),
  }),
  fc.record({ kind: fc.constant('cut'), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('append'), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({
    kind: fc.constant('overwrite'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 100 }),
  }),
  fc.record({
    kind: fc.constant('zero'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    length: fc.nat(4096),
  }),
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function apply(bytes: Buffer, one: Damage): Buffer {
  const copy = Buffer.from(bytes);
  const at = 'at' in one ? Math.floor(one.at * copy.length) : 0;
  if ('bit' in one && copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << one.bit);
  if (one.kind === 'cut') return copy.subarray(0, at);
  if (one.kind === 'append' && 'bytes' in one) return Buffer.concat([copy, one.bytes]);
  if (one.kind === 'overwrite' && 'bytes' in one) copy.set(one.bytes.slice(0, Math.max(0, copy.length - at)), at);
  if ('length' in one) copy.fill(0, at, Math.min(copy.length, at + one.length));
  return copy;
}

onEngine('journal', 'the journal reader', () => {
  it('accepts nothing from bytes that are none of ours, and never fails on them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), raw => {
        const bytes = Buffer.from(raw);
        const scan = scanJournal(bytes, 0, { seq: 0, prevCrc: 0 });
        expect(scan.chain).toEqual([]);
        expect(sealIn(bytes, 1, 0)).toBe('unsealed');
        expect(begunIn(bytes, 1, 0)).toBe('unsealed');
        expect(lastPoint(bytes, 0)).toBeUndefined();
        for (let offset = 0; offset <= bytes.length; offset += 1) expect(readRecord(bytes, offset)).toBeUndefined();
      }),
      { numRuns: sized(5000, 500) },
    );
  });

  it('takes any whole record for what it is, whatever JSON it holds', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(0xffff), (text, seq, prevCrc) => {
        const payload: unknown = JSON.parse(text);
        const bytes = makeRecord(seq, prevCrc, payload);
        const record = readRecord(bytes, 0);
        expect(record).toMatchObject({ seq, prevCrc, end: bytes.length });
        expect(() => decodePayload(record?.payload ?? new Uint8Array())).not.toThrow();
      }),
      { numRuns: sized(5000, 500) },
    );
  });

  it('reads only states that were acknowledged from a damaged journal, and marked the file as won’t fix', async () => {
    const { directory, states, bytes } = await grownStore();
    const path = journalPath(directory);
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), damages => {
        const damaged = damages.reduce(apply, bytes);
        writeFileSync(path, damaged);
        expectAcknowledgedState(readStore(directory), states);
        expect(readFileSync(path).equals(damaged)).toBe(true);
      }),
      { numRuns: sized(4000, 300) },
    );
  });

  it('reads only states that were acknowledged when whole records are repeated, left out or in another order', async () => {
    const { directory, states, bytes, records } = await grownStore();
    const path = journalPath(directory);
    const cut = (record: RawRecord) => bytes.subarray(record.start, record.end);
    fc.assert(
      fc.property(fc.array(fc.nat(records.length - 1), { maxLength: 12 }), order => {
        const spliced = Buffer.concat([bytes.subarray(0, 64), ...order.map(index => cut(records[index] as RawRecord))]);
        writeFileSync(path, spliced);
        expectAcknowledgedState(readStore(directory), states);
        expect(readFileSync(path).equals(spliced)).toBe(true);
      }),
      { numRuns: sized(3000, 300) },
    );
  });

  it('accepts no record that somebody put into the chain without understanding it', async () => {
    const { directory, states, bytes, records } = await grownStore();
    const path = journalPath(directory);
    const last = records.at(-1);
    const statement = fc.tuple(
      fc.oneof(
        fc.string(),
        fc.nat(400),
        fc.constant('delete from work_items'),
        fc.constant("insert into work_items values ('x')"),
      ),
      fc.array(
        fc.oneof(
          fc.string(),
          fc.double(),
          fc.constant(null),
          fc.record({ $i: fc.string() }),
          fc.record({ $b: fc.string() }),
        ),
      ),
      fc.oneof(fc.nat(3), fc.constant('many')),
    );
    const payload = fc.oneof(
      fc.record({
        at: fc.nat(),
        pid: fc.nat(),
        v: fc.oneof(fc.nat(3), fc.constant('1')),
        st: fc.array(statement, { maxLength: 3 }),
      }),
      fc.record({ seal: fc.oneof(fc.integer(), fc.string()), restored: fc.boolean() }),
      fc.record({ begun: fc.integer(), restored: fc.boolean() }),
      fc.record({ dict: fc.array(fc.anything()) }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(payload, forged => {
        const text: unknown = JSON.parse(JSON.stringify(forged) ?? 'null');
        // A statement that does what it says is a commit like any other: only those that cannot be one are of interest.
        const isCommit = JSON.stringify(text).includes('delete from work_items"');
        writeFileSync(path, Buffer.concat([bytes, makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, text)]));
        const found = readStore(directory);
        if (!isCommit) expectAcknowledgedState(found, states);
      }),
      { numRuns: sized(3000, 300) },
    );
  });

  it('of two generations reads only states that were acknowledged, whichever of their files is damaged', async () => {
    const directory = copyOf(await seedStore());
    const states = [[], ['one', 'two', 'three'], ['one', 'two', 'three', 'four', 'five'], seededTitles];
    const files = [journalPath(directory, 1), journalPath(directory, 2), snapshotPaths(directory)[0] ?? ''];
    const whole = files.map(file => readFileSync(file));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), damage), { minLength: 1, maxLength: 3 }), damages => {
        const damaged = whole.map((bytes, file) =>
          damages.filter(([which]) => which === file).reduce<Buffer>((result, [, one]) => apply(result, one), bytes),
        );
        for (const [index, bytes] of damaged.entries()) writeFileSync(files[index] ?? '', bytes);
        const found = readStore(directory);
        expectAcknowledgedState(found, states);
        // The newest generation alone is enough, and if only one file is hurt, so is the one before with both journals.
        const hurt = new Set(damages.map(([which]) => which));
        if (!(found instanceof StoreError) && !hurt.has(1) && hurt.size === 1) expect(found).toEqual(seededTitles);
        for (const [index, bytes] of damaged.entries())
          expect(readFileSync(files[index] ?? '').equals(bytes)).toBe(true);
      }),
      { numRuns: sized(3000, 300) },
    );
  });

  it('and the writer after it never lose a state that could still be read', async () => {
    const { directory, bytes, states } = await grownStore();
    const path = journalPath(directory);
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async damages => {
        writeFileSync(path, damages.reduce(apply, bytes));
        const before = readStore(directory);
        const copy = copyOf(directory);
        const store = openStore(copy);
        const outcome = await addItems(store, ['next']).then(
          () => 'done',
          (error: unknown) => error,
        );
        if (outcome === 'done') {
          expect(before).not.toBeInstanceOf(StoreError);
          const after = await titlesOf(store);
          expect(after).toEqual([...(before as string[]), 'next']);
        } else {
          expect(outcome).toBeInstanceOf(StoreError);
          expect(readFileSync(journalPath(copy, 1)).equals(readFileSync(path))).toBe(true);
        }
        expectAcknowledgedState(before, states);
        await store.close();
      }),
      { numRuns: sized(600, 60) },
    );
  });
});
