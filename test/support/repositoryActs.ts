import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import { isRefusal } from '../../src/domain/refusal/refusal.js';
import { say } from '../../src/messages/say.js';
import { invoke } from '../../src/operations/invoke.js';
import type { Operation } from '../../src/operations/operation.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store, Transaction } from '../../src/store/store.js';

/** Acts on a repository's own store from this process, as anyone and at any time. */
export class RepositoryActs {
  /** ms UTC; undefined is now. */
  at: number | undefined;
  readonly #store: Store;
  readonly #clock = { now: (): number => this.at ?? Date.now() };

  constructor(repository: string) {
    this.#store = openSqljsStore({
      directory: join(repository, '.git', 'stateroom'),
      wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
      clock: this.#clock,
      ids: randomIds,
      log: silentLog,
      mode: 'async',
    });
  }

  /** Runs an operation; throws when it is refused. */
  async act<Input extends z.ZodObject, Output extends z.ZodType>(
    actor: Actor,
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> {
    const context = {
      store: this.#store,
      clock: this.#clock,
      ids: randomIds,
      actor,
      log: silentLog,
      settings: { leaseMs: 15 * 60_000, staleMs: 10 * 60_000 },
    };
    const result = await invoke(operation, context, input);
    if (isRefusal(result)) throw new Error(`${operation.name} was refused: ${say(result.message)}`);
    return result;
  }

  /** Writes what only many operations together would. */
  write(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.#store.transaction(work);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
