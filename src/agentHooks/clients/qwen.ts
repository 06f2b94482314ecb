import type { HookClient } from '../hookClient.js';
import { claudeShape, objectAt, runsCommand, textAt, writesAt } from './claudeShape.js';

const tools = 'run_shell_command|edit|write_file';

const shape = claudeShape({
  run_shell_command: args => ({ ...runsCommand(args), directory: textAt(args, 'directory') }),
  edit: writesAt('file_path'),
  write_file: writesAt('file_path'),
});

/** See https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks; seen with version 0.24.4: Claude Code's shape, other tools. */
export const qwen: HookClient = {
  name: 'qwen',
  harness: 'qwen',
  timeLimit: 10_000,
  events: {
    SessionStart: { kind: 'sessionStart' },
    PreToolUse: { kind: 'beforeTool', matcher: tools },
    PostToolUse: { kind: 'afterTool', matcher: tools },
    PostToolUseFailure: { kind: 'afterTool', matcher: tools },
    PreCompact: { kind: 'beforeCompaction' },
    Stop: { kind: 'turnEnd' },
    SessionEnd: { kind: 'sessionEnd' },
  },
  ...shape,
  outcome(input) {
    const outcome = shape.outcome(input);
    const text = outcome.error ?? textAt(objectAt(input, 'tool_response'), 'llmContent') ?? '';
    const code = /^Exit Code: (\d+)$/m.exec(text)?.[1];
    return { ...outcome, exitCode: code === undefined ? undefined : Number(code) };
  },
  model: input => textAt(input, 'model'),
};
