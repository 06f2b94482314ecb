import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { FileCall } from './faultyFiles.js';
import { namesOf, newestLog, readLog, readRawBase } from './rawLog.js';
import { bytesOfRival } from './rival.js';
import { changeTitle } from './rows.js';
import { seedCheckpoint, seedStore } from './seed.js';

export const renamedTitle = 'six, renamed';

/** What the rival of each log writes, by the log's name, which no two stores have in common. */
const rivals = new Map<string, Buffer>();

/** The store of `seedStore` without its newest image, which can be done without. */
export async function seedDamaged(): Promise<string> {
  const directory = await seedCheckpoint();
  for (const name of namesOf(directory, 'image')) {
    if (name.startsWith('image.00000002.')) writeFileSync(join(directory, name), 'no image');
  }
  return directory;
}

/** The store of `seedStore`, for `renameMeanwhile`. */
export async function seedForRename(): Promise<string> {
  const directory = await seedStore();
  const bytes = await bytesOfRival(directory, rival => changeTitle(rival, 6, renamedTitle));
  rivals.set(basename(newestLog(directory)), bytes);
  return directory;
}

/** As if another process gave item six another title while a checkpoint begins to write its image. */
export function renameMeanwhile({ name, args }: FileCall, directory: string): void {
  const makes = name === 'openSync' && args[1] === 'wx' ? basename(String(args[0])) : '';
  if (!/^image\.00000003\.\w+\.sqlite$/.test(makes)) return;
  const log = newestLog(directory);
  const record = rivals.get(basename(log));
  // The overtaken checkpoint starts over.
  if (record !== undefined && !readFileSync(log).includes(record)) appendFileSync(log, record);
}

/** All that was written since the last checkpoint is one chain, by the files alone. */
export function expectChain(directory: string): void {
  const { seq, crc } = readRawBase(directory) as { readonly seq: number; readonly crc: number };
  let last: { readonly seq: number; readonly crc: number } = { seq, crc };
  for (const record of readLog(newestLog(directory))) {
    // One whose number was taken already is of a process that was overtaken.
    if (record.seq <= last.seq) continue;
    expect([record.seq - 1, record.prevCrc]).toEqual([last.seq, last.crc]);
    last = record;
  }
  expect(last.seq).toBeGreaterThan(seq);
}

/** Nothing that a dead process left outlives two checkpoints. */
export function expectTidy(directory: string, at?: string): void {
  const kinds = /^(?:base|break|draft|image|journal|lock|log|pages|proc|state|torn|turn)(?=\.|$)/;
  const found = readdirSync(directory).flatMap(name => kinds.exec(name)?.[0] ?? []);
  // An image has its sums beside it; the journal is what tells programs of before that they are too old.
  expect(found.sort(), at).toEqual(['base', 'base', 'image', 'image', 'image', 'image', 'journal', 'log', 'log']);
}
