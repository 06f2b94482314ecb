import type { HookClient } from '../hookClient.js';
import { claudeShape, objectAt, runsCommand, writesAt } from './claudeShape.js';

const tools = 'Bash|Edit|MultiEdit|Write|NotebookEdit';

const shape = claudeShape({
  Bash: runsCommand,
  Edit: writesAt('file_path'),
  MultiEdit: writesAt('file_path'),
  Write: writesAt('file_path'),
  NotebookEdit: writesAt('notebook_path'),
});

/** See https://code.claude.com/docs/en/hooks; seen with version 2.1.332. */
export const claude: HookClient = {
  name: 'claude',
  harness: 'claude-code',
  timeLimit: 10,
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
    if (input.is_interrupt === true) return { ...outcome, error: 'Interrupted by user' };
    const response = objectAt(input, 'tool_response');
    // A failing command is reported as a failing tool, with the exit code at the start of its error.
    const failed = /^Exit code (\d+)/.exec(outcome.error ?? '')?.[1];
    if (failed !== undefined) return { ...outcome, exitCode: Number(failed) };
    const isOver = response.interrupted === false && response.backgroundTaskId === undefined;
    return isOver && outcome.error === undefined ? { ...outcome, exitCode: 0 } : outcome;
  },
};
