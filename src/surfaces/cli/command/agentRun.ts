import type { OwnCommand } from '../commandLine/commandSet.js';
import { agentRunWord } from './ownWords.js';

export const agentRun: OwnCommand = {
  path: [agentRunWord],
  summary: 'Accepts the command line of agent_run.py. Without git, runs are stored only as files.',
  positionals: [
    {
      ...{ field: 'words', flag: 'words', kind: 'text', choices: [], list: true, required: false },
      description: 'Its options, command and arguments',
    },
  ],
  flags: [],
  examples: ['agent-run start "Why is it slow?"', 'agent-run --root ../other --run-id slow status --json'],
  async run(session, { words }) {
    return (await import('../agentRun/agentRun.js')).agentRun(session, Array.isArray(words) ? words.map(String) : []);
  },
};
