import type { AttemptEnd } from '../attempt/attemptRow.js';
import type { ProviderEnd, Try } from './controlSnapshot.js';

/** Waits after the first, second … failure in a row; the last one repeats. */
export const cooldownsMs = [300_000, 900_000, 1_800_000, 3_600_000] as const;

/** Ends without a fault of the agent that are passed over, in a row; the next one counts as an attempt. */
const maxAway = 3;

/** `neutral` ends count neither as a failure nor as work that went on. */
const kinds: Readonly<Record<AttemptEnd, 'failure' | 'neutral' | 'progress'>> = {
  ...{ failed: 'failure', crashed: 'failure', unclear: 'failure', partial: 'failure', stalled: 'failure' },
  ...{ 'rate-limited': 'neutral', budget: 'neutral' },
  ...{ done: 'progress', blocked: 'progress', 'nothing-to-do': 'progress', stopped: 'progress', cancelled: 'progress' },
  ...{ released: 'progress', retried: 'progress', reassigned: 'progress', 'handed-over': 'progress' },
  ...{ 'taken-over': 'progress', 'claim-expired': 'progress', 'session-ended': 'progress' },
};

/** A wait that grows with each failure in a row. */
export function cooldownAfter(count: number): number {
  return cooldownsMs[Math.min(count, cooldownsMs.length) - 1] ?? 0;
}

/** Failed tries in a row up to now. Rate limits and budgets are passed over; machines that ended too, up to three in a row. */
export function failuresInRow(tries: readonly Try[]): Try[] {
  let found: Try[] = [];
  let away = 0;
  for (const one of tries) {
    const kind = one.isOfProvider ? 'neutral' : kinds[one.end];
    if (kind === 'neutral') continue;
    away = one.isAway ? away + 1 : 0;
    if (one.isAway && away <= maxAway) continue;
    if (kind === 'failure') found.push(one);
    else found = [];
  }
  return found;
}

/** True if the last two failures have the same end, words and evidence; numbers in words do not count. */
export function isSameFailure(failed: readonly Try[]): boolean {
  const [one, other] = failed.slice(-2);
  return one !== undefined && other !== undefined && fingerprint(one) === fingerprint(other);
}

function fingerprint({ end, why, evidence }: Try): string {
  return JSON.stringify([end, why?.replace(/\d+/g, '#').trim() ?? '', evidence]);
}

/** Wait of an agent's provider. `until` is null if only a person ends it. */
export interface ProviderWait {
  readonly trouble: 'limit' | 'signIn' | 'start';
  readonly until: number | null;
  /** True for the provider's own time. */
  readonly isOwn: boolean;
  readonly why: string | null;
}

/**
 * The wait of an agent at `now`, from how its sessions ended; undefined if it may start. A sign-in or start that failed before control was
 * switched on is tried again.
 */
export function providerWait(
  ends: readonly ProviderEnd[],
  agent: string,
  { now, startedAt }: { readonly now: number; readonly startedAt: number },
): ProviderWait | undefined {
  const own = ends.filter(end => end.agent === agent);
  const [last] = own;
  if (last === undefined || last.trouble === null) return undefined;
  if (last.trouble === 'signIn') {
    return last.at < startedAt ? undefined : { trouble: 'signIn', until: null, isOwn: false, why: last.why };
  }
  if (last.trouble === 'start' && last.at < startedAt) return undefined;
  const other = own.findIndex(({ trouble }) => trouble !== last.trouble);
  const count = other === -1 ? own.length : other;
  const isOwn = last.resetsAt !== null && last.resetsAt > last.at;
  const until = isOwn ? (last.resetsAt ?? 0) : last.at + cooldownAfter(count);
  return now < until ? { trouble: last.trouble, until, isOwn, why: last.why } : undefined;
}
