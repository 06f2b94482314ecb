import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userNode, workerFile } from './support/child.js';
import { afterThisTest } from './support/cleanup.js';
import type { Call, Judgement, Question } from './support/judge.js';
import { openStore, wasmFile } from './support/openStore.js';
import { commitOf, numbersOf, otherThings, PagesPlace, segmentOf, sparse, sumsOf } from './support/plantedStore.js';
import { markerOf, namesOf } from './support/rawLog.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seedCheckpoint, seededTitles, seedSegments } from './support/seed.js';
import { sized } from './support/size.js';

/** More than a process takes over any sound store of these, in MB. */
const maxPeak = 450;
/** What takes as long hangs, ms. */
const maxWait = 20_000;

const token = '0123456789abcdef';
const gigabyte = 2 ** 30;

/** The process that is asked, until one of its answers is late. */
class Judge {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
    afterThisTest(() => void child.kill('SIGKILL'));
  }

  static async start(): Promise<Judge> {
    const words = [await workerFile('judge'), JSON.stringify({ wasmFile })];
    return new Judge(spawn(userNode, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  }

  ask(directory: string, call: Call): Promise<Judgement> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#process.kill('SIGKILL');
        reject(new Error(`${call} hangs`));
      }, maxWait);
      this.#process.once('message', answer => {
        clearTimeout(late);
        resolve(answer as Judgement);
      });
      this.#process.send({ directory, call } satisfies Question);
    });
  }
}

/** All that is in a folder, without following links or reading what is no file or of many MB. */
function contentOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const kind = lstatSync(path);
    const about = `${kind.ino} ${kind.size} ${kind.mode.toString(8)}`;
    if (kind.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`;
    else if (kind.isDirectory()) found[name] = JSON.stringify(contentOf(path));
    else if (!kind.isFile() || kind.size > 10_000_000) found[name] = about;
    else found[name] = `${about} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
  }
  return found;
}

/** What is to come of a store: it is as it was, with or without a word about it; or its end cannot be reached; or nothing can be read. */
type Expected = 'whole' | 'said' | 'cut short' | 'refused' | 'too new';

interface Case {
  readonly plant: (place: PagesPlace) => void;
  readonly expected: Expected;
  /** What is read, if it is not everything. */
  readonly titles?: readonly string[];
  readonly seed?: 'segments';
}

const half = ['one', 'two', 'three'];

/** In the place of the newest base, which can be done without. */
const bases: Readonly<Record<string, object>> = {
  'that has 2^40 pages': { pages: 2 ** 40 },
  'that has more pages than can be counted': { pages: 1e300 },
  'that has less than no page': { pages: -1 },
  'that has half a page': { pages: 1.5 },
  'that has a word for pages': { pages: 'many' },
  'of commit 2^60': { seq: 2 ** 60 },
  'with 5,000 segments': { segments: Array.from({ length: 5000 }, () => ({ number: 1, token })) },
  'whose segments are no list': { segments: { length: 1e9 } },
  'whose log is in another folder': { token: '../../outside/log' },
  'whose image is in another folder': { image: { number: 2, token: '/../../../outside' } },
  'whose image has a number with a path': { image: { number: '../../outside/1', token } },
  'whose image has a number that no one can write': { image: { number: 1e21, token } },
  'whose segment is in another folder': { segments: [{ number: 1, token: '../../../outsid' }] },
  'with 8 MB more': { more: 'x'.repeat(8_000_000) },
  'in which lists are 20,000 deep': { more: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown },
};

