import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreError } from '../../src/store/storeError.js';
import { type History, historyOf, openPlain, putBack, soundState, storyNames } from './support/damagedStore.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { count, seed, sized } from './support/size.js';

/** Damage of the kinds that disks, programs and people do, to one file. */
const damage = fc.record({
  file: fc.nat(),
  kind: fc.constantFrom('flip', 'flip', 'flip', 'cut', 'zeros', 'noise'),
  /** Where in the file: heads are short, and the last records as well. */
  from: fc.constantFrom('any', 'any', 'any', 'start', 'end'),
  // As likely anywhere; by itself the library prefers both ends.
  at: fc.noBias(fc.nat(2 ** 31 - 1)).map(part => part / 2 ** 31),
  bit: fc.nat(7),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 5000 }),
});
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

/** Of these a store may be whole without one. */
function isOfPages(name: string): boolean {
  return /^(base|log|image|pages)\./.test(name);
}

function doDamage({ directory, content }: History, { file, kind, from, at, bit, bytes }: Damage): string {
  const names = [...content.keys()].filter(name => isOfPages(name) && (content.get(name)?.length ?? 0) > 0);
  // Most of a database is in its image, and little of that is ever read.
  const files = names.flatMap(name => (name.endsWith('.sqlite') ? [name, name, name] : [name]));
  const name = files[file % files.length] ?? '';
  const damaged = Buffer.from(content.get(name) ?? '');
  const { length } = damaged;
  const near = Math.min(length, 400);
  const place = { any: at * length, start: at * near, end: length - near + at * near };
  const offset = Math.floor(place[from]);
  if (kind === 'flip') damaged[offset] = (damaged[offset] ?? 0) ^ (1 << bit);
  if (kind === 'zeros') damaged.fill(0, offset, Math.min(length, offset + bytes.length));
  if (kind === 'noise') damaged.set(bytes.subarray(0, length - offset), offset);
  writeFileSync(join(directory, name), kind === 'cut' ? damaged.subarray(0, offset) : damaged);
  count(kind === 'flip' || kind === 'cut' ? 'cuts and bit flips' : 'other damages');
  return `${kind} at ${offset} of ${name}`;
}

/** A value, or why not: anything but a StoreError is a failure of the test. */
async function outcomeOf<T>(promise: Promise<T>): Promise<T | StoreError> {
  return promise.catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe('STORE_CORRUPT');
    return error;
  });
}

async function openedIn<T>(directory: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openPlain(directory);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** By sums: to compare as many bytes one by one takes the test longer than the store. */
function contentOf(directory: string): string {
  const names = readdirSync(directory).filter(isOfPages).sort();
  return names.map(name => `${name} ${crc32(readFileSync(join(directory, name)))}`).join('\n');
}

/** What a process that opens the store finds: one of the states that there were, and either what can be expected or a word of damage. */
async function expectSaidOrWhole(history: History, found: Store): Promise<'sound' | 'mended' | 'damaged'> {
  const titles = await outcomeOf(titlesOf(found));
  const health = await found.health();
  const check = await found.maintenance.check();
  const sound = soundState(history);
  if (!(titles instanceof StoreError)) {
    expect([[], ...history.states.map(state => state.titles)]).toContainEqual(titles);
    if (health.state === 'ready') expect(titles).toEqual(sound.titles);
  }
  if (health.state === 'ready' && check.ok) {
    expect(titles).not.toBeInstanceOf(StoreError);
    if (sound.dump !== '') expect(await dumpOf(found)).toBe(sound.dump);
    return health.reason === undefined ? 'sound' : 'mended';
  }
  expect(['ready', 'corrupt']).toContain(health.state);
  return titles instanceof StoreError || health.state === 'corrupt' ? 'damaged' : 'mended';
}

describe('damage anywhere in', () => {
  it.each(storyNames)('%s is said, or nothing is missing', { timeout: 1_200_000 }, async name => {
    const history = await historyOf(name);
    const { directory } = history;
    const seen = new Set<string>();
    const runs = sized(1600, 24, 100);
    await fc.assert(
      fc.asyncProperty(damage, async one => {
        putBack(history);
        doDamage(history, one);
        const before = contentOf(directory);
        seen.add(await openedIn(directory, store => expectSaidOrWhole(history, store)));
        const { titles, dump } = soundState(history);
        // Without its first commits it equals a new store, and the first reader creates its tables.
        if (dump !== '') expect(contentOf(directory)).toEqual(before);
        const outcome = await openedIn(directory, store => outcomeOf(addItems(store, ['next'])));
        if (outcome instanceof StoreError) {
          if (dump !== '') expect(contentOf(directory)).toEqual(before);
          return;
        }
        const after = await openedIn(directory, store => outcomeOf(titlesOf(store)));
        if (!(after instanceof StoreError)) expect(after).toEqual([...titles, 'next']);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    // A few runs may miss the places that matter.
    if (runs >= 100) expect([...seen].sort()).toEqual(expect.arrayContaining(['damaged', 'sound']));
  });

  it.each(storyNames)(
    '%s, under a process that had read it, loses nothing unsaid',
    { timeout: 600_000 },
    async name => {
      const history = await historyOf(name);
      const { directory, states } = history;
      const whole = states.at(-1)?.titles ?? [];
      await fc.assert(
        fc.asyncProperty(damage, async one => {
          putBack(history);
          const late = openPlain(directory);
          try {
            expect(await titlesOf(late)).toEqual(whole);
            doDamage(history, one);
            const { titles } = soundState(history);
            const outcome = await outcomeOf(addItems(late, ['late']));
            await openedIn(directory, async fresh => {
              const found = await outcomeOf(titlesOf(fresh));
              const { state } = await fresh.health();
              if (found instanceof StoreError || state !== 'ready') return;
              const late = outcome instanceof StoreError ? [] : ['late'];
              expect([
                [...whole, ...late],
                [...titles, ...late],
              ]).toContainEqual(found);
            });
          } finally {
            await late.close();
          }
        }),
        { numRuns: sized(400, 6, 25), seed, endOnFailure: true },
      );
    },
  );
});
