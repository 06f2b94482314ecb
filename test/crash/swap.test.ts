import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreError } from '../../src/store/storeError.js';
import { acknowledged, Child } from './support/child.js';
import { afterThisTest } from './support/cleanup.js';
import { FaultyFiles } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { addItems, claimItem, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { isFull, sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: 'pipe', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
}

/** A git repository with a store of six items, and the path by which its processes know the store. */
async function repositoryWithStore(): Promise<string> {
  const repository = join(tempFolder('swap'), 'repository');
  run('git', 'init', '-q', repository);
  const store = join(repository, '.git', 'stateroom');
  run('cp', '-a', await seedStore(), store);
  return store;
}

const repositoryOf = (store: string): string => dirname(dirname(store));

/** What happens to the folder, and what is there afterwards. */
interface Form {
  readonly name: string;
  /** The path of the store for its processes; the repository's own unless the form has another. */
  prepare?(store: string): string | Promise<string>;
  /** Runs in the middle of a transaction as well. */
  act(store: string): void;
  /** What is shown to a process that had the store open: `done`, or the first words of the refusal. */
  readonly answers: readonly string[];
  /** The titles that are there afterwards, before anyone writes again; undefined where there is no store. */
  readonly titles: readonly string[] | undefined;
}

const disappeared = 'STORE_CORRUPT The store in STORE disappeared while it was open.';
const movedAway = 'STORE_MOVED The folder AROUND, which contains the store, was moved or deleted.';
const replacedAround = 'STORE_MOVED The folder AROUND was replaced by another one without a store.';
const fenced =
  'COMMIT_FENCED The store’s folder was moved or replaced during this change, so the change is not in the current store.';

const forms: readonly Form[] = [
  {
    name: 'is renamed',
    act: store => renameSync(store, `${store}.away`),
    answers: [disappeared, 'done'],
    titles: undefined,
  },
  {
    name: 'is copied, and the copy put in its place',
    act: store => {
      run('cp', '-a', store, `${store}.copy`);
      renameSync(store, `${store}.old`);
      renameSync(`${store}.copy`, store);
    },
    answers: ['done', 'done'],
    titles: seededTitles,
  },
  {
    name: 'has a backup of it copied over it',
    prepare: async store => {
      run('cp', '-a', store, `${store}.backup`);
      const later = openStore(store);
      await addItems(later, ['later']);
      await later.close();
      return store;
    },
    act: store => run('cp', '-a', `${store}.backup/.`, store),
    answers: ['done', 'done'],
    titles: seededTitles,
  },
  {
    name: 'goes with its repository, and another one is cloned there',
    act: store => {
      const repository = repositoryOf(store);
      const other = join(dirname(repository), 'other');
      run('git', 'init', '-q', other);
      rmSync(repository, { recursive: true });
      run('git', 'clone', '-q', other, repository);
    },
    answers: [replacedAround, replacedAround],
    titles: undefined,
  },
  {
    name: 'is reached by a link that leads to another repository now',
    prepare: store => {
      const link = join(dirname(repositoryOf(store)), 'link');
      symlinkSync(repositoryOf(store), link);
      return join(link, '.git', 'stateroom');
    },
    act: store => {
      const link = repositoryOf(store);
      const other = join(dirname(link), 'other');
      run('git', 'init', '-q', other);
      run('cp', '-a', store, join(other, '.git', 'stateroom'));
      rmSync(link);
      symlinkSync(other, link);
    },
    answers: ['done', 'done'],
    titles: seededTitles,
  },
  {
    name: 'goes with a .git that is moved away and made again',
    act: store => {
      renameSync(dirname(store), `${dirname(store)}.away`);
      run('git', 'init', '-q', repositoryOf(store));
    },
    answers: [replacedAround, replacedAround],
    titles: undefined,
  },
  {
    name: 'goes with its repository to another place',
    act: store => renameSync(repositoryOf(store), `${repositoryOf(store)}.moved`),
    answers: [movedAway, movedAway],
    titles: undefined,
  },
];

/** `done`, or code and words of the refusal, with the store's own path and the one around it left out. */
async function answerOf(store: Promise<unknown>, path: string): Promise<string> {
  const failure: unknown = await store.then(
    () => undefined,
    error => error,
  );
  if (failure === undefined) return 'done';
  if (!(failure instanceof StoreError)) throw failure;
  return `${failure.code} ${failure.message}`.replaceAll(path, 'STORE').replaceAll(dirname(path), 'AROUND');
}

async function ownersOf(store: Store): Promise<Record<string, unknown>> {
  const { rows } = await store.maintenance.query('select title, owner from work_items where owner is not null', 100);
  return Object.fromEntries(rows.map(([title, owner]) => [String(title), owner]));
}

const stages = ['had only read', 'had written', 'is in the middle of a transaction'] as const;
const afterOthers = 'is in the middle of its second transaction';
type Stage = (typeof stages)[number] | typeof afterOthers;

/** All of them at full size; else one for each form in turn, and the one that finds all files open. */
function stagesFor(index: number): readonly Stage[] {
  if (isFull) return [...stages, afterOthers];
  const one = stages.filter((_, place) => place === index % stages.length);
  return [...one, afterOthers];
}

/** Plays one form against a process at one stage, and looks at what is left. */
async function play(form: Form, stage: Stage): Promise<void> {
  const real = await repositoryWithStore();
  const path = (await form.prepare?.(real)) ?? real;
  const server = openStore(path);
  const witness = openStore(path);
  await Promise.all([titlesOf(server), titlesOf(witness)]);
  const answers: string[] = [];
  const hasWritten = stage === 'had written' || stage === afterOthers;
  const written = form.titles === undefined || !hasWritten || form.name.includes('backup') ? [] : ['earlier'];
  if (hasWritten) await addItems(server, ['earlier']);
  if (stage === 'is in the middle of a transaction' || stage === afterOthers) {
    const inside = server.transaction(async transaction => {
      const item = await transaction.workItems.find({ by: 'number', number: 1 });
      if (item === undefined) throw new Error('there is no first item');
      await transaction.workItems.change(item, { status: 'in_flight', owner: 'server', token: 1 });
      form.act(path);
    });
    expect(await answerOf(inside, path)).toBe(fenced);
  } else form.act(path);

  if (form.titles !== undefined) {
    // Whoever comes now takes the item; the one that had the store open must not have it as well.
    const rival = openStore(path);
    expect(await titlesOf(rival)).toEqual([...form.titles, ...written]);
    expect(await claimItem(rival, 'rival', 1)).toBe(1);
    expect(await claimItem(server, 'server', 1)).toBeUndefined();
    await rival.close();
  }
  const isVanished = form.answers[0] === disappeared;
  for (const [index, expected] of form.answers.entries()) {
    const answer = await answerOf(addItems(server, [`write ${index}`]), path);
    expect(answer).toBe(expected);
    if (answer === 'done') answers.push(`write ${index}`);
  }
  if (form.titles === undefined && !isVanished) {
    // Nothing was made where no repository is, or where another one is.
    expect(existsSync(path)).toBe(false);
    expect(await answerOf(titlesOf(server), path)).toBe(form.answers[0]);
    expect((await server.health()).state).toBe('corrupt');
    expect(
      await answerOf(server.heartbeats.put({ workItemId: '01JABCDEFGHJKMNPQRSTVWXYZ0', token: 1, until: 1 }), path),
    ).not.toBe('done');
    expect(existsSync(path)).toBe(false);
    return;
  }
  const fresh = openStore(path);
  const titles = await titlesOf(fresh);
  expect(titles).toEqual([...(form.titles ?? []), ...written, ...answers]);
  expect(await ownersOf(fresh)).toEqual(form.titles === undefined ? {} : { one: 'rival', two: 'ann' });
  expect((await fresh.maintenance.check()).problems).toEqual([]);
  if (isVanished) await answerOf(titlesOf(witness), path);
  expect(await titlesOf(witness)).toEqual(titles);
  expect(readdirSync(path).filter(name => name === 'lock' || name.startsWith('torn.'))).toEqual([]);
}

for (const [index, form] of forms.entries()) {
  describe(`a store that ${form.name}`, () => {
    it.each(stagesFor(index))('under a process that %s loses nothing that was acknowledged', stage =>
      play(form, stage),
    );
  });
}

describe('a store over which another one is mounted', () => {
  it.each(stagesFor(forms.length))('under a process that %s is the one that is written to', async stage => {
    const probe = tempFolder('mount');
    mkdirSync(join(probe, 'from'));
    mkdirSync(join(probe, 'to'));
    let mayMount = true;
    try {
      run('mount', '--bind', join(probe, 'from'), join(probe, 'to'));
      run('umount', join(probe, 'to'));
    } catch {
      mayMount = false;
    }
    if (!mayMount) {
      // Rights that few test machines give; what a mount shows is another file of the same path, as a link does.
      expect(mayMount).toBe(false);
      return;
    }
    await play(
      {
        name: 'is mounted over',
        act: store => {
          const other = join(dirname(repositoryOf(store)), 'mounted');
          run('cp', '-a', store, other);
          run('mount', '--bind', other, store);
          afterThisTest(() => run('umount', '--lazy', store));
        },
        answers: ['done', 'done'],
        titles: seededTitles,
      },
      stage,
    );
  });
});

describe('processes that are stopped while their folder is swapped', () => {
  it('and go on have every acknowledged write in the new one', async () => {
    const directory = copyOf(await seedStore());
    const notes = Array.from({ length: 3 }, (_, index) => join(directory, '..', `acks ${index}`));
    const writers = await Child.startAll(3, directory, index => ({
      mode: index === 0 ? 'sync' : 'async',
      acks: notes[index] ?? '',
    }));
    const stop = join(directory, '..', 'stop');
    const done = writers.map((writer, index) => untilStopped(writer, `w${index}`, stop));
    for (let round = 0; round < sized(20, 2); round += 1) {
      const before = acknowledged(notes).length;
      while (acknowledged(notes).length < before + 10) await new Promise(resolve => setTimeout(resolve, 5));
      for (const writer of writers) writer.signal('SIGSTOP');
      run('cp', '-a', directory, `${directory}.copy`);
      renameSync(directory, `${directory}.old ${round}`);
      renameSync(`${directory}.copy`, directory);
      for (const writer of writers) writer.signal('SIGCONT');
    }
    const before = acknowledged(notes).length;
    while (acknowledged(notes).length < before + 10) await new Promise(resolve => setTimeout(resolve, 5));
    writeFileSync(stop, '');
    const refusals = (await Promise.all(done)).flat();
    expect(refusals.filter(code => code !== 'COMMIT_FENCED' && code !== 'STORE_WRITE_FAILED')).toEqual([]);
    const fresh = openStore(directory);
    const titles = new Set(await titlesOf(fresh));
    expect(acknowledged(notes).filter(title => !titles.has(title))).toEqual([]);
    expect((await fresh.maintenance.check()).problems).toEqual([]);
  });
});

describe('processes that are stopped while an earlier copy is written over their files', () => {
  it('go on from it, take no record of their own for damage, and keep what they acknowledge', async () => {
    const directory = copyOf(await seedStore());
    const notes = Array.from({ length: 3 }, (_, index) => join(directory, '..', `acks ${index}`));
    const writers = await Child.startAll(3, directory, index => ({
      mode: index === 0 ? 'sync' : 'async',
      acks: notes[index] ?? '',
    }));
    const stop = join(directory, '..', 'stop');
    const done = writers.map((writer, index) => untilStopped(writer, `w${index}`, stop));
    const acks = () => notes.map(file => acknowledged([file]));
    const tenMore = async () => {
      const before = acks().flat().length;
      while (acks().flat().length < before + 10) await new Promise(resolve => setTimeout(resolve, 5));
    };
    const whileStopped = (act: () => void) => {
      for (const writer of writers) writer.signal('SIGSTOP');
      act();
      for (const writer of writers) writer.signal('SIGCONT');
    };
    let before: number[] = [];
    for (let round = 0; round < sized(40, 3); round += 1) {
      await tenMore();
      whileStopped(() => run('cp', '-a', directory, `${directory}.backup`));
      await tenMore();
      whileStopped(() => {
        run('cp', '-a', `${directory}.backup/.`, directory);
        before = acks().map(({ length }) => length);
      });
      rmSync(`${directory}.backup`, { recursive: true });
    }
    await tenMore();
    writeFileSync(stop, '');
    const refusals = new Set((await Promise.all(done)).flat());
    expect(['COMMIT_FENCED', 'STORE_WRITE_FAILED']).toEqual(expect.arrayContaining([...refusals]));
    const fresh = openStore(directory);
    const titles = new Set(await titlesOf(fresh));
    // The first answer after the stop may be to what was done before it.
    const later = acks().flatMap((titlesOfOne, index) => titlesOfOne.slice((before[index] ?? 0) + 1));
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter(title => !titles.has(title))).toEqual([]);
    expect((await fresh.maintenance.check()).problems).toEqual([]);
  });
});