const planted: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.entries(bases).map(([name, changes]) => [
      `a base ${name}`,
      {
        plant: (place: PagesPlace) => place.base(changes),
        expected: name.startsWith('in which') ? 'whole' : 'said',
      } as const,
    ]),
  ),
  'a base of other text with a sum that fits': {
    plant: place => place.baseText(2, '[[]'),
    expected: 'said',
  },
  'a base that is a list 100,000 deep': {
    plant: place => place.baseText(2, '['.repeat(100_000)),
    expected: 'said',
  },
  'a base of 10 GB': {
    plant: place => sparse(place.at('base.00000002'), 10 * gigabyte),
    expected: 'said',
  },
  'a later base of 10 GB': {
    plant: place => sparse(place.at('base.00000003'), 10 * gigabyte),
    expected: 'cut short',
  },
  'a base of a far future without its log': {
    plant: place => place.base({ number: 999_999_999_999_999, token }),
    expected: 'cut short',
  },
  'a base of a far future with an empty log': {
    plant: place => {
      writeFileSync(place.at(`log.999999999999999.${token}`), '');
      place.base({ number: 999_999_999_999_999, token });
    },
    expected: 'whole',
    titles: half,
  },
  'a base of a later schema': { plant: place => place.base({ schema: 2 ** 31 }), expected: 'too new' },
  'a base of a later format': { plant: place => place.base({ format: 2 ** 31 }), expected: 'too new' },

  'an image of 10 GB': {
    plant: place => sparse(place.newest('image', '.sqlite'), 10 * gigabyte),
    expected: 'said',
  },
  'an image of 1 TB whose sums say so': {
    plant: place => {
      sparse(place.newest('image', '.sqlite'), 1024 * gigabyte);
      writeFileSync(place.newest('image', '.sums'), numbersOf('sums', [0, 0], 2 ** 28));
      sparse(place.newest('image', '.sums'), 4 * (2 ** 28 + 3));
    },
    expected: 'said',
  },
  'sums of 10 GB': { plant: place => sparse(place.newest('image', '.sums'), 10 * gigabyte), expected: 'said' },
  'sums of 4 billion pages': {
    plant: place => writeFileSync(place.newest('image', '.sums'), numbersOf('sums', [1, 2], 2 ** 32 - 1)),
    expected: 'said',
  },
  'no sums': { plant: place => writeFileSync(place.newest('image', '.sums'), ''), expected: 'said' },
  'an image that is no database': {
    plant: place => place.image(image => image.fill('no database ')),
    expected: 'said',
  },
  'an image with pages of another size': {
    plant: place => place.image(image => image.writeUInt16BE(8192, 16)),
    expected: 'said',
  },
  'an image that has a log of SQLite’s own': {
    plant: place => place.image(image => image.fill(2, 18, 20)),
    expected: 'said',
  },
  'an image of a later SQLite': {
    plant: place => place.image(image => image.fill(9, 18, 20)),
    expected: 'said',
  },
  'an image whose tables are malformed': {
    plant: place => place.image(image => image.fill(0xa5, 4096)),
    expected: 'refused',
  },
  'an image whose list of tables is malformed': {
    plant: place => place.image(image => image.fill(0xa5, 100, 4096)),
    expected: 'refused',
  },
  'an image whose tables say nonsense of themselves': {
    plant: place =>
      place.imageBy(
        "pragma writable_schema = on; update sqlite_master set sql = 'create tabel x' where name = 'work_items'",
      ),
    expected: 'refused',
  },
  'an image whose pages belong to other tables': {
    plant: place =>
      place.imageBy('pragma writable_schema = on; update sqlite_master set rootpage = 2 where rootpage > 2'),
    expected: 'refused',
  },
  'an image whose tables are where no page is': {
    plant: place =>
      place.imageBy("pragma writable_schema = on; update sqlite_master set rootpage = 4000000 where type = 'table'"),
    expected: 'refused',
  },

  'a segment of 10 GB': {
    plant: place => sparse(place.newest('pages'), 10 * gigabyte),
    expected: 'said',
    seed: 'segments',
  },
  'a segment of 4 billion pages': {
    plant: place => writeFileSync(place.newest('pages'), numbersOf('segment', [1, 2], 2 ** 32 - 1)),
    expected: 'said',
    seed: 'segments',
  },
  'a segment whose size says 8 million pages': {
    plant: place => {
      const count = 2 ** 23;
      writeFileSync(place.newest('pages'), numbersOf('segment', [1, 2], count));
      sparse(place.newest('pages'), (Math.ceil((8 * count + 12) / 4096) + count) * 4096);
    },
    expected: 'said',
    seed: 'segments',
  },
  'a segment of a page that no database has': {
    plant: place => writeFileSync(place.newest('pages'), segmentOf([0xffff_fff0])),
    expected: 'said',
    seed: 'segments',
  },
  'an empty segment': {
    plant: place => writeFileSync(place.newest('pages'), ''),
    expected: 'said',
    seed: 'segments',
  },

  'a log of a gigabyte': { plant: place => sparse(place.log, gigabyte), expected: 'cut short', titles: half },
  'a log of 10 GB': { plant: place => sparse(place.log, 10 * gigabyte), expected: 'cut short', titles: half },
  'a later log of 10 GB': {
    plant: place => sparse(place.at(`log.00000003.${token}`), 10 * gigabyte),
    expected: 'whole',
  },
  'a later log of 100 MB of nothing': {
    plant: place => sparse(place.at(`log.00000003.${token}`), 100_000_000),
    expected: 'whole',
  },
  'a record of 4 GB': {
    plant: place => {
      const bytes = Buffer.alloc(44);
      markerOf(place.log).copy(bytes);
      bytes.writeUInt32LE(2 ** 32 - 1, 8);
      place.append(bytes);
    },
    expected: 'whole',
  },
  'a record of commit 2^64 - 1': {
    plant: place => place.record(commitOf(place.pages, 1), { seq: 2n ** 64n - 1n }),
    expected: 'cut short',
  },
  'a record of no kind': { plant: place => place.record(commitOf(place.pages, 1), { kind: 7 }), expected: 'cut short' },
  'a record of a later schema': {
    plant: place => place.record(commitOf(place.pages, 1), { schema: 2 ** 32 - 1 }),
    expected: 'too new',
  },
  'a record without a body': { plant: place => place.record(Buffer.alloc(0)), expected: 'cut short' },
  'a record with half a body': { plant: place => place.record(Buffer.alloc(9)), expected: 'cut short' },
  'a record of 4 billion pages': { plant: place => place.record(commitOf(2 ** 32 - 1, 1)), expected: 'cut short' },
  'a record whose change is far behind the pages': {
    plant: place => place.record(commitOf(place.pages, 0x3fff_ffff)),
    expected: 'cut short',
  },
  'a record whose change is right behind the pages': {
    plant: place => place.record(commitOf(place.pages, place.pages)),
    expected: 'cut short',
  },
  'a record whose range leaves its page': {
    plant: place => place.record(commitOf(place.pages, 1, { offset: 4096 })),
    expected: 'cut short',
  },
  'a record whose range is longer than the record': {
    plant: place => place.record(commitOf(place.pages, 1, { offset: 0, length: 4000 })),
    expected: 'cut short',
  },
  'a record whose change is longer than the record': {
    plant: place => place.record(commitOf(place.pages, 1, { follow: 2 ** 32 - 1 })),
    expected: 'cut short',
  },
  'a record with more ranges than it has': {
    plant: place => place.record(commitOf(place.pages, 1, { ranges: 65_535 })),
    expected: 'cut short',
  },
  'a record with fewer ranges than it has': {
    plant: place => place.record(commitOf(place.pages, 1, { ranges: 0 })),
    expected: 'cut short',
  },
  'a record that makes no database of the first page': {
    plant: place => place.record(commitOf(place.pages, 0, { offset: 0, bytes: Buffer.alloc(100, 'x') })),
    expected: 'refused',
  },
  'a record that makes the tables malformed': {
    plant: place => place.record(commitOf(place.pages, 0, { offset: 100, bytes: Buffer.alloc(3996, 0xa5) })),
    expected: 'refused',
  },
  'a record after which there are no pages': { plant: place => place.record(commitOf(1, 0)), expected: 'refused' },
  'a seal that says nothing': { plant: place => place.seal('{'), expected: 'cut short' },
  'a seal that says null': { plant: place => place.seal(null), expected: 'cut short' },
  'a seal that names its own log': {
    plant: place => place.seal({ next: { number: 2, token: place.tokenOfLog } }),
    expected: 'cut short',
  },
  'a seal that names its own log as the next': {
    plant: place => place.seal({ next: { number: 3, token: place.tokenOfLog } }),
    expected: 'cut short',
  },
  'a seal that names a log in another folder': {
    plant: place => place.seal({ next: { number: 3, token: '../../outside/log' } }),
    expected: 'cut short',
  },
  'a seal that names a log of 10 GB': {
    plant: place => {
      sparse(place.at(`log.00000003.${token}`), 10 * gigabyte);
      place.seal({ next: { number: 3, token } });
    },
    expected: 'cut short',
  },
  'a seal to an image that is not there': {
    plant: place => {
      writeFileSync(place.at(`log.00000003.${token}`), '');
      place.seal({ next: { number: 3, token }, image: { number: 3, token }, pages: 1 });
    },
    expected: 'cut short',
  },
  'a seal to an image that is no database': {
    plant: place => {
      const image = Buffer.alloc(8192, 'no database ');
      writeFileSync(place.at(`image.00000003.${token}.sqlite`), image);
      writeFileSync(place.at(`image.00000003.${token}.sums`), sumsOf(image));
      writeFileSync(place.at(`log.00000003.${token}`), '');
      place.seal({ next: { number: 3, token }, image: { number: 3, token }, pages: 2 });
    },
    expected: 'cut short',
  },
  'a seal to 2^40 pages': {
    plant: place => {
      writeFileSync(place.at(`log.00000003.${token}`), '');
      place.seal({ next: { number: 3, token }, image: { number: 3, token }, pages: 2 ** 40 });
    },
    expected: 'cut short',
  },
  'names that are nearly those of files': {
    plant: place => {
      for (const name of [
        `base.00000009.${token}`,
        'base.00000009.sums',
        'base.00000009.sqlite',
        'base.9',
        'log.00000009',
        `log.00000009.${token}.sqlite`,
        `log.00000009.${token.toUpperCase()}`,
        `pages.00000009.${token}.sums`,
        `image.00000009.${token}`,
        'image.00000009.sqlite',
        `draft.00000009.${token}.sums`,
      ]) {
        writeFileSync(place.at(name), 'x'.repeat(100));
      }
    },
    expected: 'whole',
  },
  'a turn of nobody that was lost nine times': {
    plant: place => writeFileSync(place.at('turn'), '9'),
    expected: 'whole',
  },
  'a turn of 10 GB': { plant: place => sparse(place.at('turn'), 10 * gigabyte), expected: 'whole' },
};

