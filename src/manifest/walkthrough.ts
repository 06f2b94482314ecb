import { contextKeys } from './contextKeys.js';
import { type Fragment, type LocalisedText, localised, type ManifestObject } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

export const walkthroughId = 'start';

/** The step with the diagram of items, lanes, findings and gates, and a link to it. */
const wholeStep = 'whole';
export const wholePicture = `command:stateroom.walkthrough.open?%5B%22${wholeStep}%22%5D`;

const ownCommands: OwnCommands = {
  'walkthrough.open': { title: 'Open Walkthrough', icon: 'book', palette: 'true' },
  'sample.fill': { title: 'Create Sample Repository', asks: true, palette: 'isWorkspaceTrusted' },
  'sample.remove': { title: 'Remove Sample Repository', palette: 'isWorkspaceTrusted' },
  playDay: { title: 'Play Demo', palette: 'isWorkspaceTrusted' },
  'glossary.show': { title: 'Show Glossary', palette: 'true' },
};

/** An overview and five steps, ticked by the person's acts; opened after installation if the person allows it. */
export const walkthroughFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, {}),
    walkthroughs: [
      {
        id: walkthroughId,
        icon: 'media/icon.png',
        title: localised('walkthrough.title', 'Get Started with Stateroom'),
        description: localised(
          'walkthrough.description',
          'A shared task queue and review board for all coding agents in a repository.',
        ),
        steps: [
          step(
            wholeStep,
            'See how it fits together',
            'A work item says what is to be done. An agent does it in a lane, a branch with its own folder. A review leaves findings on its lines. The gate lists what is still missing; then you merge, and the item is done.\n[Show Glossary](command:stateroom.glossary.show)',
            'Arrows from a work item to a lane, from there to a finding and back, to a gate, and with the merge back to the item',
            ['onStepSelected'],
            // The only picture with text.
            localised(`walkthrough.${wholeStep}.file`, `media/walkthrough/${wholeStep}.svg`),
          ),
          step(
            'open',
            'Open a repository',
            'Stateroom keeps its queue in the repository’s .git folder. Every worktree and agent shares it; nothing is committed.\n[Open Folder](command:vscode.openFolder)\nOr look around first, in a repository made for that:\n[Create Sample Repository…](command:stateroom.sample.fill)\n[Play Demo](command:stateroom.playDay)',
            'A git history with a queue beside it',
            [done('open')],
          ),
          step(
            'add',
            'Add a work item',
            'One thing to do. You add some, and agents add what they find along the way.\n[Add Work Item…](command:stateroom.queue.add)',
            'A new row at the top of a queue',
            [done('add')],
          ),
          step(
            'connect',
            'Connect your agents',
            'The agents that are found here are selected, and you see each change before it is written. This editor’s own agent has the tools already.\n[Connect Agents…](command:stateroom.connectAgent)',
            'Three agents connected to one queue',
            [done('connect')],
          ),
          step(
            'watch',
            'Watch an agent claim it',
            'Tell the agent: “Claim the next work item in Stateroom.” The item moves to In progress under its name, and nobody else gets it.\n[Show Queue](command:stateroom.queue.focus)\nNo agent yet? Watch five scripted ones.\n[Play Demo](command:stateroom.playDay)',
            'A row that moves from Ready to In progress',
            [done('watch')],
          ),
          step(
            'review',
            'Review and merge',
            'An agent in a lane submits its work. Read the changes, record findings on the lines, approve, and merge.\n[Start Agent on Item…](command:stateroom.lane.startOnItem)\n[Show Lanes](command:stateroom.lanes.focus)',
            'A lane that merges into the main branch through a gate',
            [done('review')],
          ),
        ],
      },
    ],
  },
};

function done(step: string): string {
  return `onContext:${contextKeys.stepsDone} =~ / ${step} /`;
}

function step(
  id: string,
  title: string,
  description: string,
  altText: string,
  completionEvents: readonly string[],
  svg: string | LocalisedText = `media/walkthrough/${id}.svg`,
): ManifestObject {
  const text = (part: string, english: string) => localised(`walkthrough.${id}.${part}`, english);
  return {
    id,
    title: text('title', title),
    description: text('description', description),
    media: { svg, altText: text('picture', altText) },
    completionEvents,
  };
}
