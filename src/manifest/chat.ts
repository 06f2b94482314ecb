/** What the participant is called where nobody sees it. */
export const chatParticipantId = 'stateroom.stateroom';
