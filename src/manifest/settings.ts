import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { settingKeys } from './settingKeys.js';

interface Setting {
  readonly key: string;
  readonly text: string;
  /** What it may be, and what each of these means. */
  readonly values?: Readonly<Record<string, string>>;
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
    text: 'For how many minutes an agent’s claim holds without a sign of life, when you answer its question and hand the work item back to it. For claims that agents take themselves, they set the time.',
    rest: { type: 'number', default: 15, minimum: 1, maximum: 1440, scope: 'resource' },
  },
  {
    key: settingKeys.staleMinutes,
    text: 'After how many minutes without a change a claim that has no lease counts as stale, so that **Show Work to Resume** lists it.',
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
    text: 'How review findings show in the code, beside the Findings view.',
    values: {
      problems: 'Open findings are listed in the Problems panel and marked on their lines.',
      comments: 'Each finding in a visible file is a comment thread on its lines; those that have ended are resolved.',
      both: 'Problems and comment threads.',
      none: 'The code is not marked; the Findings view alone lists them.',
    },
    rest: { type: 'string', default: 'problems', scope: 'resource' },
  },
  {
    key: settingKeys.plansCodeLens,
    text: 'Shows above each step of an open plan which slice works on it and whether it is proven, and starts a slice from there.',
    rest: { type: 'boolean', default: false, scope: 'resource' },
  },
  {
    key: settingKeys.agentTools,
    text: 'How the editor’s own agent reaches Stateroom. Other agents are connected by **Connect an Agent…**.',
    values: {
      tools: 'Through the tools of the extension.',
      mcp: 'Through the MCP server of the extension.',
      both: 'Through both, which offers the agent most things twice.',
    },
    rest: { type: 'string', default: 'tools', scope: 'window' },
  },
];

/** The settings, in the order in which the settings editor lists them. */
export const settingsFragment: Fragment = {
  contributes: {
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
