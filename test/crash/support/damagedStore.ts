import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { openSqljsStore, type SqljsStoreOptions } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../../src/store/store.js';
import { FaultyFiles, systemError } from './faultyFiles.js';
import { neverCheckpoint, wasmFile } from './openStore.js';
import { namesOf, readLog } from './rawLog.js';
import { addItems, claimItem, dumpOf, titlesOf } from './rows.js';
import { quickFolder } from './tempFolder.js';

/** What was acknowledged up to a commit. */
export interface Acknowledged {
  readonly seq: number;
  readonly titles: readonly string[];
  readonly dump: string;
}

/** A closed store, byte for byte, and all that it ever was. */
export interface History {
  readonly directory: string;
  readonly content: ReadonlyMap<string, Buffer>;
  readonly states: readonly Acknowledged[];
  /** The newest log, and the commit that it goes on from. */
  readonly log: string;
  readonly start: number;
}

/** A store that is not closed by itself after the test: a test has thousands of them. */
export function openPlain(directory: string, options: Partial<SqljsStoreOptions> = {}): Store {
  return openSqljsStore({
    directory,
    wasmFile,
    clock: { now: () => Date.now() },
    ids: randomIds,
    log: silentLog,
    mode: 'async',
    lockTimeoutMs: 60_000,
    checkpoint: neverCheckpoint,
    ...options,
  });
}

type Step = (store: Store) => Promise<unknown>;
const add =
  (...titles: string[]): Step =>
  store =>
    addItems(store, titles);
const compact: Step = store => store.maintenance.compact();
const claim: Step = store => claimItem(store, 'ann', 2);
const atClose = { checkpoint: { ...neverCheckpoint, closeRecords: 0 } };
const many = Array.from({ length: 400 }, (_, index) => `${index} ${'x'.repeat(2500)}`);

/** Each line is a process that opens the store, does what is said and closes it. */
const stories: Readonly<Record<string, readonly (readonly [Partial<SqljsStoreOptions>, ...Step[]])[]>> = {
  'one log': [[{}, add('a'), add('b'), claim, add('c', 'd'), add('e')]],
  'a checkpoint': [
    [atClose, add('a'), add('b', 'c')],
    [{}, add('d'), claim, add('e')],
  ],
  'a compaction': [[{}, add('a'), add('b', 'c'), claim, compact, add('d'), add('e')]],
  segments: [
    [{}, add(...many), compact],
    [atClose, add('in the first')],
    [atClose, claim, add('in the second')],
    [{}, add('in the log'), add('last')],
  ],
  'seals without bases': [
    [{}, add('a'), add('b', 'c')],
    [{ files: withoutBases() }, add('d'), compact, add('e'), claim],
    [{ ...atClose, files: withoutBases() }, add('f')],
    [{}, add('g'), add('h')],
  ],
};
export const storyNames = Object.keys(stories);

/** Every base is lost before it has its name. */
function withoutBases() {
  const faulty = new FaultyFiles();
  faulty.arm((call, real) => {
    if (call.name === 'linkSync') throw systemError('ENOSPC', 'link');
    return real();
  });
  return faulty.files;
}

export async function historyOf(name: string): Promise<History> {
  const directory = join(quickFolder('history'), 'store');
  const states: Acknowledged[] = [];
  for (const [options, ...steps] of stories[name] ?? []) {
    const store = openPlain(directory, options);
    for (const step of steps) {
      await step(store);
      const { commits: seq } = await store.maintenance.check();
      states.push({ seq, titles: await titlesOf(store), dump: await dumpOf(store) });
    }
    await store.close();
  }
  const names = readdirSync(directory, { withFileTypes: true }).filter(entry => entry.isFile());
  const log = join(directory, namesOf(directory, 'log').at(-1) ?? '');
  return {
    directory,
    content: new Map(names.map(({ name: file }) => [file, readFileSync(join(directory, file))])),
    states,
    log,
    start: (readLog(log)[0]?.seq ?? 0) - 1,
  };
}

/** Makes the folder what it was. */
export function putBack({ directory, content }: History): void {
  for (const name of readdirSync(directory)) if (!content.has(name)) rmSync(join(directory, name), { recursive: true });
  for (const [name, bytes] of content) writeFileSync(join(directory, name), bytes);
}

/**
 * What may be read without a word of damage: what the whole records of the newest log lead to, as nothing shows that there were others
 * behind them. That is everything, unless this log is damaged.
 */
export function soundState({ states, log, start }: History): Acknowledged {
  const last = Math.max(start, ...readLog(log).map(({ seq }) => seq));
  const nothing = { seq: 0, titles: [], dump: '' };
  return states.findLast(({ seq }) => seq <= last) ?? nothing;
}
