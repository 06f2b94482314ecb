import { type Attempt, attemptEnds } from '../domain/attempt/attemptRow.js';
import { type ItemRecordName, itemRecordNames } from '../domain/records.js';
import type { ShownItemRecords } from '../records/workItem/itemRecords.js';
import type { Translate } from '../reports/translate.js';
import { inLanguage } from './inLanguage.js';
import type { Field, Pen } from './page.js';

interface ItemRecordTexts<Shown> {
  readonly title: (t: Translate) => string;
  /** One row in a list. */
  readonly text: (row: Shown, pen: Pen) => string;
}

/** Texts of the records of a work item on its page and those of its lanes. */
const itemRecordTexts: { readonly [Name in ItemRecordName]: ItemRecordTexts<ShownItemRecords[Name][number]> } = {
  attempts: { title: t => t('Attempts'), text: attemptText },
};

/** A list of each record. */
export function itemRecordFields(shown: Partial<ShownItemRecords>, pen: Pen): Field[] {
  return itemRecordNames.map(name => {
    const { title, text } = itemRecordTexts[name];
    return [title(pen.t), { list: (shown[name] ?? []).map(row => text(row, pen)) }];
  });
}

/** `2: codex in login, begun 10:02, ended 10:42 (failed: No access), E-4, backup refs/…` */
function attemptText(
  { number, actor, lane, task, begun, ended, endReason, why, evidence, backup }: Attempt,
  { t, text, code, time }: Pen,
): string {
  const place = lane ?? task;
  const word = endReason === null ? '' : inLanguage(t, attemptEnds[endReason]);
  return [
    `${number}: ${place === null ? text(actor) : t('{0} in {1}', text(actor), text(place))}`,
    t('begun {0}', time(begun)),
    ended === null ? null : t('ended {0} ({1})', time(ended), why === null ? word : t('{0}: {1}', word, text(why))),
    evidence,
    backup === null ? null : t('backup {0}', code(backup)),
  ]
    .filter(part => part !== null)
    .join(', ');
}
