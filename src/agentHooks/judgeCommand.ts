import { type Refusal, refuse } from '../domain/refusal/refusal.js';
import { verbatim } from '../messages/message.js';
import type { Context } from '../records/context.js';
import { beforeTool } from './beforeTool.js';

/**
 * Judges a command that Stateroom is to run for an agent as the agent's hook judges its shell, and records a refusal; undefined if allowed.
 */
export async function judgeCommand(context: Context, command: string, directory: string): Promise<Refusal | undefined> {
  const text = `cd ${JSON.stringify(directory)} && ${command}`;
  const { refusal } = await beforeTool(context, { command: text, paths: [] });
  return refusal === undefined ? undefined : refuse('not_allowed', verbatim(refusal));
}
