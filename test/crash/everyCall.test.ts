import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.js';
import type { Store } from '../../src/store/store.js';
import { StoreError } from '../../src/store/storeError.js';
import { deadPid } from './support/child.js';
import { dieAt, type Fault, FaultyFiles, type FileCall, failAt } from './support/faultyFiles.js';
import { journalPath, newestGeneration } from './support/imageOf.js';
import { compatibleMigrations, laterMigrations } from './support/laterMigrations.js';
import { openStore } from './support/openStore.js';
import { makeRecord, readJournal } from './support/rawJournal.js';
import { addItems, dumpOf, endItems, titlesOf } from './support/rows.js';
import { copyOf, pretendDead, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

/** What is done to a store while the file system fails or the process dies, and what may be there afterwards. */
interface Deed {
  readonly name: string;
  /** The store's folder before the deed. */
  prepare(): Promise<string>;
  act(store: Store): Promise<unknown>;
  /** Titles before and after; the deed may leave no other. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** What another process does meanwhile, looked at before each call. */
  meanwhile?(call: FileCall, directory: string): void;
  /** What must hold besides, with the titles that are there. */
  verify?(store: Store, titles: readonly string[]): Promise<void>;
  /** Its own migrations, if it is about them. */
  readonly knows?: typeof migrations;
}

const deeds: readonly Deed[] = [
  {
    name: 'the creation of a store',
    prepare: async () => join(tempFolder('new'), 'store'),
    act: store => store.create(),
    before: [],
    after: [],
  },
  {
    name: 'a commit',
    prepare: seedStore,
    act: store => addItems(store, ['new']),
    before: seededTitles,
    after: [...seededTitles, 'new'],
  },
  {
    name: 'a commit behind a torn tail',
    async prepare() {
      const directory = await seedStore();
      const path = journalPath(directory);
      writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('half a record')]));
      return directory;
    },
    act: store => addItems(store, ['new']),
    before: seededTitles,
    after: [...seededTitles, 'new'],
  },
  {
    name: 'a checkpoint',
    prepare: seedStore,
    act: store => store.maintenance.compact(),
    before: seededTitles,
    after: seededTitles,
  },
  {
    name: 'a checkpoint that a commit of another process overtakes',
    prepare: seedStore,
    act: store => store.maintenance.compact(),
    before: seededTitles,
    after: ['one', 'two', 'three', 'four', 'five', 'six, renamed'],
    meanwhile(call, directory) {
      // Between the image and the lock for the seal: where the snapshot is made, and not where it is read.
      if (
        call.name !== 'openSync' ||
        call.args[1] !== 'wx' ||
        !/state\.00000003\.\w+\.sqlite$/.test(String(call.args[0]))
      )
        return;
      const last = readJournal(journalPath(directory)).records.at(-1);
      const statement = ['update "work_items" set "title" = ? where "number" = ?', ['six, renamed', 6], 1];
      const payload = { at: 1, pid: 1, v: 1, st: [statement] };
      appendFileSync(journalPath(directory), makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, payload));
    },
  },
  {
    name: 'a commit into a store whose newest snapshot is damaged',
    async prepare() {
      const directory = await seedStore();
      const name = readdirSync(directory).find(candidate => candidate.startsWith('state.00000002.')) ?? '';
      writeFileSync(join(directory, name), 'no image');
      return directory;
    },
    act: store => addItems(store, ['new']),
    before: seededTitles,
    after: [...seededTitles, 'new'],
  },
  {
    name: 'a restore',
    async prepare() {
      const directory = await seedStore();
      const other = openStore(join(tempFolder('other'), 'store'));
      await addItems(other, ['backed up', 'kept']);
      await other.maintenance.backup(join(directory, 'backup.for-test'));
      await other.close();
      return directory;
    },
    act: (store: Store & { readonly directory?: string }) =>
      store.maintenance.restore(join(store.directory ?? '', 'backup.for-test')),
    before: seededTitles,
    after: ['backed up', 'kept'],
  },
  {
    name: 'an archiving',
    async prepare() {
      const directory = await seedStore();
      const store = openStore(directory);
      await endItems(store, ['one', 'two', 'three']);
      await store.close();
      return directory;
    },
    act: store => store.maintenance.archive(Number.MAX_SAFE_INTEGER, { actor: { role: 'human', name: 'Ada' } }),
    before: seededTitles,
    after: ['four', 'five', 'six'],
    // What is not in the store is in an archive, and nowhere twice.
    async verify(store, titles) {
      const archived = await store.readArchived(async transaction =>
        (await transaction.events.list({ type: 'work_item_created' }, 'commit', 100)).map(
          ({ work_item_number }) => work_item_number,
        ),
      );
      expect(archived).toEqual(titles.length === 6 ? [] : [1, 2, 3]);
    },
  },
  {
    name: 'a commit with the compatible steps before it',
    prepare: seedStore,
    act: store => addItems(store, ['new']),
    before: seededTitles,
    after: [...seededTitles, 'new'],
    knows: [...migrations, ...compatibleMigrations],
  },
  {
    name: 'a migration',
    prepare: seedStore,
    act: store => store.create(),
    before: seededTitles,
    after: seededTitles,
    knows: [...migrations, ...laterMigrations],
  },
];

