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

/** Refuses all statements once closed. */
export interface Gate {
  open: boolean;
}

/** Do not use Kysely's transactions: they belong to the store. */
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

/** SQLite prepares a bare `limit ?` again for each value, at the cost of a small query; a sum avoids that. */
class StatementCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    if (ValueNode.is(node.limit) && node.limit.immediate !== true) this.append(' + 0');
  }
}

/** Runs queries directly: Kysely's way to a connection costs as much as a small query. */
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
