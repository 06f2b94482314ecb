import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { namesIn, seedBefore, titlesBefore } from './support/before.js';
import { acknowledged, Child, type ChildOptions } from './support/child.js';
import { openStore } from './support/openStore.js';
import { addItems, titlesOf } from './support/rows.js';
import { count, firstOf, sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

const before: ChildOptions = { engine: 'before' };
const stride = sized(3, 40, 21);

/** Programs of before that write all the time, and note what was acknowledged. */
class Writers {
  readonly ends: readonly Promise<string>[];

  private constructor(
    readonly directory: string,
    readonly children: readonly Child[],
    readonly stopFile: string,
    readonly notes: readonly string[],
  ) {
    this.ends = children.map((child, index) =>
      child.run({ do: 'addUntil', name: `writer ${index}`, untilFile: stopFile, pauseMs: 50 }).then(
        () => 'stopped',
        (error: { code: string }) => error.code,
      ),
    );
  }

  static async start(directory: string): Promise<Writers> {
    const notes = [0, 1].map(index => join(directory, '..', `notes-${index}`));
    const children = await Child.startAll(2, directory, index => ({ ...before, acks: notes[index] ?? '' }));
    const writers = new Writers(directory, children, join(directory, '..', 'stop'), notes);
    await writers.untilMore(2);
    return writers;
  }

  /** What was acknowledged so far. */
  get acknowledged(): string[] {
    return acknowledged(this.notes);
  }

  /** Waits until they have written so many more, or are refused. */
  async untilMore(count: number): Promise<'written' | 'refused'> {
    const aim = this.acknowledged.length + count;
    const refused = Promise.all(this.ends).then(() => 'refused' as const);
    for (;;) {
      if (this.acknowledged.length >= aim) return 'written';
      if ((await Promise.race([refused, wait(5, undefined)])) === 'refused') return 'refused';
    }
  }

  /** Ends them; how each ended. */
  async end(): Promise<readonly string[]> {
    writeFileSync(this.stopFile, '');
    const ends = await Promise.all(this.ends);
    await Promise.all(this.children.map(child => child.close()));
    rmSync(this.stopFile);
    return ends;
  }
}

/** The store as this version sees it has all that was acknowledged, once, and goes on. */
async function expectAll(directory: string, written: readonly string[], at: string): Promise<void> {
  const store = openStore(directory);
  const titles = await titlesOf(store);
  expect(titles.slice(0, titlesBefore.length), at).toEqual(titlesBefore);
  expect(
    written.filter(title => !titles.includes(title)),
    at,
  ).toEqual([]);
  expect(new Set(titles).size, at).toBe(titles.length);
  await addItems(store, ['afterwards']);
  expect((await store.maintenance.check()).problems, at).toEqual([]);
  await store.close();
}

function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

it('loses nothing that programs of before were told is written, wherever in it the process is killed', async () => {
  let writers = await Writers.start(await seedBefore());
  for (let index = firstOf(stride, sized(0, 8)); ; index += stride) {
    const at = `killed before call ${index}`;
    const taker = await Child.start(writers.directory);
    await taker.run({ do: 'dieAt', index, when: 'before' });
    const outcome = await taker.run({ do: 'update' }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    expect(['GONE', 'done'], at).toContain(outcome);
    await taker.kill();
    if (outcome === 'GONE') count('kills inside a takeover');
    if ((await writers.untilMore(2)) === 'written') {
      expect(outcome, at).toBe('GONE');
      continue;
    }
    expect(await writers.end(), at).toEqual(['STORE_TOO_NEW', 'STORE_TOO_NEW']);
    await expectAll(writers.directory, writers.acknowledged, at);
    if (outcome === 'done') return;
    writers = await Writers.start(await seedBefore());
  }
});

it.skipIf(process.platform !== 'linux').each([
  ['and its lock stays', false],
  ['and its lock is broken, as that of a process that is wrongly taken for dead', true],
])('loses nothing wherever in it the process is suspended, %s', async (_how, isBroken) => {
  let writers = await Writers.start(await seedBefore());
  for (let index = firstOf(stride, sized(0, 8)); ; index += stride) {
    const at = `suspended before call ${index}`;
    const taker = await Child.start(writers.directory);
    await taker.run({ do: 'stopAt', index });
    let outcome = '';
    const end = taker.run({ do: 'update' }).then(
      () => {
        outcome = 'done';
      },
      (error: { code: string }) => {
        outcome = error.code;
      },
    );
    while (outcome === '' && !isStopped(taker.pid)) await wait(2);
    const isReached = outcome === '';
    if (isReached) count('stops inside a takeover');
    if (isReached && isBroken) {
      rmSync(join(writers.directory, 'lock'), { force: true });
      if ((await writers.untilMore(3)) === 'written' && index % 2 === 0) {
        const other = await Child.start(writers.directory, before);
        await other.run({ do: 'compact' });
        await other.close();
        await writers.untilMore(1);
      }
    } else if (isReached) await wait(20);
    taker.signal('SIGCONT');
    await end;
    expect(['done', 'COMMIT_FENCED', 'STORE_WRITE_FAILED'], at).toContain(outcome);
    // Where the takeover never came to the call, closing would, and stay suspended.
    await (isReached ? taker.close() : taker.kill());
    if ((await writers.untilMore(2)) === 'written') {
      expect(outcome, at).not.toBe('done');
      continue;
    }
    // Who wrote at the same place, because the lock was broken, is told so.
    const ends = (await writers.end()).filter(end => !isBroken || end !== 'COMMIT_FENCED');
    expect(new Set([...ends, 'STORE_TOO_NEW']), at).toEqual(new Set(['STORE_TOO_NEW']));
    await expectAll(writers.directory, writers.acknowledged, at);
    if (!isReached) return;
    writers = await Writers.start(await seedBefore());
  }
});

it('is done by one of several that begin it at once', async () => {
  for (let round = 0; round < sized(20, 1); round += 1) {
    const writers = await Writers.start(await seedBefore());
    const takers = await Child.startAll(3, writers.directory);
    await Promise.all(takers.map(taker => taker.run({ do: 'update' })));
    await Promise.all(takers.map((taker, index) => taker.run({ do: 'add', titles: [`by taker ${index}`] })));
    expect(await writers.end()).toEqual(['STORE_TOO_NEW', 'STORE_TOO_NEW']);
    await expectAll(writers.directory, [...writers.acknowledged, 'by taker 0', 'by taker 1', 'by taker 2'], 'at once');
    expect(namesIn(writers.directory, /^base\./)).toHaveLength(1);
    await Promise.all(takers.map(taker => taker.close()));
  }
});

it('begins one store where a program of before begins one at the same moment', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < sized(60, 2); round += 1) {
    const directory = join(tempFolder('begin'), 'store');
    const [old, present] = await Promise.all([Child.start(directory, before), Child.start(directory)]);
    const add = (child: Child, title: string) =>
      child.run({ do: 'add', titles: [title] }).then(
        () => 'written',
        (error: { code: string }) => error.code,
      );
    const lead = round % 3;
    if (lead > 0) void (lead === 1 ? old : present).run({ do: 'health' });
    const [byOld, byPresent] = await Promise.all([add(old, 'old'), add(present, 'present')]);
    seen.add(`${byOld} ${byPresent}`);
    expect(['written UPDATE_PENDING', 'STORE_TOO_NEW written']).toContain(`${byOld} ${byPresent}`);
    await old.close();
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(byOld === 'written' ? ['old'] : ['present']);
    await store.close();
    await present.close();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  }
  expect(seen.size).toBeGreaterThan(0);
});