/** Calls of an open file, whose rights were looked at when it was opened. */
const ofHandles = /^(?:read|write|close|ftruncate|fstat|fsync|fdatasync)Sync$/;

/**
 * Which calls answer with a code: the disk of any call may fail, the others are of those by which a system gives them. Rename is
 * the one that puts a file in its place.
 */
const answers: Readonly<Record<string, (call: string) => boolean>> = {
  EIO: () => true,
  EMFILE: call => ['openSync', 'readFileSync', 'readdirSync', 'renameSync'].includes(call),
  ENOSPC: call => /^(?:open|write|mkdir|link|rename|ftruncate|fsync|fdatasync)Sync$/.test(call),
  EACCES: call => !ofHandles.test(call),
};

/** In the short form, every third call: each deed makes most kinds of calls several times. */
const stride = sized(1, 3);

let nobody = 0;
beforeAll(async () => {
  nobody = await deadPid();
});

/** The fault, and what others do meanwhile. */
function withOthers(deed: Deed, directory: string, fault: Fault = (_call, real) => real()): Fault {
  return (call, real) => {
    deed.meanwhile?.(call, directory);
    return fault(call, real);
  };
}

/** The calls that a deed makes when nothing goes wrong, by their names. */
async function callsOf(deed: Deed): Promise<readonly string[]> {
  const directory = await deed.prepare();
  const faulty = new FaultyFiles();
  const store = open(directory, deed, faulty);
  faulty.arm(withOthers(deed, directory));
  await deed.act(store);
  const names = faulty.log.map(line => line.split(' ')[1] ?? '');
  faulty.disarm();
  await store.close();
  return names;
}

function open(directory: string, deed: Deed, faulty = new FaultyFiles()) {
  const store = openStore(directory, {
    files: faulty.files,
    ...(deed.knows === undefined ? {} : { migrations: deed.knows }),
  });
  return Object.assign(store, { directory });
}

/** All rows; while there is no store yet, what is shown instead has no rows worth comparing. */
function stateOf(store: Store, directory: string): Promise<string> {
  return existsSync(directory) && newestGeneration(directory) > 0 ? dumpOf(store) : Promise.resolve('absent');
}

/** True for the failure that promises that nothing was written. */
function isUndone(outcome: unknown): boolean {
  return outcome instanceof StoreError && outcome.code === 'STORE_WRITE_FAILED';
}

/** Nothing that a dead process left may outlive the next checkpoints. */
async function expectTidy(store: Store, directory: string): Promise<void> {
  await store.maintenance.compact();
  await store.maintenance.compact();
  const names = readdirSync(directory);
  expect(names.filter(name => /\.tmp\d+|^break\.|^lock$/.test(name))).toEqual([]);
  expect(names.filter(name => /^journal\./.test(name))).toHaveLength(2);
  expect(names.filter(name => /^state\./.test(name))).toHaveLength(2);
  expect(names.filter(name => /^proc\.\d+\.[\da-f]+$/.test(name)).length).toBeLessThanOrEqual(2);
  expect(readdirSync(join(directory, 'waiting'))).toEqual([]);
}

