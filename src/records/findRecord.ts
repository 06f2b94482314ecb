import { parseIdentifier } from '../domain/identifier/identifier.js';
import type { RecordFacts, RowOf } from '../domain/record/record.js';
import { type Records, type RecordsWith, records } from '../domain/records.js';
import { refusalError } from '../domain/refusal/refusal.js';
import { recordsEnglish } from '../messages/en/records.js';
import { type MessageValue, message } from '../messages/message.js';
import type { Transaction } from '../store/store.js';

/** Finds a record by ref, number or ULID. Refuses an unknown one, with the list of its kind as the next step. */
export async function findRecord<Name extends keyof RecordsWith<{ readonly word: string }>>(
  transaction: Transaction,
  name: Name,
  text: string,
): Promise<RowOf<Records[Name]>> {
  const { kind, facts } = records[name];
  const table = transaction[name] as unknown as { find(named: object): Promise<RowOf<Records[Name]> | undefined> };
  const row = kind && (await table.find(parseIdentifier(kind, text)));
  if (row !== undefined) return row;
  const { word } = facts;
  throw refusalError(
    'not_found',
    message('records.unknown', { title: titleOf(facts), given: text.trim().slice(0, 80) }),
    {
      next: [{ operation: `${word}.list`, input: {} }],
      details: { [word]: text },
    },
  );
}

function titleOf({ word = '', names }: RecordFacts): MessageValue {
  return Object.hasOwn(recordsEnglish, word)
    ? message(`records.${word as Exclude<keyof typeof recordsEnglish, 'unknown'>}`)
    : (names?.one ?? word);
}
