import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreError } from '../../src/store/storeError.js';
import { onEngine } from './support/engine.js';
import { FaultyFiles } from './support/faultyFiles.js';
import { journalPath, snapshotPaths } from './support/imageOf.js';
import { openStore } from './support/openStore.js';
import { chainOf, headerLength, makeRecord, parseJournal, readJournal } from './support/rawJournal.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

/** Numbers below `limit`, the same in each run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Commits in a first generation alone. */
async function oneGeneration(): Promise<string> {
  const directory = join(tempFolder('one'), 'store');
  const store = openStore(directory);
  for (const title of ['a', 'b', 'c', 'd', 'e']) await addItems(store, [title]);
  await store.close();
  return directory;
}

function renaming(directory: string, generation: number, title: string, behind = 0): Buffer {
  const last = readJournal(journalPath(directory, generation)).records.at(-1 - behind);
  const statement = ['update "work_items" set "title" = ? where "number" = ?', [title, 1], 1];
  return makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, { at: 1, pid: 1, v: 1, st: [statement] });
}

/** A second generation that begins with records copied from the first, because a commit came while its snapshot was written. */
async function withCopiedRecords(): Promise<string> {
  const directory = join(tempFolder('copied'), 'store');
  const faulty = new FaultyFiles();
  const store = openStore(directory, { files: faulty.files });
  for (const title of ['a', 'b', 'c']) await addItems(store, [title]);
  let met = false;
  faulty.arm((call, real) => {
    if (!met && call.name === 'openSync' && /state\.00000002\.\w+\.sqlite$/.test(String(call.args[0]))) {
      met = true;
      appendFileSync(journalPath(directory, 1), renaming(directory, 1, 'a, renamed'));
    }
    return real();
  });
  await store.maintenance.compact();
  faulty.disarm();
  for (const title of ['d', 'e', 'f']) await addItems(store, [title]);
  await store.close();
  expect(readJournal(journalPath(directory, 2)).records[0]?.payload.dict).toBeDefined();
  return directory;
}

/** Among its commits one of a process that was overtaken. */
async function withFencedRecord(): Promise<string> {
  const directory = copyOf(await seedStore());
  const store = openStore(directory);
  await addItems(store, ['seven']);
  appendFileSync(journalPath(directory), renaming(directory, 2, 'of nobody', 1));
  await addItems(store, ['eight']);
  await addItems(store, ['nine']);
  await store.close();
  return directory;
}

/** The records of a journal, each as bytes. */
function recordsOf(path: string): Buffer[] {
  const bytes = readFileSync(path);
  return parseJournal(bytes).records.map(({ start, end }) => bytes.subarray(start, end));
}

/** Removes one to three records, doubles one at any place, or exchanges two. */
function changed(records: readonly Buffer[], roll: (limit: number) => number): readonly [string, Buffer[]] {
  const list = [...records];
  const deed = roll(3);
  const [one, other] = [roll(list.length), roll(list.length)];
  if (deed === 0) {
    const gone = new Set(Array.from({ length: 1 + roll(3) }, () => roll(list.length)));
    return [`without ${[...gone].join()}`, list.filter((_, index) => !gone.has(index))];
  }
  if (deed === 1) {
    list.splice(other, 0, list[one] ?? Buffer.alloc(0));
    return [`with ${one} once more at ${other}`, list];
  }
  [list[one], list[other]] = [list[other] ?? Buffer.alloc(0), list[one] ?? Buffer.alloc(0)];
  return [`with ${one} and ${other} exchanged`, list];
}

/**
 * True when no record is left that proves what is missing: then the file is that of a store in which the last commits were
 * never made, and nothing in it can tell the two apart.
 */
function isMerelyShorter(bytes: Buffer): boolean {
  const journal = parseJournal(bytes);
  const last = chainOf(journal).at(-1) ?? journal.baseSeq;
  return journal.records.every(({ seq }) => seq <= last);
}

function contentOf(directory: string): string {
  const names = readdirSync(directory).filter(name => /^(journal|state)\./.test(name));
  const hash = createHash('sha256');
  for (const name of names.sort()) {
    hash.update(name);
    if (lstatSync(join(directory, name)).isFile()) hash.update(readFileSync(join(directory, name)));
  }
  return hash.digest('hex');
}

