import type { HookClient } from '../hookClient.js';
import { claudeShape, runsCommand, writesAt } from './claudeShape.js';

/** https://code.claude.com/docs/en/hooks, and what version 2.1.329 sends. */
export const claude: HookClient = {
  name: 'claude',
  harness: 'claude-code',
  events: {
    SessionStart: { kind: 'sessionStart' },
    PreToolUse: { kind: 'beforeTool', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit' },
  },
  ...claudeShape({
    Bash: runsCommand,
    Edit: writesAt('file_path'),
    MultiEdit: writesAt('file_path'),
    Write: writesAt('file_path'),
    NotebookEdit: writesAt('notebook_path'),
  }),
};
