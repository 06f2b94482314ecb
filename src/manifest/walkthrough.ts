import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

export const walkthroughId = 'start';

/** What a newcomer is offered beside the catalogue. */
const ownCommands: OwnCommands = {
  'walkthrough.open': { title: 'Open Walkthrough', icon: 'book', palette: 'true' },
  'sample.fill': { title: 'Create Sample Repository', asks: true, palette: 'isWorkspaceTrusted' },
  'sample.remove': { title: 'Remove Sample Repository', palette: 'isWorkspaceTrusted' },
  playDay: { title: 'Play Demo', palette: 'isWorkspaceTrusted' },
};

/**
 * From nothing to reviewed work, in five steps that tick themselves by what has happened. The editor opens it automatically once,
 * after the extension was installed, and only where the person lets it (`workbench.welcomePage.walkthroughs.openOnInstall`).
 */
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
            'open',
            'Open a repository',
            'Stateroom stores its queue in the repository’s .git folder. Every worktree and agent shares it; nothing is committed.\n[Open Folder](command:vscode.openFolder)\nTo look around first, create a repository with examples of everything, or watch five scripted agents work in a demo repository.\n[Create Sample Repository…](command:stateroom.sample.fill)\n[Play Demo](command:stateroom.playDay)',
            'A git history with a queue beside it',
            [shown(contextKeys.hasRepository)],
          ),
          step(
            'add',
            'Add a work item',
            'A work item is one thing to do. You add some, and agents add what they find along the way.\n[Add Work Item…](command:stateroom.queue.add)',
            'A new row at the top of a queue',
            [shown(`${contextKeys.enabled} && !${contextKeys.queueEmpty}`)],
          ),
          step(
            'connect',
            'Connect an agent',
            'Claude Code, Codex, Copilot, Gemini, opencode and others share the queue through Stateroom’s MCP server, which the agent starts on its own. Choose one: its settings are copied to the clipboard, and you see where to paste them. This editor’s own agent needs no setup.\n[Connect an Agent…](command:stateroom.connectAgent)',
            'Three agents connected to one queue',
            // Someone who works on an item needs no more help with it.
            [shown(contextKeys.agentConnected), shown(contextKeys.inFlight)],
          ),
          step(
            'watch',
            'Watch an agent claim it',
            'Tell the agent: “Claim the next work item in Stateroom.” The item moves to In flight under its name. Nobody else gets it; if the agent stops responding, the item returns to the queue.\n[Show Queue](command:stateroom.queue.focus)\nNo agent yet? Watch five scripted agents work in a demo repository.\n[Play Demo](command:stateroom.playDay)',
            'A row that moves from Ready to In flight',
            [shown(contextKeys.inFlight)],
          ),
          step(
            'review',
            'Review and merge',
            'Give each agent a lane: a branch with its own worktree. Look at its changes, record findings on the lines, approve, and merge. The gate lists what is still missing.\n[New Lane…](command:stateroom.worker.spawn)\n[Show Lanes](command:stateroom.lanes.focus)',
            'A lane that merges into the main branch through a gate',
            [shown(contextKeys.laneMerged)],
          ),
        ],
      },
    ],
  },
};

/**
 * A condition that ticks a step, be it that it held before the walkthrough was opened: the editor takes what holds when it
 * first reads a walkthrough for no news, and leaves the step open permanently.
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
