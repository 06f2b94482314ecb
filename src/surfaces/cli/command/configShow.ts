import type { OwnCommand } from '../commandLine/commandSet.js';

export const configShow: OwnCommand = {
  path: ['config', 'show'],
  summary: 'Shows the settings that are set and their sources, also your own in .git/stateroom/config.json.',
  positionals: [],
  flags: [
    {
      ...{ field: 'effective', flag: 'effective', kind: 'boolean', choices: [], list: false, required: false },
      description: 'Includes settings with their default value',
    },
  ],
  examples: ['config show', 'config show --effective', 'config show --effective --json'],
  async run(session, input) {
    return (await import('../showConfig.js')).showConfig(session, input.effective === true);
  },
};
