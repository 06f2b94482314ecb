import type { Parameter } from '../../../operations/commandLine.js';
import type { OwnCommand } from '../commandLine/commandSet.js';
import { agentHookWord } from './ownWords.js';

const word = (field: string, description: string): Parameter => ({
  field,
  flag: field,
  kind: 'text',
  choices: [],
  list: false,
  required: true,
  description,
});

export const agentHook: OwnCommand = {
  path: [agentHookWord],
  summary: 'Runs a hook for a coding agent: reads its input from stdin and prints the result.',
  positionals: [
    word('agent', 'The agent, such as claude'),
    word('event', 'The agent’s name of the hook, such as PreToolUse'),
  ],
  flags: [
    {
      ...{ field: 'project', flag: 'project', kind: 'boolean', choices: [], list: false, required: false },
      description: 'Does nothing if your own hook for this event is installed; used in a repository’s files',
    },
  ],
  examples: ['agent-hook claude SessionStart', 'agent-hook codex PreToolUse'],
  async run(session, { agent, event, project }) {
    try {
      const { runAgentHook } = await import('./runAgentHook.js');
      await runAgentHook(session, agent, event, project === true);
    } catch (error) {
      // An internal error must not block an agent.
      session.printer.log.error(`The hook failed: ${error instanceof Error ? error.message : String(error)}`, error);
    }
    return 0;
  },
};
