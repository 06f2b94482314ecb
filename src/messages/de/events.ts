import type { eventsEnglish } from '../en/events.js';

export const eventsGerman = {
  reservedType: 'type: „{type}“ ist Stateroom vorbehalten.',
  reservedTypeHint:
    'Einen eigenen Typ verwenden, der nicht mit work_item_ beginnt. Um ein Arbeitspaket zu ändern, die Warteschlange verwenden.',
  endsBeforeStart: 'to: {to} liegt vor {from}.',
  endsBeforeStartHint: 'Die frühere Zeit zuerst angeben.',
  noStart: 'since: Weder Zeit noch Id eines Ereignisses angegeben.',
  noStartHint: '{acceptedTimes}, oder die Id eines Ereignisses als after angeben.',
} satisfies Record<keyof typeof eventsEnglish, string>;
