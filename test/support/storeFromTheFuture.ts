import { createRequire } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';

/** Makes the store of a repository as a later Stateroom would: with a schema version that this one does not know. */
export async function makeStoreFromTheFuture(repository: string): Promise<void> {
  const later = {
    version: 999,
    name: 'later',
    up: async () => undefined,
  };
  const store = openSqljsStore({
    directory: join(repository, '.git', 'stateroom'),
    wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: 'async',
    migrations: [...migrations, later],
  });
  await store.create();
  await store.close();
}
