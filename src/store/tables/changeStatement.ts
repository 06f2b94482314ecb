import type { WorkItemChange } from '../../domain/workItem/workItemRow.js';
import { PreparedStatement, type SqlValue } from './preparedStatement.js';

type Values = Record<string, SqlValue> & { id: string; revision: number; nextRevision: number };

const statements = new Map<string, PreparedStatement<Values>>();

/** Guarded update, compiled once per set of columns, of which there are as many as transitions. */
export function changeStatement(change: WorkItemChange): PreparedStatement<Values> {
  const columns = Object.keys(change).sort();
  const name = columns.join();
  let statement = statements.get(name);
  if (statement === undefined) {
    statement = new PreparedStatement<Values>((db, slot) =>
      db
        .updateTable('work_items')
        .set({
          ...Object.fromEntries(columns.map(column => [column, slot(column)])),
          revision: slot('nextRevision'),
        } as never)
        .where('id', '=', slot('id'))
        .where('revision', '=', slot('revision')),
    );
    statements.set(name, statement);
  }
  return statement;
}
