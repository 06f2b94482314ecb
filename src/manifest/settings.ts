import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { settingKeys } from './settingKeys.js';

interface Setting {
  readonly key: string;
  readonly text: string;
  readonly rest: ManifestObject;
}

const settings: readonly Setting[] = [
  {
    key: settingKeys.doneShown,
    text: 'How many ended work items the Queue view shows under Done before **Show more**.',
    rest: { type: 'integer', default: 20, minimum: 1, maximum: 500, scope: 'window' },
  },
  {
    key: settingKeys.leaseMinutes,
    text: 'How long, in minutes, an agent’s claim holds without a sign of life when you hand an answered work item back to it. Agents set the length of the claims they take themselves.',
    rest: { type: 'number', default: 15, minimum: 1, maximum: 1440, scope: 'resource' },
  },
  {
    key: settingKeys.staleMinutes,
    text: 'After how many minutes without a change **Show Work to Resume** takes a claim that has no lease for stale.',
    rest: { type: 'number', default: 10, minimum: 1, maximum: 43_200, scope: 'resource' },
  },
  {
    key: settingKeys.personName,
    text: 'The name under which your acts are recorded and your claims are held. Empty: the `user.name` of git, else your account’s name.',
    rest: { type: 'string', default: '', maxLength: 200, scope: 'machine-overridable' },
  },
  {
    key: settingKeys.statusBarVisible,
    text: 'Shows in the status bar what the gate of the task at hand still asks for, what needs you and what is in flight, in repositories that use Stateroom.',
    rest: { type: 'boolean', default: true, scope: 'window' },
  },
  {
    key: settingKeys.findingsShow,
    text: 'How review findings show on the lines they are about, beside the Findings view: `problems` lists the open ones in the Problems panel, `comments` has a comment thread for each of the visible files, with those that ended as resolved, `both` does both, `none` leaves the code unmarked. Unless it is `none`, marks stand in the gutter and in the overview ruler, and files that have findings carry their number.',
    rest: { type: 'string', enum: ['problems', 'comments', 'both', 'none'], default: 'problems', scope: 'resource' },
  },
  {
    key: settingKeys.plansCodeLens,
    text: 'Shows above each step of an open plan which slice works on it and whether it is proven, and starts a slice from there.',
    rest: { type: 'boolean', default: false, scope: 'resource' },
  },
  {
    key: settingKeys.agentTools,
    text: 'How the agent of this editor reaches Stateroom: by the tools of the extension (`tools`), by its MCP server (`mcp`), or by `both`, which offers it most things twice. Other agents are connected by **Connect an Agent…**.',
    rest: { type: 'string', enum: ['tools', 'mcp', 'both'], default: 'tools', scope: 'window' },
  },
];

/** The settings, in the order in which the settings editor lists them. */
export const settingsFragment: Fragment = {
  contributes: {
    configuration: {
      title: 'Stateroom',
      properties: Object.fromEntries(
        settings.map(({ key, text, rest }, index) => [
          `stateroom.${key}`,
          { ...rest, order: index + 1, markdownDescription: localised(`setting.${key}`, text) },
        ]),
      ),
    },
  },
};
