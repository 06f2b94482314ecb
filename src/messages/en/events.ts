export const eventsEnglish = {
  reservedType: 'type: “{type}” is reserved for Stateroom.',
  reservedTypeHint: 'Use a type of your own that does not begin with work_item_. To change a work item, use the queue.',
  endsBeforeStart: 'to: {to} is before {from}.',
  endsBeforeStartHint: 'Give the earlier time first.',
  noRecord: '{ref} not found.',
  noRecordHint: 'Use another id, or read archived work.',
  noRecordId: 'The timeline has no records of this kind: {about}.',
  noRecordIdHint: 'Use an id such as W-12, T-3, F-4, L-5, R-6 or V-7.',
  noStart: 'since: no time or event id given.',
  noStartHint: 'Use {acceptedTimes}, or pass an event id as after.',
} as const;
