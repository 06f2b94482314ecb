import type { HookClient } from '../hookClient.js';
import { patchedPaths } from '../patchedPaths.js';
import { claudeShape, runsCommand, textAt } from './claudeShape.js';

/**
 * https://developers.openai.com/codex/hooks, and what version 0.169.0 sends: its shell is called Bash, with the folder of the
 * call as `cwd`, and a patch is the command of `apply_patch`.
 */
export const codex: HookClient = {
  name: 'codex',
  harness: 'codex',
  events: {
    SessionStart: { kind: 'sessionStart' },
    PreToolUse: { kind: 'beforeTool', matcher: 'Bash|apply_patch' },
  },
  ...claudeShape({
    Bash: runsCommand,
    apply_patch: args => ({ paths: patchedPaths(textAt(args, 'command') ?? ''), command: undefined }),
  }),
  model: input => textAt(input, 'model'),
};
