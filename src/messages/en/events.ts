export const eventsEnglish = {
  reservedType: 'type: “{type}” is reserved for Stateroom.',
  reservedTypeHint: 'Use a type of your own that does not begin with work_item_. To change a work item, use the queue.',
  endsBeforeStart: 'to: {to} is before {from}.',
  endsBeforeStartHint: 'Give the earlier time first.',
  noStart: 'since: no time or event id given.',
  noStartHint: 'Use {acceptedTimes}, or pass an event id as after.',
} as const;
