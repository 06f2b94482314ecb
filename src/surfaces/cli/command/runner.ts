import type { OwnCommand } from '../commandLine/commandSet.js';

/** Started by `start` and the other commands for agents, without a terminal. */
export const runner: OwnCommand = {
  path: ['runner'],
  summary: 'Runs the agents of this repository; other commands start it, and it ends with the last agent.',
  positionals: [],
  flags: [],
  examples: ['runner'],
  async run(session) {
    return (await import('./runRunner.js')).runRunner(session);
  },
};
