import { rituals } from '../rituals/rituals.js';
import { chatParticipantId } from './chat.js';
import { type Fragment, localised } from './fragment.js';
import { ritualChatCommands } from './rituals.js';

/** The chat participant. Every command answers from the store; a model adds to it where there is one. */
export const chatFragment: Fragment = {
  contributes: {
    chatParticipants: [
      {
        id: chatParticipantId,
        name: 'stateroom',
        fullName: 'Stateroom',
        description: localised(
          'chat.description',
          'Where the work on this repository stands: what needs you, who works on what, what is next',
        ),
        isSticky: true,
        commands: ritualChatCommands(rituals),
      },
    ],
  },
};