/** Adds items until a file is there; returns the codes of what was refused. */
async function untilStopped(writer: Child, name: string, stop: string): Promise<string[]> {
  const refused: string[] = [];
  for (let count = 0; !existsSync(stop); count += 1) {
    await writer.run({ do: 'add', titles: [`${name} ${count}`] }).catch((error: { code: string }) => {
      refused.push(error.code);
    });
  }
  return refused;
}

/** Moves the folder around the store away in the middle of a transaction, and answers how to put it back. */
async function moveAwayHeld(server: Store, path: string): Promise<() => void> {
  const around = dirname(path);
  await server.transaction(async () => renameSync(around, `${around}.away`));
  return () => renameSync(`${around}.away`, around);
}

describe('a repository that is moved away in the middle of a transaction and put back', () => {
  it('is written again at once', async () => {
    const path = await repositoryWithStore();
    const server = openStore(path, { lockTimeoutMs: 2000 });
    const putBack = await moveAwayHeld(server, path);
    putBack();
    await addItems(server, ['seven']);
    await addItems(openStore(path, { lockTimeoutMs: 2000 }), ['eight']);
    expect(await titlesOf(server)).toEqual([...seededTitles, 'seven', 'eight']);
    expect(readdirSync(path)).not.toContain('lock');
  });

  it('is written by others while the process that was interrupted does nothing more', async () => {
    const path = await repositoryWithStore();
    const server = openStore(path);
    const putBack = await moveAwayHeld(server, path);
    putBack();
    await addItems(openStore(path, { lockTimeoutMs: 5000 }), ['seven']);
    expect(await titlesOf(server)).toEqual([...seededTitles, 'seven']);
  });

  it('is written again after writes that were refused meanwhile, also once that process has closed the store', async () => {
    const path = await repositoryWithStore();
    const server = openStore(path, { lockTimeoutMs: 2000 });
    const putBack = await moveAwayHeld(server, path);
    expect(await answerOf(addItems(server, ['meanwhile']), path)).toBe(movedAway);
    putBack();
    await addItems(server, ['seven']);
    const putBackAgain = await moveAwayHeld(server, path);
    expect(await answerOf(addItems(server, ['meanwhile']), path)).toBe(movedAway);
    await server.close();
    putBackAgain();
    const fresh = openStore(path, { lockTimeoutMs: 5000 });
    await addItems(fresh, ['eight']);
    expect(await titlesOf(fresh)).toEqual([...seededTitles, 'seven', 'eight']);
  });
});

