import type { eventsEnglish } from '../en/events.js';

export const eventsGerman = {
  reservedType: 'type: „{type}“ ist Stateroom vorbehalten.',
  reservedTypeHint:
    'Einen eigenen Typ verwenden, der nicht mit work_item_ beginnt. Um ein Arbeitspaket zu ändern, die Warteschlange verwenden.',
  endsBeforeStart: 'to: {to} liegt vor {from}.',
  endsBeforeStartHint: 'Die frühere Zeit zuerst angeben.',
  noRecord: '{ref} nicht gefunden.',
  noRecordHint: 'Eine andere Id verwenden oder archivierte Arbeit lesen.',
  noRecordId: 'Die Zeitachse hat keine Datensätze dieser Art: {about}.',
  noRecordIdHint: 'Eine Id wie W-12, T-3, F-4, L-5, R-6 oder V-7 verwenden.',
  noStart: 'since: Weder Zeit noch Id eines Ereignisses angegeben.',
  noStartHint: '{acceptedTimes}, oder die Id eines Ereignisses als after angeben.',
} satisfies Record<keyof typeof eventsEnglish, string>;
