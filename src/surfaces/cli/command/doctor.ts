import type { OwnCommand } from '../commandLine/commandSet.js';

/** Checks everything that Stateroom needs; applies only fixes that can be undone. */
export const doctor: OwnCommand = {
  path: ['doctor'],
  summary: 'Checks environment, store, git, hooks, lanes, MCP entries and editor, with one next step for each problem.',
  positionals: [],
  flags: [
    {
      ...{ field: 'fix', flag: 'fix', kind: 'boolean', choices: [], list: false, required: false },
      description: 'Repairs what can be undone, after showing it',
    },
    {
      ...{ field: 'yes', flag: 'yes', kind: 'boolean', choices: [], list: false, required: false },
      description: 'With --fix: does not ask',
    },
  ],
  examples: ['doctor', 'doctor --fix', 'doctor --json'],
  async run(session, input) {
    const { runDoctor } = await import('../doctor/runDoctor.js');
    return runDoctor(session, { fix: input.fix === true, yes: input.yes === true });
  },
};
