import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { declareCommands, declarePalette, type OwnCommand } from './viewParts.js';

export const walkthroughId = 'start';
/** What a newcomer is offered beside the catalogue. */
export const firstRunCommands = {
  openWalkthrough: 'stateroom.walkthrough.open',
  fillSample: 'stateroom.sample.fill',
  removeSample: 'stateroom.sample.remove',
  playDay: 'stateroom.playDay',
} as const;

const commands: readonly OwnCommand[] = [
  { command: firstRunCommands.openWalkthrough, title: 'Open Walkthrough', icon: '$(book)', palette: 'true' },
  { command: firstRunCommands.fillSample, title: 'Fill a Sample Repository…', palette: 'isWorkspaceTrusted' },
  { command: firstRunCommands.removeSample, title: 'Remove the Sample', palette: 'isWorkspaceTrusted' },
  { command: firstRunCommands.playDay, title: 'Play a Day', palette: 'isWorkspaceTrusted' },
];

/**
 * From nothing to reviewed work, in five steps that tick themselves by what has happened. The editor opens it by itself once,
 * after the extension was installed, and only where the person lets it (`workbench.welcomePage.walkthroughs.openOnInstall`).
 */
export const walkthroughFragment: Fragment = {
  contributes: {
    commands: declareCommands(commands),
    menus: { commandPalette: declarePalette(commands) },
    walkthroughs: [
      {
        id: walkthroughId,
        icon: 'media/icon.png',
        title: localised('walkthrough.title', 'Get Started with Stateroom'),
        description: localised(
          'walkthrough.description',
          'One queue for every coding agent on a repository, and the room from which you steer them.',
        ),
        steps: [
          step(
            'open',
            'Open a repository',
            'Stateroom keeps its queue beside the history of a git repository: all work trees and agents see the same one, and nothing is committed.\n[Open Folder](command:vscode.openFolder)\nTo look around first, have a repository made: one that shows every kind of thing, or one in which five scripted workers play a day before your eyes.\n[Fill a Sample Repository…](command:stateroom.sample.fill)\n[Play a Day](command:stateroom.playDay)',
            'A git history with a queue beside it',
            [shown(contextKeys.hasRepository)],
          ),
          step(
            'add',
            'Add a work item',
            'A work item is one thing to do. You add some, and agents add what they find on the way.\n[Add Work Item](command:stateroom.queue.add)',
            'A new row at the top of a queue',
            [shown(`${contextKeys.enabled} && !${contextKeys.queueEmpty}`)],
          ),
          step(
            'connect',
            'Connect an agent',
            'Claude Code, Codex, Copilot, Gemini, opencode and others share the queue through Stateroom’s MCP server, which the agent starts by itself. Choose one: the lines for its settings are copied, and you are shown where they go. The agent of this editor needs nothing more.\n[Connect an Agent…](command:stateroom.connectAgent)',
            'Three agents joined to one queue',
            // Somebody who works on an item needs no more help with it.
            [shown(contextKeys.agentConnected), shown(contextKeys.inFlight)],
          ),
          step(
            'watch',
            'Watch it claim',
            'Tell the agent: “Claim the next work item in Stateroom.” The item moves to In flight under its name, held by a lease: nobody else gets it, and it comes back by itself should the agent fall silent.\n[Show the Queue](command:stateroom.queue.focus)\nWithout an agent at hand: five that follow a script claim, work and are reviewed in a repository made for that.\n[Play a Day](command:stateroom.playDay)',
            'A row that moves from Ready to In flight',
            [shown(contextKeys.inFlight)],
          ),
          step(
            'review',
            'Review and merge',
            'Give each agent a lane: a branch with a work tree of its own. Look at its changes, record findings on the lines, approve, and merge. The gate, a list of what is still missing, says when the work is proven.\n[Spawn Worker](command:stateroom.worker.spawn)\n[Show the Lanes](command:stateroom.lanes.focus)',
            'A lane that comes back into the main branch through a gate',
            [shown(contextKeys.laneMerged)],
          ),
        ],
      },
    ],
  },
};

/**
 * A condition that ticks a step, be it that it held before the walkthrough was opened: the editor takes what holds when it
 * first reads a walkthrough for no news, and leaves the step open for good.
 */
function shown(condition: string): string {
  return `onContext:${contextKeys.walkthroughShown} && ${condition}`;
}

function step(
  id: string,
  title: string,
  description: string,
  altText: string,
  completionEvents: readonly string[],
): ManifestObject {
  const text = (part: string, english: string) => localised(`walkthrough.${id}.${part}`, english);
  return {
    id,
    title: text('title', title),
    description: text('description', description),
    media: { svg: `media/walkthrough/${id}.svg`, altText: text('picture', altText) },
    completionEvents,
  };
}
