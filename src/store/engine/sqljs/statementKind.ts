import { message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';

export type StatementKind = 'read' | 'write';

/** Commands that end a transaction or change the connection, which belong to the store. */
const commands = /^(?:pragma|attach|detach|vacuum|begin|commit|rollback|savepoint|release|end)\b/i;
/** Strings, quoted names and comments, in which words and semicolons have no meaning. */
const opaque = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Throws INVALID_STATEMENT for those commands, and for several statements, of which sql.js would run only the first. */
export function kindOfStatement(sql: string): StatementKind {
  const plain = sql
    .replace(opaque, ' ')
    .replace(/[;\s]+$/, '')
    .trimStart();
  const command = commands.exec(plain)?.[0];
  if (command !== undefined) {
    throw refused(message('store.commandRefused', { statement: command.toUpperCase() }));
  }
  if (plain.includes(';')) throw refused(message('store.severalStatements'));
  if (/^(?:select|values)\b/i.test(plain)) return 'read';
  if (!/^with\b/i.test(plain)) return 'write';
  return /\b(?:insert|update|delete|replace\s+into)\b/i.test(plain) ? 'write' : 'read';
}

function refused(reason: ReturnType<typeof message>): StoreError {
  return new StoreError('INVALID_STATEMENT', message('store.statementRefused', { reason }));
}
