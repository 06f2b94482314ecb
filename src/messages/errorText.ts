import type { Message } from './message.js';
import { say } from './say.js';

/** Returns an error's text in English: the sentence of a thrown refusal, else its message from a program or the system. */
export function errorText(error: unknown): string {
  const { refusal, message } = error as { refusal?: { message: Message }; message?: string };
  return refusal === undefined ? (message ?? String(error)) : say(refusal.message);
}
