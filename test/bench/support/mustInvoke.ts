import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { say } from '../../../src/messages/say.js';
import { invoke } from '../../../src/operations/invoke.js';
import type { Operation } from '../../../src/operations/operation.js';
import type { Context } from '../../../src/records/context.js';

/** Invokes an operation that must not be refused. */
export async function mustInvoke(operation: Operation, context: Context, input: unknown): Promise<void> {
  const answer = await invoke(operation, context, input);
  if (isRefusal(answer)) throw new Error(`${operation.name} was refused: ${say(answer.message)}`);
}
