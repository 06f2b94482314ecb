import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFileSystem } from '../../src/store/engine/sqljs/storeFileSystem.js';
import { Child, deadPid, untilExists } from './support/child.js';
import { FaultyFiles, systemError } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

/** What a process wrote about itself, with another pid or start. */
function identity(change: Record<string, unknown>): string {
  return JSON.stringify({ ...ownIdentity(), ...change });
}

function ownIdentity(): Record<string, unknown> {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return {
    pid: process.pid,
    start: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]),
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    namespace: `${readlinkSync('/proc/self/ns/pid')} ${readlinkSync('/proc/self/ns/time')}`,
    host: hostname(),
    program: 'test',
    token: 'ffffffffffff',
  };
}

/** Leaves the lock of a process that is gone. */
function leaveLock(directory: string, text: string): void {
  mkdirSync(join(directory, 'waiting'), { recursive: true });
  const proc = join(directory, 'proc.1.ffffffffffff');
  writeFileSync(proc, text);
  linkSync(proc, join(directory, 'lock'));
}

describe('the lock of a dead process', () => {
  it('is broken by one of 8 that meet it, round after round, and there are never two holders', async () => {
    const rounds = sized(100, 30);
    const directory = copyOf(await seedStore());
    const children = await Child.startAll(8, directory, index => ({ mode: index % 2 === 0 ? 'sync' : 'async' }));
    await Promise.all(children.map(child => child.run({ do: 'health' })));
    const dead = await deadPid();
    const witness = join(directory, '..', 'witness');
    for (let round = 0; round < rounds; round += 1) {
      leaveLock(directory, identity({ pid: dead, token: `${round}`.padStart(12, 'a') }));
      const outcomes = await Promise.all(
        children.map((child, index) => child.run({ do: 'alone', witness, title: `${round} ${index}` })),
      );
      expect(outcomes, `round ${round}`).toEqual([
        'alone',
        'alone',
        'alone',
        'alone',
        'alone',
        'alone',
        'alone',
        'alone',
      ]);
      rmSync(join(directory, 'proc.1.ffffffffffff'), { force: true });
    }
    expect(readdirSync(directory).filter(name => name.startsWith('break.') || name === 'lock')).toEqual([]);
    const store = openStore(directory);
    expect(await titlesOf(store)).toHaveLength(seededTitles.length + rounds * 8);
    expect((await store.maintenance.check()).problems).toEqual([]);
  });

  it('is broken after kill -9 in the middle of a transaction, of which nothing is left', async () => {
    const directory = copyOf(await seedStore());
    for (let round = 0; round < sized(10, 3); round += 1) {
      const held = join(directory, '..', `held ${round}`);
      const victim = await Child.start(directory, { mode: round % 2 === 0 ? 'sync' : 'async' });
      void victim.run({ do: 'hold', heldFile: held, goFile: join(directory, 'never'), title: 'never' });
      await untilExists(held);
      await victim.kill();
      const store = openStore(directory);
      await addItems(store, [`round ${round}`]);
      expect((await titlesOf(store)).filter(title => title === 'never')).toEqual([]);
      await store.close();
    }
  });

  it('whose pid another process has by now is broken', async () => {
    const directory = copyOf(await seedStore());
    const start = Number(ownIdentity().start) - 1;
    leaveLock(directory, identity({ start }));
    const store = openStore(directory);
    await addItems(store, ['next']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'next']);
  });

  it('is broken by the next when the first breaker was killed between its mark and the lock', async () => {
    const directory = copyOf(await seedStore());
    const dead = await deadPid();
    leaveLock(directory, identity({ pid: dead, token: 'dddddddddddd' }));
    // Two breakers died one after the other.
    for (const round of [0, 1]) {
      writeFileSync(join(directory, `break.dddddddddddd.${round}`), identity({ pid: dead, token: `b${round}` }));
    }
    const store = openStore(directory);
    await addItems(store, ['next']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'next']);
    await store.maintenance.compact();
    expect(readdirSync(directory).filter(name => name.startsWith('break.'))).toEqual([]);
  });

  it('is not taken from the one who took it meanwhile by a breaker that came late', async () => {
    const directory = copyOf(await seedStore());
    leaveLock(directory, identity({ pid: await deadPid(), token: 'dddddddddddd' }));
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files, lockTimeoutMs: 600 });
    let met = false;
    faulty.arm((call, real) => {
      // It has seen the dead one, and is about to claim the right to remove its lock, when others have done all that.
      if (!met && call.name === 'linkSync' && String(call.args[1]).includes('break.')) {
        met = true;
        rmSync(join(directory, 'lock'));
        writeFileSync(join(directory, 'lock'), identity({ token: 'eeeeeeeeeeee' }));
      }
      return real();
    });
    await expect(addItems(store, ['next'])).rejects.toMatchObject({ code: 'LOCK_TIMEOUT' });
    expect(met).toBe(true);
    expect(readFileSync(join(directory, 'lock'), 'utf8')).toContain('eeeeeeeeeeee');
    expect(readdirSync(directory).filter(name => name.startsWith('break.'))).toEqual([]);
  });

  it('is left to a breaker that lives', async () => {
    const directory = copyOf(await seedStore());
    leaveLock(directory, identity({ pid: await deadPid(), token: 'dddddddddddd' }));
    writeFileSync(join(directory, 'break.dddddddddddd.0'), identity({ token: 'b0' }));
    const store = openStore(directory, { lockTimeoutMs: 300 });
    await expect(addItems(store, ['next'])).rejects.toMatchObject({ code: 'LOCK_TIMEOUT' });
    expect(readFileSync(join(directory, 'lock'), 'utf8')).toContain('dddddddddddd');
  });

  it('that a power cut left empty is broken once it is old', async () => {
    const directory = copyOf(await seedStore());
    leaveLock(directory, '');
    const store = openStore(directory, { lockTimeoutMs: 300 });
    await expect(addItems(store, ['too soon'])).rejects.toMatchObject({ code: 'LOCK_TIMEOUT' });
    const old = new Date(Date.now() - 60_000);
    utimesSync(join(directory, 'lock'), old, old);
    await addItems(store, ['next']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'next']);
  });
});

