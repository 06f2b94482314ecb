import type { Refusal } from '../../src/domain/refusal/refusal.js';
import { inEnglish } from '../../src/messages/inEnglish.js';
import { say } from '../../src/messages/say.js';

/** A refusal as the command line and agents are given it. */
export interface SpokenRefusal extends Omit<Refusal, 'message' | 'hint'> {
  readonly message: string;
  readonly hint?: string;
}

/** Says a refusal in English. */
export function spoken(refusal: Refusal): SpokenRefusal {
  const { message, hint, ...rest } = refusal;
  return { ...inEnglish(rest), message: say(message), ...(hint === undefined ? {} : { hint: say(hint) }) };
}
