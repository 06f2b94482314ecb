import { type Refusal, refuse } from '../domain/refusal/refusal.js';
import { verbatim } from '../messages/message.js';
import type { Context } from '../records/context.js';
import { beforeTool } from './beforeTool.js';

/** Judges a command that Stateroom runs for an agent like the agent's own; records a refusal. */
export async function judgeCommand(context: Context, command: string, directory: string): Promise<Refusal | undefined> {
  const text = `cd ${JSON.stringify(directory)} && ${command}`;
  const { refusal } = await beforeTool(context, { command: text, paths: [] });
  return refusal === undefined ? undefined : refuse('not_allowed', verbatim(refusal));
}