/** Repeats what a busy machine made wait too long, as the refusal says: nothing was written. */
async function addPatiently(child: Child, title: string): Promise<void> {
  for (;;) {
    const code = await child.run({ do: 'add', titles: [title] }).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    if (code === undefined) return;
    expect(code).toBe('LOCK_TIMEOUT');
  }
}

describe('the lock of a process that lives', () => {
  it('is not taken while that is stopped: the others time out naming it, reads go on, and all proceed once it wakes', async () => {
    const directory = copyOf(await seedStore());
    const held = join(directory, '..', 'held');
    const go = join(directory, '..', 'go');
    const holder = await Child.start(directory);
    const holding = holder.run({ do: 'hold', heldFile: held, goFile: go, title: 'of the holder' });
    await untilExists(held);
    holder.signal('SIGSTOP');
    const others = await Child.startAll(3, directory, index => ({
      lockTimeoutMs: 700,
      mode: index === 0 ? 'sync' : 'async',
    }));
    for (const other of others) {
      await expect(other.run({ do: 'add', titles: ['impatient'] })).rejects.toMatchObject({
        code: 'LOCK_TIMEOUT',
        message: expect.stringMatching(
          new RegExp(
            `The store is locked by process ${holder.pid} \\(worker-\\w+\\.mjs\\) and was not released within 1 s\\.$`,
          ),
        ),
        hint: 'Nothing was written. Try again once that process continues or has ended.',
      });
      expect(await other.run({ do: 'query', sql: 'select count(*) from work_items' })).toEqual([[6]]);
    }
    expect(statSync(join(directory, 'lock')).nlink).toBe(2);
    writeFileSync(go, '');
    holder.signal('SIGCONT');
    await holding;
    await Promise.all(others.map((other, index) => addPatiently(other, `patient ${index}`)));
    const titles = await titlesOf(openStore(directory));
    expect(titles.slice(0, 7)).toEqual([...seededTitles, 'of the holder']);
    expect(titles.slice(7).sort()).toEqual(['patient 0', 'patient 1', 'patient 2']);
  });

  it.each([
    ['of another machine', { boot: 'b', host: 'elsewhere' }, ' on elsewhere (which cannot be checked from here)'],
    ['of a sandbox that has no /proc', { boot: '', namespace: '', start: 0 }, ''],
    ['of another pid namespace without a socket', { namespace: 'pid:[1] time:[1]' }, ''],
  ])('%s is not broken, dead or not', async (_whose, change, where) => {
    const directory = copyOf(await seedStore());
    const pid = await deadPid();
    leaveLock(directory, identity({ ...change, pid }));
    const store = openStore(directory, { lockTimeoutMs: 400 });
    await expect(addItems(store, ['next'])).rejects.toMatchObject({
      code: 'LOCK_TIMEOUT',
      message: `The store is locked by process ${pid} (test)${where} and was not released within 0 s.`,
    });
    expect(await titlesOf(store)).toEqual(seededTitles);
  });

  it('that another user may have left, unreadable to us, is not broken however old it is', async () => {
    const directory = copyOf(await seedStore());
    leaveLock(directory, identity({}));
    const old = new Date(Date.now() - 3_600_000);
    utimesSync(join(directory, 'lock'), old, old);
    const faulty = new FaultyFiles();
    faulty.arm((call, real) => {
      if (call.name === 'readFileSync' && String(call.args[0]).endsWith('/lock')) throw systemError('EACCES', 'open');
      return real();
    });
    const store = openStore(directory, { files: faulty.files, lockTimeoutMs: 400 });
    await expect(addItems(store, ['next'])).rejects.toMatchObject({
      code: 'LOCK_TIMEOUT',
      message: 'The store is locked by another process and was not released within 0 s.',
    });
    expect(readdirSync(directory)).toContain('lock');
  });

  it('is released in the end even if the system refuses at first', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    let refusals = 0;
    faulty.arm((call, real) => {
      if (call.name === 'unlinkSync' && String(call.args[0]).endsWith('/lock') && refusals < 3) {
        refusals += 1;
        throw systemError('EBUSY', 'unlink');
      }
      return real();
    });
    await addItems(store, ['seven']);
    await addItems(store, ['eight']);
    const other = openStore(directory, { lockTimeoutMs: 60_000 });
    await addItems(other, ['nine']);
    expect(refusals).toBe(3);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'seven', 'eight', 'nine']);
  });
});

