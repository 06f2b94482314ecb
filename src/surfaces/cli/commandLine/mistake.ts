import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';

/** The refusal of what was typed, and what to type instead. */
export function mistake(problem: string, hint?: string): Refusal {
  return refuse('invalid_input', verbatim(problem), hint === undefined ? {} : { hint: verbatim(hint) });
}

/** What a caller typed, fit for a sentence on a terminal. */
export function printable(text: string, length = 40): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
