import type { HookClient, HookInput, ToolCall } from '../hookClient.js';

export function textAt(input: HookInput, field: string): string | undefined {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function objectAt(input: HookInput, field: string): HookInput {
  const value = input[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HookInput) : {};
}

export type ReadTool = (args: HookInput) => ToolCall;

export function writesAt(field: string): ReadTool {
  return args => ({ paths: [textAt(args, field)].filter(path => path !== undefined), command: undefined });
}

export const runsCommand: ReadTool = args => ({ paths: [], command: textAt(args, 'command') });

/** Input and replies in Claude Code's shape, which Codex and others adopted. */
export function claudeShape(
  tools: Readonly<Record<string, ReadTool>>,
): Omit<HookClient, 'name' | 'harness' | 'timeLimit' | 'events' | 'model'> {
  return {
    session: input => textAt(input, 'session_id'),
    directory: input => textAt(input, 'cwd'),
    isResumed: input => input.source === 'resume',
    toolCall: input => tools[textAt(input, 'tool_name') ?? '']?.(objectAt(input, 'tool_input')),
    outcome: input => ({
      tool: textAt(input, 'tool_name') ?? '',
      exitCode: undefined,
      error: textAt(input, 'error'),
    }),
    goesOn: input => input.reason === 'clear' || input.reason === 'resume',
    isContinued: input => input.stop_hook_active === true,
    reply: (event, { context, refusal, goOn }) =>
      goOn === undefined
        ? {
            hookSpecificOutput: {
              hookEventName: event,
              ...(refusal === undefined ? {} : { permissionDecision: 'deny', permissionDecisionReason: refusal }),
              ...(context === undefined ? {} : { additionalContext: context }),
            },
          }
        : { decision: 'block', reason: goOn },
  };
}
