import { type Fragment, localised } from './fragment.js';

export const chatParticipantId = 'stateroom.stateroom';
export const contextCommand = 'context';

/** The chat participant. It answers from the store: no command needs a model. */
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
        commands: [
          {
            name: contextCommand,
            description: localised('chat.context.description', 'State of the queue and what to do next'),
            sampleRequest: localised('chat.context.sample', 'where do we stand?'),
          },
        ],
      },
    ],
  },
};
