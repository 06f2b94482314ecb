export const eventsEnglish = {
  reservedType: 'type: “{type}” is a type that only Stateroom writes.',
  reservedTypeHint:
    'Choose a word of your own that does not begin with work_item_; to change a work item, use the queue.',
  endsBeforeStart: 'to: {to} is before {from}.',
  endsBeforeStartHint: 'Give the earlier time first.',
  noStart: 'since: neither a time nor an event id was given.',
  noStartHint: 'Give {acceptedTimes}, or an event id as after.',
} as const;