/** What each name may lead to instead of a file, and what comes of it. */
const names: Readonly<Record<string, Omit<Case, 'plant'> & { path: (place: PagesPlace) => string }>> = {
  base: { path: place => place.newest('base'), expected: 'said' },
  'a later base': { path: place => place.at('base.00000003'), expected: 'cut short' },
  image: { path: place => place.newest('image', '.sqlite'), expected: 'said' },
  sums: { path: place => place.newest('image', '.sums'), expected: 'said' },
  segment: { path: place => place.newest('pages'), expected: 'said', seed: 'segments' },
  log: { path: place => place.log, expected: 'cut short', titles: half },
  'a later log': { path: place => place.at(`log.00000003.${token}`), expected: 'whole' },
  draft: { path: place => place.at(`draft.00000001.${token}`), expected: 'whole' },
  turn: { path: place => place.at('turn'), expected: 'whole' },
};

const all: Readonly<Record<string, Case>> = {
  ...planted,
  ...Object.fromEntries(
    Object.entries(names).flatMap(([name, { path, ...rest }]) =>
      Object.entries(otherThings).map(([thing, put]) => [
        `${thing} in the place of the ${name}`,
        { ...rest, plant: (place: PagesPlace) => put(path(place), place.outside) },
      ]),
    ),
  ),
};

