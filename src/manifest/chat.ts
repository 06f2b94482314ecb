export const chatParticipantId = 'stateroom.stateroom';
