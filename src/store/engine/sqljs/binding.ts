import type { Kysely } from 'kysely';
import type { HeartbeatIndex } from '../../../domain/workItem/lease.js';
import type { Transaction } from '../../store.js';
import type { Schema } from '../../tables/schema.js';
import { bindTables } from '../../tables/tables.js';
import type { Connection } from './connection.js';
import { type Gate, kyselyOver } from './kyselyDialect.js';

export interface Binding {
  readonly connection: Connection;
  readonly gate: Gate;
  readonly transaction: Transaction;
}

export function bind(connection: Connection, heartbeats: () => HeartbeatIndex): Binding {
  const gate = { open: true };
  const database: Kysely<Schema> = kyselyOver<Schema>(connection, gate);
  const repository = connection.run('select id from repositories', []).rows[0]?.id;
  const transaction = bindTables(database, typeof repository === 'string' ? repository : '', heartbeats);
  return { connection, gate, transaction };
}
