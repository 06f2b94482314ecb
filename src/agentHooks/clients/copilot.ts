import { json } from '../../domain/agent/serverProgram.js';
import type { HookClient } from '../hookClient.js';
import { objectAt, type ReadTool, runsCommand, textAt, writesAt } from './claudeShape.js';

const tools: Readonly<Record<string, ReadTool>> = {
  bash: runsCommand,
  powershell: runsCommand,
  edit: writesAt('path'),
  create: writesAt('path'),
};

const timeLimit = 10;

const events: HookClient['events'] = {
  sessionStart: { kind: 'sessionStart' },
  preToolUse: { kind: 'beforeTool' },
  postToolUse: { kind: 'afterTool' },
  postToolUseFailure: { kind: 'afterTool' },
  preCompact: { kind: 'beforeCompaction' },
  agentStop: { kind: 'turnEnd' },
  sessionEnd: { kind: 'sessionEnd' },
};

/**
 * See https://docs.github.com/copilot/reference/hooks-configuration; seen with version 1.0.102. It has no matchers; a command's exit code
 * is in the last line of its output.
 */
export const copilot: HookClient = {
  name: 'copilot',
  harness: 'copilot',
  timeLimit,
  events,
  file: commandOf =>
    json({
      version: 1,
      hooks: Object.fromEntries(
        Object.keys(events).map(event => [event, [{ type: 'command', bash: commandOf(event), timeoutSec: timeLimit }]]),
      ),
    }),
  session: input => textAt(input, 'sessionId'),
  directory: input => textAt(input, 'cwd'),
  isResumed: input => input.source === 'resume',
  toolCall: input => tools[textAt(input, 'toolName') ?? '']?.(objectAt(input, 'toolArgs')),
  outcome(input) {
    const text = textAt(objectAt(input, 'toolResult'), 'textResultForLlm');
    const code = /<shellId: \S+ completed with exit code (\d+)>\s*$/.exec(text ?? '')?.[1];
    return {
      tool: textAt(input, 'toolName') ?? '',
      exitCode: code === undefined ? undefined : Number(code),
      error: textAt(input, 'error'),
    };
  },
  goesOn: () => false,
  isContinued: input => input.stop_hook_active === true,
  reply: (_event, { context, refusal, goOn }) => {
    if (goOn !== undefined) return { decision: 'block', reason: goOn };
    return {
      ...(refusal === undefined ? {} : { permissionDecision: 'deny', permissionDecisionReason: refusal }),
      ...(context === undefined ? {} : { additionalContext: context }),
    };
  },
};
