/** What the participant is called where no one sees it. */
export const chatParticipantId = 'stateroom.stateroom';
