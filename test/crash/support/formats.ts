import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Engine } from './engine.js';
import type { FileCall } from './faultyFiles.js';
import { journalPath, newestGeneration, snapshotPaths } from './imageOf.js';
import { seedCheckpoint } from './pagesSeed.js';
import { chainOf, makeRecord, readJournal } from './rawJournal.js';
import { namesOf, newestLog, readLog, readRawBase } from './rawLog.js';
import { bytesOfRival } from './rival.js';
import { changeTitle } from './rows.js';
import { seedStore } from './seed.js';

/** What the formats keep in different files. */
export interface Format {
  /** The number of the last checkpoint; 0 where there is no store. */
  newest(directory: string): number;
  /** The file that the next commit goes to. */
  tail(directory: string): string;
  /** The store of `seedStore` without its newest image, which can be done without. */
  seedDamaged(): Promise<string>;
  /** The store of `seedStore`, for `rename`. */
  seedForRename(): Promise<string>;
  /** As if another process gave item six another title while a checkpoint begins to write its image. */
  rename(call: FileCall, directory: string): void;
  /** All that was written since the last checkpoint is one chain, by the files alone. */
  expectChain(directory: string): void;
  /** Nothing that a dead process left outlives two checkpoints; `living` processes have the store open. */
  expectTidy(directory: string, living: number, at?: string): void;
}

export const renamedTitle = 'six, renamed';

/** True for the call that makes this file. */
function makes(call: FileCall, name: RegExp): boolean {
  return call.name === 'openSync' && call.args[1] === 'wx' && name.test(basename(String(call.args[0])));
}

const journal: Format = {
  newest: newestGeneration,
  tail: directory => journalPath(directory),
  async seedDamaged() {
    const directory = await seedStore();
    for (const path of snapshotPaths(directory)) writeFileSync(path, 'no image');
    return directory;
  },
  seedForRename: seedStore,
  rename(call, directory) {
    // Between the image and the lock for the seal: where the snapshot is made, and not where it is read.
    if (!makes(call, /^state\.00000003\.\w+\.sqlite$/)) return;
    const last = readJournal(journalPath(directory)).records.at(-1);
    const statement = ['update "work_items" set "title" = ? where "number" = ?', [renamedTitle, 6], 1];
    const payload = { at: 1, pid: 1, v: 1, st: [statement] };
    appendFileSync(journalPath(directory), makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, payload));
  },
  expectChain(directory) {
    const found = readJournal(journalPath(directory));
    expect(found.end).toBe(found.size);
    const chain = chainOf(found);
    expect(chain).toEqual(Array.from({ length: chain.length }, (_, index) => found.baseSeq + 1 + index));
  },
  expectTidy(directory, living, at) {
    const names = readdirSync(directory);
    expect(
      names.filter(name => /\.tmp\d+|^break\.|^lock$/.test(name)),
      at,
    ).toEqual([]);
    expect(
      names.filter(name => /^journal\./.test(name)),
      at,
    ).toHaveLength(2);
    expect(
      names.filter(name => /^state\./.test(name)),
      at,
    ).toHaveLength(2);
    expect(names.filter(name => /^proc\.\d+\.[\da-f]+$/.test(name)).length, at).toBeLessThanOrEqual(living);
    expect(names.filter(name => /^proc\.\d+\.\w+\.sock$/.test(name)).length, at).toBeLessThanOrEqual(living);
    expect(readdirSync(join(directory, 'waiting')), at).toEqual([]);
  },
};

/** What the rival of each log writes, by the log's name, which no two stores have in common. */
const rivals = new Map<string, Buffer>();

const pages: Format = {
  newest: directory => Number(namesOf(directory, 'base').at(-1)?.split('.')[1] ?? 0),
  tail: newestLog,
  async seedDamaged() {
    const directory = await seedCheckpoint();
    for (const name of namesOf(directory, 'image')) {
      if (name.startsWith('image.00000002.')) writeFileSync(join(directory, name), 'no image');
    }
    return directory;
  },
  async seedForRename() {
    const directory = await seedStore();
    const bytes = await bytesOfRival(directory, rival => changeTitle(rival, 6, renamedTitle));
    rivals.set(basename(newestLog(directory)), bytes);
    return directory;
  },
  rename(call, directory) {
    if (!makes(call, /^image\.00000003\.\w+\.sqlite$/)) return;
    const log = newestLog(directory);
    const record = rivals.get(basename(log));
    // The overtaken checkpoint starts over.
    if (record !== undefined && !readFileSync(log).includes(record)) appendFileSync(log, record);
  },
  expectChain(directory) {
    const { seq, crc } = readRawBase(directory) as { readonly seq: number; readonly crc: number };
    let last: { readonly seq: number; readonly crc: number } = { seq, crc };
    for (const record of readLog(newestLog(directory))) {
      // One whose number was taken already is of a process that was overtaken.
      if (record.seq <= last.seq) continue;
      expect([record.seq - 1, record.prevCrc]).toEqual([last.seq, last.crc]);
      last = record;
    }
    expect(last.seq).toBeGreaterThan(seq);
  },
  expectTidy(directory, _living, at) {
    const kinds = /^(?:base|break|draft|image|journal|lock|log|pages|proc|state|torn|turn)(?=\.|$)/;
    const found = readdirSync(directory).flatMap(name => kinds.exec(name)?.[0] ?? []);
    // An image has its sums beside it; the journal is what tells programs of before that they are too old.
    expect(found.sort(), at).toEqual(['base', 'base', 'image', 'image', 'image', 'image', 'journal', 'log', 'log']);
  },
};

export const formats: Readonly<Record<Engine, Format>> = { journal, pages };
