import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import type { Store } from '../../src/store/store.js';
import { StoreError } from '../../src/store/storeError.js';
import { deadPid } from './support/child.js';
import { dieAt, type Fault, FaultyFiles, type FileCall, failAt } from './support/faultyFiles.js';
import { compatibleMigrations, laterMigrations } from './support/laterMigrations.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { newestLog, newestNumber } from './support/rawLog.js';
import { addItems, dumpOf, endItems, titlesOf } from './support/rows.js';
import { copyOf, pretendDead, seededTitles, seedSegments, seedStore, segmentTitles } from './support/seed.js';
import { sized } from './support/size.js';
import { expectTidy, renamedTitle, renameMeanwhile, seedDamaged, seedForRename } from './support/storeFiles.js';
import { tempFolder } from './support/tempFolder.js';

/** What is done to a store while the file system fails or the process dies, and what may be there afterwards. */
interface Deed {
  readonly name: string;
  /** The store's folder before the deed. */
  prepare(): Promise<string>;
  /** What other processes do once its store is open, before it. */
  first?(directory: string): Promise<unknown>;
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
  /** When its store begins a new generation by itself. */
  readonly checkpoint?: typeof neverCheckpoint;
  /** Its file is made in it. */
  readonly makes?: RegExp;
}

/** A commit, and all that comes of it in the background. */
async function addAndSettle(store: Store): Promise<void> {
  await addItems(store, ['new']);
  await store.health().catch(() => undefined);
}

const alwaysCheckpoint = { ...neverCheckpoint, bytes: 1 };

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
      appendFileSync(newestLog(directory), 'half a record');
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
    name: 'a commit that makes a checkpoint due',
    prepare: seedStore,
    act: addAndSettle,
    before: seededTitles,
    after: [...seededTitles, 'new'],
    checkpoint: alwaysCheckpoint,
    makes: /image\.00000003\.\w+\.sqlite/,
  },
  {
    name: 'a commit that makes a checkpoint with a segment due',
    prepare: async () => (await seedSegments()).directory,
    act: addAndSettle,
    before: segmentTitles,
    after: [...segmentTitles, 'new'],
    checkpoint: alwaysCheckpoint,
    makes: /pages\.00000005\.\w+/,
  },
  {
    name: 'a commit behind a checkpoint of another process',
    prepare: seedStore,
    async first(directory) {
      const other = openStore(directory, { mode: 'sync', checkpoint: alwaysCheckpoint });
      await addItems(other, ['of another']);
      await other.close();
    },
    act: store => addItems(store, ['new']),
    before: [...seededTitles, 'of another'],
    after: [...seededTitles, 'of another', 'new'],
  },
  {
    name: 'a checkpoint that a commit of another process overtakes',
    prepare: seedForRename,
    act: store => store.maintenance.compact(),
    before: seededTitles,
    after: ['one', 'two', 'three', 'four', 'five', renamedTitle],
    meanwhile: renameMeanwhile,
  },
  {
    name: 'a commit into a store whose newest image is damaged',
    prepare: seedDamaged,
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

/** In the short form, every 31st call: each deed makes most kinds of calls several times. */
const stride = sized(1, 61);

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
  await beforehand(deed, directory, store);
  faulty.arm(withOthers(deed, directory));
  await deed.act(store);
  const names = faulty.log.map(line => line.split(' ')[1] ?? '');
  if (deed.makes !== undefined) expect(faulty.log.join('\n')).toMatch(deed.makes);
  faulty.disarm();
  await store.close();
  return names;
}

/** The store that the deed is done to if there is something to go wrong; else one that others have open. */
function open(directory: string, { knows, checkpoint }: Deed, faulty?: FaultyFiles) {
  const store = openStore(directory, {
    ...(knows === undefined ? {} : { migrations: knows }),
    ...(faulty === undefined ? {} : { files: faulty.files }),
    ...(faulty === undefined || checkpoint === undefined ? {} : { checkpoint }),
  });
  return Object.assign(store, { directory });
}

async function beforehand({ first }: Deed, directory: string, store: Store): Promise<void> {
  if (first === undefined) return;
  await store.health();
  await first(directory);
}

/** All rows; while there is no store yet, what is shown instead has no rows worth comparing. */
function stateOf(store: Store, directory: string): Promise<string> {
  return existsSync(directory) && newestNumber(directory) > 0 ? dumpOf(store) : Promise.resolve('absent');
}

/** True for the failure that promises that nothing was written. */
function isUndone(outcome: unknown): boolean {
  return outcome instanceof StoreError && outcome.code === 'STORE_WRITE_FAILED';
}

/** Kills the process of a deed before one of its calls, and looks at what the others find. */
async function killBefore(deed: Deed, directory: string, index: number): Promise<void> {
  const faulty = new FaultyFiles();
  const store = open(directory, deed, faulty);
  const witness = open(directory, deed);
  if (deed.knows === undefined) await witness.health();
  await beforehand(deed, directory, store);
  faulty.arm(withOthers(deed, directory, dieAt(index, 'before')));
  const outcome = await deed.act(store).then(
    () => 'done',
    () => 'killed',
  );
  const at = `killed before call ${index} (${faulty.log[index]})`;
  pretendDead(directory, nobody);

  const fresh = open(directory, deed);
  const titles = await titlesOf(fresh).catch(error => {
    throw new Error(`${at}: ${error instanceof Error ? error.stack : String(error)}`);
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
  await fresh.maintenance.compact();
  await fresh.maintenance.compact();
  expectTidy(directory, at);
  expect(await titlesOf(witness), at).toEqual([...titles, 'afterwards']);

  faulty.disarm();
  await Promise.all([store, witness, fresh, reopened].map(one => one.close()));
}

/** One call of a deed fails; everything else works. */
async function failOnce(deed: Deed, directory: string, index: number, code: string): Promise<void> {
  const faulty = new FaultyFiles();
  const store = open(directory, deed, faulty);
  const witness = open(directory, deed);
  if (deed.knows === undefined) await witness.health();
  await beforehand(deed, directory, store);
  faulty.arm(withOthers(deed, directory, failAt(index, code)));
  const outcome: unknown = await deed.act(store).then(
    () => 'done',
    (error: unknown) => error,
  );
  const at = `call ${index} (${faulty.log[index]}) answered ${code}; outcome ${String(outcome)}`;
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

describe('a deed', () => {
  // By `%s`, because other patterns cut long names short.
  describe.each(deeds.map(deed => [deed.name, deed] as const))('%s', (_name, deed) => {
    /** Makes the store before the deed, once per try. */
    const copiesOf = async () => {
      const seed = await deed.prepare();
      return () => (existsSync(seed) ? copyOf(seed) : join(tempFolder('new'), 'store'));
    };

    it('leaves the state before or after it, wherever in it the process is killed', async () => {
      const copy = await copiesOf();
      const calls = (await callsOf(deed)).length;
      expect(calls).toBeGreaterThan(5);
      for (let index = 0; index <= calls; index += stride) await killBefore(deed, copy(), index);
    });

    it.each(Object.keys(answers).slice(0, sized(4, 2)))(
      'is done or not done, and says so, whichever call answers %s',
      async code => {
        const copy = await copiesOf();
        const names = await callsOf(deed);
        const failing = names.flatMap((name, index) => (answers[code]?.(name) === true ? index : []));
        expect(failing.length).toBeGreaterThan(0);
        for (const index of failing.filter((_, place) => place % stride === 0)) {
          await failOnce(deed, copy(), index, code);
        }
      },
    );
  });
});