describe('a store that was removed on a disk that does not know when folders were made', () => {
  it('is begun again after a change in the folder around it', async () => {
    const path = await repositoryWithStore();
    const faulty = new FaultyFiles();
    faulty.arm((call, real) => {
      const found = real();
      if (call.name === 'statSync' && isStats(found)) {
        Object.assign(found, { birthtimeMs: found.ctimeMs, birthtimeNs: found.ctimeNs });
      }
      return found;
    });
    const store = openStore(path, { files: faulty.files });
    await titlesOf(store);
    rmSync(path, { recursive: true });
    expect(await answerOf(titlesOf(store), path)).toBe(disappeared);
    writeFileSync(join(dirname(path), 'changed'), '');
    expect(await answerOf(addItems(store, ['again']), path)).toBe('done');
    expect(await titlesOf(openStore(path))).toEqual(['again']);
  });
});

function isStats(value: unknown): value is { readonly ctimeMs: unknown; readonly ctimeNs?: unknown } {
  return typeof value === 'object' && value !== null && 'ctimeMs' in value;
}

describe('a folder for a store', () => {
  it('is made with those around it where a person names one, and never in place of a git directory', async () => {
    const folder = tempFolder('made');
    const named = openStore(join(folder, 'a', 'b', 'store'));
    await addItems(named, ['one']);
    expect(await titlesOf(named)).toEqual(['one']);
    const lost = openStore(join(folder, 'gone', '.git', 'stateroom'));
    expect(await titlesOf(lost)).toEqual([]);
    expect(await answerOf(addItems(lost, ['one']), join(folder, 'gone', '.git', 'stateroom'))).toBe(
      'STORE_WRITE_FAILED Nothing was written because STORE cannot be created.',
    );
    expect(readdirSync(folder).map(name => basename(name))).toEqual(['a']);
  });
});