// By `%s`, because other patterns cut long names short.
describe.each(deeds.map(deed => [deed.name, deed] as const))('%s', (_name, deed) => {
  it('leaves the state before or after it, wherever in it the process is killed', async () => {
    const seed = await deed.prepare();
    const calls = (await callsOf(deed)).length;
    expect(calls).toBeGreaterThan(5);
    for (let index = 0; index <= calls; index += stride) {
      const at = `killed before call ${index} of ${calls}`;
      const directory = existsSync(seed) ? copyOf(seed) : join(tempFolder('new'), 'store');
      const faulty = new FaultyFiles();
      const store = open(directory, deed, faulty);
      const witness = open(directory, deed);
      if (deed.knows === undefined) await witness.health();
      faulty.arm(withOthers(deed, directory, dieAt(index, 'before')));
      const outcome = await deed.act(store).then(
        () => 'done',
        () => 'killed',
      );
      pretendDead(directory, nobody);

      const fresh = open(directory, deed);
      const titles = await titlesOf(fresh).catch(error => {
        throw new Error(`${at} (${faulty.log.at(-1)}): ${error instanceof Error ? error.stack : String(error)}`);
      });
      if (outcome === 'done') expect(titles, at).toEqual(deed.after);
      else expect([deed.before, deed.after], at).toContainEqual(titles);
      expect(await stateOf(witness, directory), at).toBe(await stateOf(fresh, directory));
      await deed.verify?.(fresh, titles);

      await addItems(fresh, ['afterwards']);
      expect(await titlesOf(witness), at).toEqual([...titles, 'afterwards']);
      expect((await fresh.maintenance.check()).problems, at).toEqual([]);
      const reopened = open(directory, deed);
      expect(await dumpOf(reopened), at).toBe(await dumpOf(fresh));
      await expectTidy(fresh, directory);
      expect(await titlesOf(witness), at).toEqual([...titles, 'afterwards']);

      faulty.disarm();
      await Promise.all([store, witness, fresh, reopened].map(one => one.close()));
    }
  });

  it.each(Object.keys(answers).slice(0, sized(4, 2)))(
    'is done or not done, and says so, whichever call answers %s',
    async code => {
      const seed = await deed.prepare();
      const names = await callsOf(deed);
      const calls = names.length;
      const failing = names.flatMap((name, index) => (answers[code]?.(name) === true ? index : []));
      expect(failing.length).toBeGreaterThan(0);
      for (const index of failing.filter((_, place) => place % stride === 0)) {
        const directory = existsSync(seed) ? copyOf(seed) : join(tempFolder('new'), 'store');
        const faulty = new FaultyFiles();
        const store = open(directory, deed, faulty);
        const witness = open(directory, deed);
        if (deed.knows === undefined) await witness.health();
        faulty.arm(withOthers(deed, directory, failAt(index, code)));
        const outcome: unknown = await deed.act(store).then(
          () => 'done',
          (error: unknown) => error,
        );
        const at = `call ${index} of ${calls} (${faulty.log[index]}) answered ${code}; outcome ${String(outcome)}`;
        faulty.disarm();
        if (outcome !== 'done') expect(outcome, at).toBeInstanceOf(StoreError);

        const fresh = open(directory, deed);
        const titles = await titlesOf(fresh);
        if (outcome === 'done') expect(titles, at).toEqual(deed.after);
        else if (deed.meanwhile === undefined && isUndone(outcome)) expect(titles, at).toEqual(deed.before);
        else expect([deed.before, deed.after], at).toContainEqual(titles);
        expect(await stateOf(store, directory), at).toBe(await stateOf(fresh, directory));
        expect(await stateOf(witness, directory), at).toBe(await stateOf(fresh, directory));
        await deed.verify?.(fresh, titles);

        // The store that met the fault continues as if nothing had been.
        await addItems(store, ['afterwards']);
        expect(await titlesOf(fresh), at).toEqual([...titles, 'afterwards']);
        const check = await fresh.maintenance.check();
        expect(check.problems, at).toEqual([]);
        await Promise.all([store, witness, fresh].map(one => one.close()));
      }
    },
  );
});