describe('marks of waiting processes', () => {
  // Both in one mode: a blocking store keeps its whole process, and so the other's flush, from going on.
  it.each(['async', 'sync'] as const)('that are stale or none lock nobody out and are swept, %s', async mode => {
    const directory = copyOf(await seedStore());
    mkdirSync(join(directory, 'waiting'), { recursive: true });
    const now = Date.now() * 1000;
    const hour = 3_600_000_000;
    for (const name of [`${now - hour}.1.aa`, `${now + 24 * hour}.2.bb`, `${now}.3.cc`, 'junk', '.4.']) {
      writeFileSync(join(directory, 'waiting', name), '');
    }
    const stores = [openStore(directory, { mode }), openStore(directory, { mode })];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(stores.map((store, index) => addItems(store, [`${index} ${round}`])));
    }
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 10);
    await stores[0]?.maintenance.compact();
    expect(readdirSync(join(directory, 'waiting'))).not.toContain(`${now - hour}.1.aa`);
  });
});

describe('where there are no hard links', () => {
  const withoutLinks = {
    ...realFileSystem,
    linkSync: () => {
      throw systemError('EPERM', 'link');
    },
  };

  it('writers take turns all the same', async () => {
    const directory = copyOf(await seedStore());
    const stores = [0, 1, 2].map(() => openStore(directory, { files: withoutLinks }));
    await Promise.all(
      stores.flatMap((store, index) => [0, 1, 2, 3, 4].map(count => addItems(store, [`${index} ${count}`]))),
    );
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 15);
    expect(readdirSync(directory)).not.toContain('lock');
  });

  it('a dead process’ lock is broken, written or still empty', async () => {
    const directory = copyOf(await seedStore());
    mkdirSync(join(directory, 'waiting'), { recursive: true });
    writeFileSync(join(directory, 'lock'), identity({ pid: await deadPid() }));
    const store = openStore(directory, { files: withoutLinks });
    await addItems(store, ['seven']);
    writeFileSync(join(directory, 'lock'), '');
    const old = new Date(Date.now() - 60_000);
    utimesSync(join(directory, 'lock'), old, old);
    await addItems(store, ['eight']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'seven', 'eight']);
    expect(readdirSync(directory).filter(name => name.startsWith('break.') || name === 'lock')).toEqual([]);
  });
});
