import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { holdsToken } from '../../platform/redact.js';
import { isNameField, storedText } from '../../platform/withoutSecrets.js';
import type { SqlValue } from './preparedStatement.js';

/** By column: a claim writes twenty cells. */
const nameColumns = new Map<string, boolean>();

/** Redacts secrets. Throws a refusal for a name with a token. */
export function storedCell(column: string, value: SqlValue): SqlValue {
  if (typeof value !== 'string') return value;
  if (!isNameColumn(column)) return storedText(value);
  if (!holdsToken(value)) return value;
  throw refusalError('invalid_input', message('input.secretInField', { field: fieldOf(column) }), {
    hint: message('input.secretInFieldHint'),
  });
}

export function storedCells<Row extends object>(row: Row): Row {
  const cells: Record<string, SqlValue> = {};
  for (const [column, value] of Object.entries(row)) cells[column] = storedCell(column, value as SqlValue);
  return cells as Row;
}

function isNameColumn(column: string): boolean {
  let isName = nameColumns.get(column);
  if (isName === undefined) {
    isName = isNameField(column);
    nameColumns.set(column, isName);
  }
  return isName;
}

/** `baseBranch` for `base_branch`. */
function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
