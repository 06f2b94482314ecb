import type { Message } from './message.js';
import { say } from './say.js';

/** Returns the English text of an error: the sentence of a refusal, otherwise the message of a program or the system. */
export function errorText(error: unknown): string {
  const { refusal, message } = error as { refusal?: { message: Message }; message?: string };
  return refusal === undefined ? (message ?? String(error)) : say(refusal.message);
}
