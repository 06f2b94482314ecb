/**
 * A process of its own over a real store, told what to do by messages. It answers a write only after `transaction` has
 * resolved, and notes it in its acknowledgement file first, in one system call, so that a kill cannot lose the note.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../src/messages/say.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { openSqljsStore, type SqljsStoreOptions } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Migration } from '../../../src/store/migrations/migration.js';
import { migrations } from '../../../src/store/migrations/migrations.generated.js';
import { isStoreError } from '../../../src/store/storeError.js';
import { FaultyFiles, systemError } from './faultyFiles.js';
import { compatibleMigrations, laterMigrations } from './laterMigrations.js';
import { addItems, addRows, agentNamed, claimItem, dumpOf, endItems } from './rows.js';
import { watchClaims } from './watchClaims.js';

export interface WorkerSettings {
  readonly directory: string;
  readonly wasmFile: string;
  readonly mode: 'sync' | 'async';
  readonly lockTimeoutMs: number;
  readonly checkpoint: NonNullable<SqljsStoreOptions['checkpoint']>;
  /** File to note acknowledged work in, one line each. */
  readonly acks?: string;
  /** How many of the migrations made for tests it knows, on top of the real ones. */
  readonly laterMigrations?: number;
  /** The same of compatible steps. */
  readonly compatibleMigrations?: number;
}

export type Task =
  | { readonly do: 'add'; readonly titles: readonly string[] }
  /** Adds so many items in one transaction, and answers how often its callback ran. */
  | { readonly do: 'addMany'; readonly count: number }
  | { readonly do: 'claim'; readonly owner: string; readonly number?: number }
  | { readonly do: 'claimMany'; readonly owner: string; readonly count: number }
  | { readonly do: 'work'; readonly owner: string; readonly untilFile?: string }
  /** Adds items one by one; each title tells how many restores were announced in the file `round` before it was begun. */
  | { readonly do: 'addUntil'; readonly name: string; readonly untilFile: string; readonly pauseMs?: number }
  /** Adds items one by one and ends each of them, until it is killed. */
  | { readonly do: 'turnover'; readonly name: string }
  /** Archives what has ended, again and again, until it is killed; notes how many items went each time. */
  | { readonly do: 'archive' }
  | { readonly do: 'mix'; readonly name: string; readonly count: number }
  | { readonly do: 'dump' }
  | { readonly do: 'query'; readonly sql: string }
  | { readonly do: 'health' }
  | { readonly do: 'check' }
  | { readonly do: 'compact' }
  | { readonly do: 'restore'; readonly file: string }
  | { readonly do: 'export'; readonly file: string }
  | { readonly do: 'backup'; readonly file: string }
  | { readonly do: 'create' }
  /** Takes the lock, makes `file`, and stays in the callback until `goFile` exists. */
  | { readonly do: 'hold'; readonly heldFile: string; readonly goFile: string; readonly title: string }
  /** Adds an item, and while it holds the lock makes `witness` exclusively and removes it: two holders would collide. */
  | { readonly do: 'alone'; readonly witness: string; readonly title: string }
  /** Arms the file system: at call `index` the process kills itself, before or after it. */
  | { readonly do: 'dieAt'; readonly index: number; readonly when: 'before' | 'after' }
  /** The same, and the process is suspended before the call instead. */
  | { readonly do: 'stopAt'; readonly index: number }
  | { readonly do: 'update' }
  | { readonly do: 'watch'; readonly untilFile: string }
  | { readonly do: 'memory' }
  | { readonly do: 'handles' }
  | { readonly do: 'close' };

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly hint?: string;
    };

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
const faulty = new FaultyFiles();
const acks = settings.acks === undefined ? undefined : openSync(settings.acks, 'a');
const added: readonly Migration[] = [
  ...compatibleMigrations.slice(0, settings.compatibleMigrations ?? 0),
  ...laterMigrations.slice(0, settings.laterMigrations ?? 0),
];
const store = openSqljsStore({
  directory: settings.directory,
  wasmFile: settings.wasmFile,
  clock: { now: () => Date.now() },
  ids: randomIds,
  log: silentLog,
  mode: settings.mode,
  lockTimeoutMs: settings.lockTimeoutMs,
  checkpoint: settings.checkpoint,
  // The engine before this one has migrations of its own.
  ...(added.length === 0 ? {} : { migrations: [...migrations, ...added] }),
  files: faulty.files,
});

function acknowledge(line: string): void {
  if (acks !== undefined) writeSync(acks, `${line}\n`);
}

const nap = new Int32Array(new SharedArrayBuffer(4));

