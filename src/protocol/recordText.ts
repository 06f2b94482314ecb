/** Returns every text of a record's page, translated by `t`; the host sends them. `{0}` is a placeholder. */
export function recordTexts(t: (text: string) => string) {
  return {
    actions: t('Actions'),
    moreActions: t('More actions'),
    openAsText: t('Open as Text'),
    open: t('Open {0}'),
    answer: t('Your answer'),
    choices: t('Choices'),
    otherWords: t('Or in other words'),
    send: t('Send Answer'),
    sending: t('Sending…'),
    question: t('Question'),
    asked: t('{0} asks'),
    notSent: t('The answer was not sent. Your text is still here.'),
    reply: t('Reply'),
    yourReply: t('Your reply'),
    sendReply: t('Send Reply'),
    replyNotSent: t('The reply was not sent. Your text is still here.'),
    note: t('Note'),
    yourNote: t('Your note'),
    addNote: t('Add Note'),
    noteNotAdded: t('The note was not added. Your text is still here.'),
    word: t('Write to the agent'),
    yourWord: t('Your message'),
    sendWord: t('Send'),
    wordNotSent: t('The message was not sent. Your text is still here.'),
    showCode: t('Show more'),
    timeline: t('Timeline'),
    noEvents: t('No events yet.'),
    showMore: t('Show more'),
    unavailable: t('{0} cannot be shown'),
    limited: t('The store is read-only'),
  };
}

export type RecordTexts = ReturnType<typeof recordTexts>;
