import { promptPath, skillPath } from '../workflows/skill.js';
import { workflows } from '../workflows/workflows.js';
import { chatParticipantId } from './chat.js';
import { type Fragment, localised } from './fragment.js';
import { workflowChatCommands } from './workflows.js';

/** The chat participant, whose commands work without a model too, and the workflows as skills and prompts. */
export const chatFragment: Fragment = {
  contributes: {
    chatParticipants: [
      {
        id: chatParticipantId,
        name: 'stateroom',
        fullName: 'Stateroom',
        description: localised(
          'chat.description',
          'The state of work in this repository: what needs you, who works on what, what is next',
        ),
        isSticky: true,
        commands: workflowChatCommands(workflows),
      },
    ],
    // Name and description come from the files.
    chatSkills: workflows.map(workflow => ({ path: `./${skillPath(workflow)}` })),
    chatPromptFiles: workflows.map(workflow => ({ path: `./${promptPath(workflow)}` })),
  },
};
