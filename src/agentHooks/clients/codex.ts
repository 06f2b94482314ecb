import type { HookClient } from '../hookClient.js';
import { movedPaths, patchedPaths } from '../patchedPaths.js';
import { claudeShape, runsCommand, textAt } from './claudeShape.js';

const tools = 'Bash|apply_patch';

/**
 * See https://developers.openai.com/codex/hooks; seen with version 0.171.0: its shell is called Bash, with the folder of the call as `cwd`,
 * and a patch is the command of `apply_patch`. It reports neither exit codes nor failed tools.
 */
export const codex: HookClient = {
  name: 'codex',
  harness: 'codex',
  timeLimit: 10,
  events: {
    SessionStart: { kind: 'sessionStart' },
    PreToolUse: { kind: 'beforeTool', matcher: tools },
    PostToolUse: { kind: 'afterTool', matcher: tools },
    PreCompact: { kind: 'beforeCompaction' },
    Stop: { kind: 'turnEnd' },
  },
  ...claudeShape({
    Bash: runsCommand,
    apply_patch: args => {
      const patch = textAt(args, 'command') ?? '';
      return { paths: patchedPaths(patch), moved: movedPaths(patch), command: undefined };
    },
  }),
  model: input => textAt(input, 'model'),
};