async function judged(judge: Judge, directory: string, name: string, call: Call): Promise<Judgement> {
  const found = await judge.ask(directory, call);
  const at = `${name}: ${call}`;
  expect(found.code === 'RAW' ? found.message : undefined, at).toBeUndefined();
  expect(found.peak, `${at}, MB`).toBeLessThan(maxPeak);
  if (found.code !== undefined && found.code !== 'INVALID_STATEMENT') {
    expect(found.hasNext, `${at} says what to do: ${found.message}`).toBe(true);
    expect(found.message, at).toMatch(/^[^\n]{10,300}\.$/);
  }
  return found;
}

async function expectOutcome(judge: Judge, name: string, place: PagesPlace, known: Case, titles: readonly string[]) {
  const { directory, outside } = place;
  known.plant(place);
  const before = contentOf(directory);
  const beside = contentOf(outside);
  const ask = (call: Call) => judged(judge, directory, name, call);
  const read = known.titles ?? titles;
  const refusal = { code: known.expected === 'too new' ? 'STORE_TOO_NEW' : 'STORE_CORRUPT' };
  const isRead = !['refused', 'too new'].includes(known.expected);
  expect(await ask('list'), name).toMatchObject(isRead ? { value: [...read].sort() } : refusal);
  expect(await ask('query'), name).toMatchObject(isRead ? { value: read } : refusal);
  const health = (await ask('health')).value as { state: string; reason?: string };
  const check = await ask('check');
  const { ok, problems } = (check.value ?? {}) as { ok?: boolean; problems?: readonly string[] };
  const states = { whole: 'ready', said: 'ready', 'cut short': 'corrupt', refused: 'corrupt', 'too new': 'too-new' };
  if (known.expected !== 'refused') expect(health.state, name).toBe(states[known.expected]);
  expect(ok, `${name}: ${problems?.join()}`).toBe(
    known.expected === 'too new' ? undefined : known.expected === 'whole',
  );
  if (known.expected === 'said') expect(health.reason, name).toMatch(/ was used instead\.$/);
  if (known.expected !== 'whole' && known.expected !== 'said') {
    for (const call of ['refuse', 'add', 'compact'] as const) expect(await ask(call), name).toMatchObject(refusal);
  }
  expect(contentOf(directory), name).toEqual(before);
  if (known.expected === 'whole' || known.expected === 'said') {
    expect(await ask('refuse'), name).toMatchObject({ code: 'INVALID_STATEMENT' });
    for (const call of ['add', 'compact', 'add'] as const) expect((await ask(call)).code, name).toBeUndefined();
    expect((await ask('query')).value, name).toEqual([...read, 'next', 'next']);
    expect((await ask('check')).value, name).toMatchObject({ ok: true });
  }
  expect(contentOf(outside), name).toEqual(beside);
}