onEngine('journal', 'a journal of which whole records were removed, doubled or exchanged', () => {
  it('is read in full or called corrupt, and is never sound and shorter', async () => {
    const roll = dice(20_260);
    const seeds = [await oneGeneration(), await seedStore(), await withCopiedRecords(), await withFencedRecord()];
    const whole = await Promise.all(seeds.map(seed => dumpOf(openStore(copyOf(seed)))));
    const counts = { full: 0, corrupt: 0, shorter: 0 };
    const rounds = sized(300, 24);
    for (let round = 0; counts.full + counts.corrupt < rounds; round += 1) {
      const index = round % seeds.length;
      const directory = copyOf(seeds[index] ?? '');
      const journals = readdirSync(directory).filter(name => name.endsWith('.log'));
      // The older journal matters less: the newer one is valid without it.
      const name = (roll(4) === 0 ? journals[0] : journals.at(-1)) ?? '';
      const path = join(directory, name);
      const original = readFileSync(path);
      const [what, records] = changed(recordsOf(path), roll);
      const bytes = Buffer.concat([original.subarray(0, headerLength), ...records]);
      const at = `seed ${index}, ${name} ${what}`;
      if (name === journals.at(-1) && !bytes.equals(original) && isMerelyShorter(bytes)) {
        const isSame = JSON.stringify(chainOf(parseJournal(bytes))) === JSON.stringify(chainOf(parseJournal(original)));
        if (!isSame) {
          counts.shorter += 1;
          continue;
        }
      }
      writeFileSync(path, bytes);
      const content = contentOf(directory);
      const store = openStore(directory);
      const health = await store.health();
      const check = await store.maintenance.check();
      if (health.state === 'corrupt') {
        counts.corrupt += 1;
        expect(check.ok, at).toBe(false);
        const refusal: unknown = await addItems(store, ['lost']).catch(error => error);
        expect(refusal, at).toBeInstanceOf(StoreError);
        expect(contentOf(directory), at).toBe(content);
      } else {
        counts.full += 1;
        expect(health.state, at).toBe('ready');
        expect(await dumpOf(store), at).toBe(whole[index]);
        await addItems(store, ['next']);
        expect((await titlesOf(openStore(directory))).at(-1), at).toBe('next');
      }
      await store.close();
    }
    // Each outcome was met, so that the test is about something.
    expect(Math.min(counts.full, counts.corrupt)).toBeGreaterThan(sized(50, 3));
  });

  it('says where, in words that are true, and is restored', async () => {
    const directory = copyOf(await seedStore());
    const records = recordsOf(journalPath(directory));
    const header = readFileSync(journalPath(directory)).subarray(0, headerLength);
    const backup = join(directory, '..', 'backup.sqlite');
    // The second of the commits that add four and five, and six.
    const gone = records.length - 2;
    writeFileSync(journalPath(directory), Buffer.concat([header, ...records.filter((_, index) => index !== gone)]));
    const last = readJournal(journalPath(directory)).records.at(-2)?.seq ?? 0;
    const store = openStore(directory);
    const reason = `journal.00000002.log is damaged after commit ${last}, and more commits follow the damage.`;
    expect(await store.health()).toMatchObject({ state: 'corrupt', reason });
    expect((await store.maintenance.check()).problems).toEqual([
      `The journal is damaged after commit ${last}, and more commits follow the damage.`,
    ]);
    expect(await titlesOf(store)).toEqual(['one', 'two', 'three']);
    await store.maintenance.backup(backup);
    await store.maintenance.restore(backup);
    await addItems(store, ['again']);
    const fresh = openStore(directory);
    expect(await titlesOf(fresh)).toEqual(['one', 'two', 'three', 'again']);
    expect((await fresh.maintenance.check()).problems).toEqual([]);
  });

  it('that lacks both the seal and the new generation’s own word goes on in that generation', async () => {
    const directory = copyOf(await seedStore());
    for (const [generation, isGone] of [
      [1, (payload: object) => 'seal' in payload],
      [2, (payload: object) => 'begun' in payload],
    ] as const) {
      const path = journalPath(directory, generation);
      const bytes = readFileSync(path);
      const kept = parseJournal(bytes).records.filter(({ payload }) => !isGone(payload));
      writeFileSync(
        path,
        Buffer.concat([bytes.subarray(0, headerLength), ...kept.map(({ start, end }) => bytes.subarray(start, end))]),
      );
    }
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    await addItems(store, ['seven']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'seven']);
  });
});

/** Puts a pipe in the place of a file: whoever opens it as a file waits forever. */
function putPipe(path: string): void {
  rmSync(path);
  execFileSync('mkfifo', [path]);
}

/** Moves a file aside and leaves a link to it. */
function putLink(path: string): void {
  renameSync(path, join(path, '..', 'elsewhere'));
  symlinkSync('elsewhere', path);
}

onEngine('journal', 'the only journal as', () => {
  it.each([
    ['a pipe', putPipe],
    ['a link', putLink],
  ])('%s is not read, and said to be none', async (_what, put) => {
    const directory = await oneGeneration();
    const live = openStore(directory);
    await titlesOf(live);
    put(journalPath(directory, 1));
    const message = 'Cannot read the store: journal.00000001.log is not a regular file.';
    for (const store of [live, openStore(directory)]) {
      await expect(titlesOf(store)).rejects.toMatchObject({ code: 'STORE_CORRUPT', message });
      await expect(addItems(store, ['x'])).rejects.toMatchObject({ code: 'STORE_CORRUPT', message });
      expect(await store.maintenance.check()).toMatchObject({ ok: false, problems: [message] });
    }
  });
});

