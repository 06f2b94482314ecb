import type { CostSum } from '../domain/agentSession/sessionCost.js';
import type { Translate } from '../reports/translate.js';

/** `120k tokens`, `900 tokens + 2 unknown`: those of several starts of agents. */
export function tokenWords({ sessions, tokens, tokensUnknown }: CostSum, translate: Translate): string {
  return withUnknown(translate('{0} tokens', short(tokens)), sessions, tokensUnknown, translate);
}

/** `$1.20`; `~` marks an estimate, `$1.20 + 2 unknown` a sum without some figures. */
export function costWords(sum: CostSum, translate: Translate): string {
  const { sessions, costMicros, estimatedMicros, costUnknown } = sum;
  return withUnknown(`${estimatedMicros > 0 ? '~' : ''}${dollars(costMicros)}`, sessions, costUnknown, translate);
}

export function timeWords({ sessions, ms, msUnknown }: CostSum, translate: Translate): string {
  return withUnknown(runTime(ms, translate), sessions, msUnknown, translate);
}

/** All known figures in one line. */
export function useWords(sum: CostSum, translate: Translate): string {
  return [tokenWords(sum, translate), costWords(sum, translate), timeWords(sum, translate)].join(' · ');
}

function withUnknown(known: string, sessions: number, unknown: number, translate: Translate): string {
  if (unknown === 0) return known;
  return unknown === sessions ? translate('unknown') : translate('{0} + {1} unknown', known, unknown);
}

/** `900`, `120k`, `1.2M`. */
function short(number: number): string {
  if (number < 10_000) return String(number);
  return number < 999_500 ? `${Math.round(number / 1000)}k` : `${(number / 1_000_000).toFixed(1)}M`;
}

export function runTime(ms: number, translate: Translate): string {
  return ms < 60_000 ? translate('{0} s', Math.round(ms / 1000)) : translate('{0} min', Math.round(ms / 60_000));
}

/** Millionths of a US dollar; small amounts with four places. */
export function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(micros > 0 && micros < 10_000 ? 4 : 2)}`;
}
