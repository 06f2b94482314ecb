import type { eventsEnglish } from '../en/events.js';

export const eventsGerman = {
  reservedType: 'type: „{type}“ ist eine Art, die nur Stateroom schreibt.',
  reservedTypeHint:
    'Ein eigenes Wort wählen, das nicht mit work_item_ beginnt; um ein Arbeitspaket zu ändern, die Warteschlange nehmen.',
  endsBeforeStart: 'to: {to} liegt vor {from}.',
  endsBeforeStartHint: 'Die frühere Zeit zuerst angeben.',
  noStart: 'since: Weder eine Zeit noch die Id eines Ereignisses wurde angegeben.',
  noStartHint: '{acceptedTimes}, oder die Id eines Ereignisses als after angeben.',
} satisfies Record<keyof typeof eventsEnglish, string>;
