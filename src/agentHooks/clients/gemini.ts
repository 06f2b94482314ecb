import type { HookClient } from '../hookClient.js';
import { claudeShape, objectAt, runsCommand, textAt, writesAt } from './claudeShape.js';

const tools = 'run_shell_command|replace|write_file';

const shape = claudeShape({
  run_shell_command: args => ({ ...runsCommand(args), directory: textAt(args, 'dir_path') }),
  replace: writesAt('file_path'),
  write_file: writesAt('file_path'),
});

/**
 * See https://geminicli.com/docs/hooks; seen with version 0.61.0. Its PreCompress comes before each request of the model, so it does not
 * signal a compaction; text for the model is not accepted before a tool.
 */
export const gemini: HookClient = {
  name: 'gemini',
  harness: 'gemini',
  timeLimit: 10_000,
  events: {
    SessionStart: { kind: 'sessionStart' },
    BeforeTool: { kind: 'beforeTool', matcher: tools },
    AfterTool: { kind: 'afterTool', matcher: tools },
    AfterAgent: { kind: 'turnEnd' },
    SessionEnd: { kind: 'sessionEnd' },
  },
  ...shape,
  outcome(input) {
    const text = textAt(objectAt(input, 'tool_response'), 'llmContent') ?? '';
    const [, code] = /^Exit Code: (\d+)$/m.exec(text) ?? [];
    const isOver = !/^(Error|Signal|Background PIDs): /m.test(text);
    return { ...shape.outcome(input), exitCode: code === undefined ? (isOver ? 0 : undefined) : Number(code) };
  },
  reply: (event, answer) =>
    answer.refusal === undefined ? shape.reply(event, answer) : { decision: 'deny', reason: answer.refusal },
};
