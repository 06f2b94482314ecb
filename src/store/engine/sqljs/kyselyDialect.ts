import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';
import type { Connection, SqlParameter } from './connection.js';

/** Once closed, it refuses every statement that is still bound to it. */
export interface Gate {
  open: boolean;
}

/** Kysely over one connection. Transactions belong to the store, so the driver's own are not to be used. */
export function kyselyOver<Schema>(connection: Connection, gate: Gate = { open: true }): Kysely<Schema> {
  const adapter = new SqliteAdapter();
  const driver = new ConnectionDriver(connection, gate);
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: database => new SqliteIntrospector(database),
    createQueryCompiler: () => new StatementCompiler(),
  };
  const executor = new DirectExecutor(driver.connection, new StatementCompiler(), adapter);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
}

/**
 * SQLite looks at the value of a bare `limit ?` when it plans, and so prepares the statement again each time one is bound: as
 * costly as the smaller queries. Of a sum it knows nothing, and the plan stays.
 */
class StatementCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    if (ValueNode.is(node.limit) && node.limit.immediate !== true) this.append(' + 0');
  }
}

/**
 * Runs queries at once: there is one connection, it is never waited for, and no one listens in. The library's own way to
 * a connection takes as long as the smaller queries do.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection, compiler: QueryCompiler, adapter: DialectAdapter) {
    super(compiler, adapter, { provideConnection: consumer => consumer(connection) });
    this.#connection = connection;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query);
  }
}

class ConnectionDriver implements Driver {
  readonly connection: DatabaseConnection;

  constructor(connection: Connection, gate: Gate) {
    this.connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        if (!gate.open) {
          throw new StoreError('INVALID_STATEMENT', message('store.transactionEnded'));
        }
        const result = connection.run(query.sql, query.parameters as readonly SqlParameter[]);
        return { rows: result.rows as unknown as Row[], numAffectedRows: BigInt(result.rowsChanged) };
      },
      streamQuery(): AsyncIterableIterator<never> {
        throw new Error('Streaming is not supported by this store.');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Transactions are opened by the store.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