describe('files that somebody put into the store’s folder', () => {
  it('are refused in a sentence or passed over, in little memory, and nothing else is touched', async () => {
    const seeds = { plain: await seedCheckpoint(), segments: await seedSegments() };
    const judge = await Judge.start();
    const chosen = Object.entries(all).filter((_, index) => index % sized(1, 5) === 0);
    for (const [name, known] of chosen) {
      const seed = known.seed === undefined ? seeds.plain : seeds.segments.directory;
      const directory = copyOf(seed);
      const outside = join(directory, '..', 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'thesis.txt'), 'a year of work\n');
      const titles = known.seed === undefined ? seededTitles : seeds.segments.titles;
      await expectOutcome(judge, name, new PagesPlace(directory, outside), known, titles);
    }
  });

  it('as bytes behind the last commit are passed over, and where they are many, the next commit begins a new log', async () => {
    for (const [size, logs] of [
      [60_000_000, ['base.00000001', 'base.00000002']],
      [100_000_000, ['base.00000002', 'base.00000003']],
    ] as const) {
      const place = new PagesPlace(copyOf(await seedCheckpoint()), '');
      sparse(place.log, size);
      const store = openStore(place.directory);
      expect(await titlesOf(store)).toEqual(seededTitles);
      await addItems(store, ['next']);
      await store.close();
      expect(await titlesOf(openStore(place.directory))).toEqual([...seededTitles, 'next']);
      expect(namesOf(place.directory, 'base')).toEqual(logs);
    }
  });
});
