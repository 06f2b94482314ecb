import type { Message } from './message.js';
import { say } from './say.js';

/** What an error says, in English: the sentence of a thrown refusal, else its message, which a program or the system wrote. */
export function errorText(error: unknown): string {
  const { refusal, message } = error as { refusal?: { message: Message }; message?: string };
  return refusal === undefined ? (message ?? String(error)) : say(refusal.message);
}