onEngine('journal', 'a folder without a journal', () => {
  const traces = [
    'torn.1790000000000.0a1b2c3d',
    'before-migration.v1.1.4.sqlite',
    'before-restore.1790000000000.0a1b2c3d.sqlite',
    'replaced/T-1-01JABCDEFGHJKMNPQRSTVWXYZ0.json',
    'secrets/login/1/.env',
  ];

  it.each(traces)('in which a store left %s is refused until the journal is back', async trace => {
    const directory = await oneGeneration();
    mkdirSync(dirname(join(directory, trace)), { recursive: true });
    writeFileSync(join(directory, trace), 'x');
    const path = journalPath(directory, 1);
    renameSync(path, join(directory, '..', 'away'));
    const store = openStore(directory);
    const refusal = { code: 'STORE_CORRUPT', message: 'Cannot read the store: its journals are missing.' };
    await expect(addItems(store, ['x'])).rejects.toMatchObject(refusal);
    await expect(titlesOf(store)).rejects.toMatchObject(refusal);
    expect(readdirSync(directory).filter(name => name.startsWith('journal.'))).toEqual([]);
    renameSync(join(directory, '..', 'away'), path);
    await addItems(store, ['f']);
    expect(await titlesOf(store)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('is given a store where its files may have come before the first commit', async () => {
    const directory = join(tempFolder('before'), 'store');
    const early = [
      'bin/stateroom',
      'hooks/pre-commit',
      'logs/login.log',
      'evidence/01JABCDEFGHJKMNPQRSTVWXYZ0.log',
      'messages/01JABCDEFGHJKMNPQRSTVWXYZ0.json',
      'journeys/login.json',
      'kept/distances.json',
      'proc.999999999.0a1b2c3d4e5f',
      'journal.00000001.log.tmp999999999',
    ];
    for (const name of early) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), '');
    }
    for (const name of ['secrets', 'replaced', 'waiting', 'beats']) mkdirSync(join(directory, name));
    const store = openStore(directory);
    await addItems(store, ['one']);
    expect(await titlesOf(openStore(directory))).toEqual(['one']);
  });
});

onEngine('journal', 'a snapshot as', () => {
  it.each([
    ['a pipe', putPipe],
    ['a link', putLink],
  ])('%s is not read: the generation before leads to the same state', async (_what, put) => {
    const directory = copyOf(await seedStore());
    const [snapshot] = snapshotPaths(directory, 2);
    put(snapshot ?? '');
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect(await store.health()).toMatchObject({
      state: 'ready',
      reason: expect.stringContaining('The snapshot of generation 2 is missing or damaged.'),
    });
    expect((await store.maintenance.check()).ok).toBe(false);
    await addItems(store, ['seven']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'seven']);
  });
});

onEngine('journal', 'a newest journal that is', () => {
  const losses: readonly (readonly [string, (path: string) => void])[] = [
    ['missing', path => rmSync(path)],
    ['empty', path => writeFileSync(path, '')],
    ['cut within its header', path => writeFileSync(path, readFileSync(path).subarray(0, 20))],
    ['full of zeros', path => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
    ['a pipe', putPipe],
    ['a link', putLink],
  ];
  const reason =
    'journal.00000002.log, which contained the commits after commit COMMIT, is missing, empty or not a regular file.';

  it.each(losses)('%s leaves the generation before to be read, and is said', async (_what, lose) => {
    const directory = copyOf(await seedStore());
    const live = openStore(directory);
    await titlesOf(live);
    const seal = readJournal(journalPath(directory, 1)).records.find(({ payload }) => payload.seal !== undefined);
    const said = reason.replace('COMMIT', String((seal?.seq ?? 0) - 1));
    lose(journalPath(directory, 2));
    const content = contentOf(directory);
    for (const store of [openStore(directory), live]) {
      // Twice: the second look must not find anything else.
      for (let look = 0; look < 2; look += 1) {
        expect(await titlesOf(store)).toEqual(['one', 'two', 'three']);
        expect(await store.health()).toMatchObject({
          state: 'corrupt',
          reason: said,
          hint: 'The store is readable up to that commit, and nothing is overwritten. If you have a copy of the file, put it back. Otherwise, save what is left with `stateroom store backup <file>`, then make the store usable again with `stateroom store restore <file>`.',
        });
      }
      await expect(addItems(store, ['x'])).rejects.toMatchObject({ code: 'STORE_CORRUPT', message: said });
      expect(await store.maintenance.check()).toMatchObject({ ok: false, problems: [said] });
    }
    expect(contentOf(directory)).toBe(content);

    const file = join(directory, '..', 'backup.sqlite');
    const store = openStore(directory);
    await store.maintenance.backup(file);
    await store.maintenance.restore(file);
    await addItems(store, ['again']);
    for (const one of [store, live, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(['one', 'two', 'three', 'again']);
      expect(await one.health()).toEqual({ state: 'ready', location: directory });
      expect((await one.maintenance.check()).problems).toEqual([]);
    }
  });

  it('put back is read again by every process', async () => {
    const directory = copyOf(await seedStore());
    const path = journalPath(directory, 2);
    renameSync(path, `${path}.away`);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(['one', 'two', 'three']);
    renameSync(`${path}.away`, path);
    expect(await titlesOf(store)).toEqual(seededTitles);
    await addItems(store, ['seven']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'seven']);
    expect(readdirSync(directory).filter(name => basename(name).startsWith('torn.'))).toEqual([]);
  });
});
