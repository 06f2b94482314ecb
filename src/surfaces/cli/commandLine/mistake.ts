import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';

/** Returns an `invalid_input` refusal; `hint` names the correct input. */
export function mistake(problem: string, hint?: string): Refusal {
  return refuse('invalid_input', verbatim(problem), hint === undefined ? {} : { hint: verbatim(hint) });
}

/** Escapes typed text for a sentence on a terminal. */
export function printable(text: string, length = 40): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
