import { parseIdentifier } from '../domain/identifier/identifier.js';
import type { RowOf } from '../domain/record/record.js';
import { type Records, type RecordsWith, records } from '../domain/records.js';
import { refusalError } from '../domain/refusal/refusal.js';
import { type MessageKey, message } from '../messages/message.js';
import type { Transaction } from '../store/store.js';

/** Records with a sentence for an unknown one in their group of messages. */
type NamedRecord = {
  [Name in keyof RecordsWith<{
    readonly word: string;
  }>]: `${Records[Name]['facts']['word']}s.unknown` extends MessageKey ? Name : never;
}[keyof RecordsWith<{ readonly word: string }>];

/** Finds a record by ref, number or ULID. Refuses an unknown one, with the list of its kind as the next step. */
export async function findRecord<Name extends NamedRecord>(
  transaction: Transaction,
  name: Name,
  text: string,
): Promise<RowOf<Records[Name]>> {
  const { kind, facts } = records[name];
  const table = transaction[name] as unknown as { find(named: object): Promise<RowOf<Records[Name]> | undefined> };
  const row = kind && (await table.find(parseIdentifier(kind, text)));
  if (row !== undefined) return row;
  const { word } = facts;
  throw refusalError('not_found', message(`${word}s.unknown`, { [word]: text.trim().slice(0, 80) } as never), {
    next: [{ operation: `${word}.list`, input: {} }],
    details: { [word]: text },
  });
}
