import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import { isRefusal, type Refusal } from '../../src/domain/refusal/refusal.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { inEnglish } from '../../src/messages/inEnglish.js';
import { say } from '../../src/messages/say.js';
import { invoke } from '../../src/operations/invoke.js';
import type { Operation } from '../../src/operations/operation.js';
import { queueAdd } from '../../src/operations/queue/queueAdd.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import type { Context } from '../../src/records/context.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../src/store/store.js';
import { logOutside } from './effectsInside.js';
import { runTwice } from './runTwice.js';
import { type SpokenRefusal, spoken } from './spokenRefusal.js';

export const agent: Actor = { role: 'agent', name: 'codex', harness: 'codex' };
export const otherAgent: Actor = { role: 'agent', name: 'claude', harness: 'claude-code' };
export const person: Actor = { role: 'human', name: 'Ada' };

/** 2026-11-02T10:00:00.000Z. */
export const startOfTime = 1_793_613_600_000;

/** A store in a directory of its own, with a clock that moves only when told. */
export class TestRepository {
  readonly directory = mkdtempSync(join(tmpdir(), 'stateroom-spec-'));
  readonly store: Store;
  now = startOfTime;
  /** What another process does, once, before the next transaction runs for the second time. */
  meanwhile: (() => Promise<unknown>) | undefined;

  constructor() {
    this.store = this.openStore();
  }

  /** Opens the store once more, as another process would. Whoever does closes it. Transactions run twice: see `runTwice`. */
  openStore(): Store {
    const store = openSqljsStore({
      directory: join(this.directory, 'store'),
      wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
      clock: { now: () => this.now },
      ids: randomIds,
      log: silentLog,
      mode: 'async',
    });
    return runTwice(store, async () => {
      const { meanwhile } = this;
      this.meanwhile = undefined;
      await meanwhile?.();
    });
  }

  context(actor: Actor = agent): Context {
    return {
      store: this.store,
      clock: { now: () => this.now },
      ids: randomIds,
      actor,
      log: logOutside,
      settings: { leaseMs: 15 * 60_000, staleMs: 10 * 60_000 },
    };
  }

  /** Runs an operation as surfaces do. */
  call<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    actor: Actor = agent,
  ): Promise<z.output<Output> | Refusal> {
    return invoke(operation, this.context(actor), input);
  }

  /** Runs an operation that must not be refused. */
  async ok<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    actor: Actor = agent,
  ): Promise<z.output<Output>> {
    const result = await this.call(operation, input, actor);
    if (isRefusal(result)) throw new Error(`${operation.name} was refused: ${say(result.message)}`);
    // What surfaces are promised is what they get, to the last field.
    const answer = inEnglish(result);
    expect(operation.output.parse(answer)).toEqual(answer);
    return answer;
  }

  /** A new work item with this title. */
  async add(title: string, more: Omit<z.input<typeof queueAdd.input>, 'title'> = {}): Promise<WorkItem> {
    return (await this.ok(queueAdd, { title, ...more })).item;
  }

  /** Types of all events, in the order of their ids. */
  async eventTypes(): Promise<string[]> {
    const { rows } = await this.store.maintenance.query('select type from events order by id', 100_000);
    return rows.map(([type]) => String(type));
  }

  /**
   * Runs an operation that must be refused, with input that need not fit, and sees that it changed nothing but that the
   * refused attempt is on record.
   */
  async refused(operation: Operation, input: unknown, actor: Actor = agent): Promise<SpokenRefusal> {
    const before = await this.dump();
    const events = before === 'absent' ? 0 : (await this.eventTypes()).length;
    const result = await invoke(operation, this.context(actor), input);
    if (!isRefusal(result)) throw new Error(`${operation.name} was not refused.`);
    expect(await this.dump(events)).toBe(before);
    return spoken(result);
  }

  /** Everything in the store, to see that nothing changed; `attemptsAfter` leaves out refused attempts with greater ids. */
  async dump(attemptsAfter?: number): Promise<string> {
    if ((await this.store.health()).state === 'absent') return 'absent';
    const attempts = `type in ('attempt_refused', 'approval_refused', 'owned_path_violated') and id > ${attemptsAfter ?? Number.MAX_SAFE_INTEGER}`;
    const narrowed: Readonly<Record<string, string>> = {
      events: `select * from events where not (${attempts})`,
      counters: `select repository_id, name,
        value - iif(name = 'event', (select count(*) from events where ${attempts}), 0) as value from counters`,
    };
    const tables = [
      'work_items',
      'work_item_dependencies',
      'events',
      'counters',
      'tasks',
      'decisions',
      'slices',
      'blockers',
      'attempts',
      'next_actions',
      'touched_files',
      'evidence',
      'plans',
      'plan_cursors',
      'findings',
      'review_runs',
      'compactions',
      'lanes',
      'lane_dependencies',
      'workers',
      'worker_reports',
      'messages',
      'message_cursors',
      'agent_sessions',
      'agent_words',
      'agent_permissions',
      'agent_usage',
      'runs',
      'run_entries',
    ];
    const parts: unknown[] = [];
    for (const table of tables) {
      parts.push(await this.store.maintenance.query(narrowed[table] ?? `select * from ${table}`, 100_000));
    }
    return JSON.stringify(parts);
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
