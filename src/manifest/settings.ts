import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { settingKeys } from './settingKeys.js';

interface Setting {
  readonly key: string;
  readonly text: string;
  /** Possible values with their descriptions. */
  readonly values?: Readonly<Record<string, string>>;
  readonly rest: ManifestObject;
}

const settings: readonly Setting[] = [
  {
    key: settingKeys.doneShown,
    text: 'How many closed work items the Queue view shows under Done before **Show more**.',
    rest: { type: 'integer', default: 20, minimum: 1, maximum: 500, scope: 'window' },
  },
  {
    key: settingKeys.leaseMinutes,
    text: 'Minutes that an agent’s claim stays valid without a heartbeat when you answer its question and give the work item back to it. Agents choose the lease for their own claims.',
    rest: { type: 'number', default: 15, minimum: 1, maximum: 1440, scope: 'resource' },
  },
  {
    key: settingKeys.staleMinutes,
    text: 'Minutes without a change after which a claim without a lease counts as stale and is listed by **Show Work to Resume**.',
    rest: { type: 'number', default: 10, minimum: 1, maximum: 43_200, scope: 'resource' },
  },
  {
    key: settingKeys.personName,
    text: 'Your name on recorded actions and claims. Empty: git’s `user.name`, else your account name.',
    // Per person, never per workspace: the name decides whose review counts.
    rest: { type: 'string', default: '', maxLength: 200, scope: 'machine' },
  },
  {
    key: settingKeys.statusBarVisible,
    text: 'Shows in the status bar what the current task’s gate still needs, what needs you and what is in progress, in repositories that use Stateroom.',
    rest: { type: 'boolean', default: true, scope: 'window' },
  },
  {
    key: settingKeys.findingsShow,
    text: 'How review findings are shown in the code, in addition to the Findings view.',
    values: {
      problems: 'Open findings are listed in the Problems panel and marked on their lines.',
      comments:
        'Each finding in a visible file is a comment thread on its lines; closed findings are resolved threads.',
      both: 'Problems and comment threads.',
      none: 'Nothing is shown in the code; only the Findings view lists findings.',
    },
    rest: { type: 'string', default: 'problems', scope: 'resource' },
  },
  {
    key: settingKeys.plansCodeLens,
    text: 'Shows above each step of an open plan which slice works on it and whether it has evidence. You can start a slice from there.',
    rest: { type: 'boolean', default: false, scope: 'resource' },
  },
  {
    key: settingKeys.agentCommand,
    text: 'Command that starts your agent, such as `claude` or `codex --model gpt-5.2`. **Start Agent on Item…** runs it in the terminal of a lane that names no other agent. `{prompt}` stands for what is to be done, as one argument: `claude {prompt}`. Empty: the command that you typed last.',
    rest: { type: 'string', default: '', maxLength: 2000, scope: 'machine' },
  },
  {
    key: settingKeys.lanesFolder,
    text: 'Folder for the worktrees of new lanes and tasks, as an absolute path; each repository gets a folder in it. Empty: the folder `<repository>.worktrees` beside the repository.',
    // Per machine, never per workspace: worktrees are created and deleted there.
    rest: { type: 'string', default: '', maxLength: 1000, scope: 'machine' },
  },
  {
    key: settingKeys.agentTools,
    text: 'How the editor’s own agent reaches Stateroom. Connect other agents with **Connect Agents…**.',
    values: {
      tools: 'Through the extension’s language model tools.',
      mcp: 'Through the extension’s MCP server.',
      both: 'Through both. The agent sees most tools twice.',
    },
    rest: { type: 'string', default: 'tools', scope: 'window' },
  },
  {
    key: settingKeys.terminalCli,
    text: 'Adds the `stateroom` command to the PATH of integrated terminals, in trusted workspaces with a git repository. A `stateroom` that you installed yourself comes first.',
    rest: { type: 'boolean', default: true, scope: 'window' },
  },
  {
    key: settingKeys.notify,
    text: 'How you are told that something needs you.',
    values: {
      badge: 'By the number on the Stateroom icon and in the status bar.',
      notification:
        'Also by a notification, one for each matter, with a button to act on it; none for what is on the screen.',
    },
    rest: { type: 'string', default: 'badge', scope: 'window' },
  },
  {
    key: settingKeys.dashboardFile,
    text: 'Keeps `.stateroom/dashboard.md` of the main worktree up to date while this window is open, also where `reports.dashboardFile` in `.stateroom/config.json`, which everybody shares, does not ask for it.',
    rest: { type: 'boolean', default: false, scope: 'resource' },
  },
];

/** In the order of the settings editor. */
export const settingsFragment: Fragment = {
  contributes: {
    jsonValidation: ['.stateroom/config.json', '.git/stateroom/config.json'].map(fileMatch => ({
      ...{ fileMatch, url: './dist/schemas/config.json' },
    })),
    configuration: {
      title: 'Stateroom',
      properties: Object.fromEntries(
        settings.map(({ key, text, values, rest }, index) => [
          `stateroom.${key}`,
          {
            ...rest,
            ...(values === undefined ? {} : choices(key, values)),
            order: index + 1,
            markdownDescription: localised(`setting.${key}`, text),
          },
        ]),
      ),
    },
  },
};

function choices(key: string, values: Readonly<Record<string, string>>): ManifestObject {
  return {
    enum: Object.keys(values),
    enumDescriptions: Object.entries(values).map(([value, text]) => localised(`setting.${key}.${value}`, text)),
  };
}