async function perform(task: Task): Promise<unknown> {
  switch (task.do) {
    case 'add': {
      const numbers = await addItems(store, task.titles);
      for (const title of task.titles) acknowledge(title);
      return numbers;
    }
    case 'addMany': {
      let runs = 0;
      const titles = Array.from({ length: task.count }, (_, index) => `of many ${index}`);
      await store.transaction(async transaction => {
        runs += 1;
        await addRows(transaction, titles);
      });
      return runs;
    }
    case 'turnover': {
      for (let index = 0; ; index += 1) {
        const title = `${task.name}-${index}`;
        await addItems(store, [title]);
        acknowledge(title);
        await endItems(store, [title]);
      }
    }
    case 'archive': {
      for (;;) {
        const { workItems } = await store.maintenance.archive(Number.MAX_SAFE_INTEGER, {
          actor: agentNamed('archivist'),
        });
        if (workItems > 0) acknowledge(String(workItems));
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    }
    case 'claim': {
      const number = await claimItem(store, task.owner, task.number);
      if (number !== undefined) acknowledge(String(number));
      return number ?? null;
    }
    case 'claimMany': {
      const numbers: number[] = [];
      while (numbers.length < task.count) {
        const number = await claimItem(store, task.owner);
        if (number === undefined) break;
        acknowledge(String(number));
        numbers.push(number);
      }
      return numbers;
    }
    case 'work': {
      for (;;) {
        if (task.untilFile !== undefined && existsSync(task.untilFile)) return null;
        const number = await claimItem(store, task.owner);
        if (number === undefined) return null;
        acknowledge(String(number));
        await new Promise(resolve => setImmediate(resolve));
      }
    }
    case 'addUntil': {
      const round = join(settings.directory, '..', 'round');
      for (let count = 0; !existsSync(task.untilFile); count += 1) {
        const title = `after ${existsSync(round) ? readFileSync(round, 'utf8') : '0'} ${task.name} ${count}`;
        await addItems(store, [title]);
        acknowledge(title);
        if (task.pauseMs === undefined) await new Promise(resolve => setImmediate(resolve));
        else await new Promise(resolve => setTimeout(resolve, task.pauseMs));
      }
      return null;
    }
    case 'mix':
      return mix(task.name, task.count);
    case 'dump':
      return dumpOf(store);
    case 'query':
      return (await store.maintenance.query(task.sql, 100_000)).rows;
    case 'health':
      return store.health();
    case 'check':
      return store.maintenance.check();
    case 'compact':
      return store.maintenance.compact();
    case 'restore': {
      const result = await store.maintenance.restore(task.file);
      acknowledge('restored');
      return result;
    }
    case 'export':
      return store.maintenance.exportTo(task.file);
    case 'backup':
      return store.maintenance.backup(task.file);
    case 'create':
      return store.create();
    case 'hold': {
      await store.transaction(async transaction => {
        await addRows(transaction, [task.title]);
        writeSync(openSync(task.heldFile, 'a'), 'held\n');
        while (!existsSync(task.goFile)) Atomics.wait(nap, 0, 0, 5);
      });
      acknowledge(task.title);
      return null;
    }
    case 'alone': {
      let alone = true;
      await store.transaction(async transaction => {
        try {
          closeSync(openSync(task.witness, 'wx'));
        } catch {
          alone = false;
        }
        await addRows(transaction, [task.title]);
        if (alone) unlinkSync(task.witness);
      });
      return alone ? 'alone' : 'not alone';
    }
    case 'dieAt':
      faulty.arm((call, real) => {
        if (call.index !== task.index) return real();
        if (task.when === 'after') real();
        process.kill(process.pid, 'SIGKILL');
        throw systemError('EIO', call.name);
      });
      return null;
    case 'stopAt':
      faulty.arm((call, real) => {
        if (call.index === task.index) process.kill(process.pid, 'SIGSTOP');
        return real();
      });
      return null;
    case 'update':
      return store.maintenance.applyUpdate();
    case 'watch':
      return watchClaims(store, task.untilFile);
    case 'memory':
      global.gc?.();
      return process.memoryUsage.rss();
    case 'handles':
      return readdirSync('/proc/self/fd').length;
    case 'close':
      await store.close();
      return null;
  }
}

/** Commits of every kind in turn: one row, many rows, changes, refusals that roll back, statements that change nothing. */
async function mix(name: string, count: number): Promise<number> {
  let done = 0;
  for (let index = 0; index < count; index += 1) {
    const kind = index % 5;
    if (kind === 0) await addItems(store, [`${name} ${index}`]);
    else if (kind === 1) await claimItem(store, name);
    else if (kind === 2)
      await addItems(
        store,
        Array.from({ length: 12 }, (_, part) => `${name} ${index}/${part} – größer`),
      );
    else if (kind === 3) {
      await store
        .transaction(async transaction => {
          await addRows(transaction, [`${name} ${index} never`]);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
    } else {
      await store.transaction(async transaction => {
        const [row] = await transaction.workItems.ready({ now: Date.now(), heartbeats: new Map() }, 1);
        if (row !== undefined) await transaction.workItems.change(row, { notes: `by ${name}`, rank: index / 3 });
      });
    }
    done += 1;
  }
  return done;
}

process.on('message', (message: { id: number; task: Task }) => {
  perform(message.task).then(
    value => process.send?.({ id: message.id, ok: true, value } satisfies Answer),
    (error: unknown) => {
      const answer: Answer = {
        id: message.id,
        ok: false,
        code: isStoreError(error) ? error.code : 'RAW',
        message: error instanceof Error ? (isStoreError(error) ? error.message : `${error.stack}`) : String(error),
        ...(isStoreError(error) && error.hint !== undefined ? { hint: say(error.hint) } : {}),
      };
      process.send?.(answer);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.on('unhandledRejection', error => {
  process.stderr.write(`unhandled: ${String(error)}\n`);
  process.exit(70);
});
process.send?.({ id: 0, ok: true, value: process.pid } satisfies Answer);
