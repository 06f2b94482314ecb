import type { OwnCommand } from '../commandLine/commandSet.js';

function name(flag: string, description: string) {
  return { field: flag, flag, kind: 'text' as const, choices: [], list: false, required: true, description };
}

/** Creates an agent's folder outside any repository: a store, and files for its host and operator to fill in. */
export const scaffold: OwnCommand = {
  path: ['scaffold'],
  summary: 'Creates a folder with a store for an agent outside a repository; existing files are kept.',
  positionals: [name('dir', 'The folder; created if missing')],
  flags: [
    name('host', 'Name of the program that runs the agent: letters, digits, _ and -'),
    name('agent', 'Name of the agent: letters, digits, _ and -'),
    {
      ...{ field: 'strict', flag: 'strict', kind: 'boolean', choices: [], list: false, required: false },
      description: 'Checks the result; exit code 3 if something is missing, empty or damaged',
    },
  ],
  examples: ['scaffold ~/.config/relay/agents/rex --host relay --agent rex --strict'],
  async run(session, input) {
    const { makeInstance } = await import('../makeInstance.js');
    const { dir, host, agent, strict } = input;
    return makeInstance(session, {
      folder: String(dir),
      host: String(host),
      agent: String(agent),
      strict: strict === true,
    });
  },
};
