import { type Refusal, refuse } from '../domain/refusal/refusal.js';
import { defaultLeaseMs, maxLeaseMs, minLeaseMs } from '../domain/workItem/workItem.js';
import { message } from '../messages/message.js';
import type { OperationSettings } from '../records/context.js';

/** Age after which `replay` counts a claim without a lease as stale, in ms. */
export const defaultStaleMs = 10 * 60 * 1000;

/** Min values: a lease is limited as for `--lease`; a claim without one may be stale at once. */
const shortest = { STATEROOM_LEASE_MS: minLeaseMs, STATEROOM_STALE_MS: 1 };
type Variable = keyof typeof shortest;

/**
 * Settings of a process without an editor: `STATEROOM_LEASE_MS`, at least 1 s, and `STATEROOM_STALE_MS`, in whole ms up to 24
 * hours, else refused (`invalid_input`). `STATEROOM_COMPACTION` is `on` or `off` and overrides task and repository.
 */
export function settingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): OperationSettings | Refusal {
  const leaseMs = milliseconds(environment, 'STATEROOM_LEASE_MS', defaultLeaseMs);
  if (leaseMs === undefined) return wrong('STATEROOM_LEASE_MS');
  const staleMs = milliseconds(environment, 'STATEROOM_STALE_MS', defaultStaleMs);
  if (staleMs === undefined) return wrong('STATEROOM_STALE_MS');
  const compaction = onOrOff(environment.STATEROOM_COMPACTION);
  if (compaction === 'neither') {
    return refuse('invalid_input', 'input.compactionSetting', { hint: 'input.compactionSettingHint' });
  }
  return { leaseMs, staleMs, ...(compaction === undefined ? {} : { compaction }) };
}

function onOrOff(text: string | undefined): boolean | undefined | 'neither' {
  const word = text?.trim().toLowerCase() ?? '';
  if (word === '') return undefined;
  return word === 'on' ? true : word === 'off' ? false : 'neither';
}

function milliseconds(
  environment: Readonly<Record<string, string | undefined>>,
  variable: Variable,
  whenUnset: number,
): number | undefined {
  const text = environment[variable]?.trim() ?? '';
  if (text === '') return whenUnset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value >= shortest[variable] && value <= maxLeaseMs ? value : undefined;
}

function wrong(variable: Variable): Refusal {
  return refuse(
    'invalid_input',
    message('input.badMilliseconds', { variable, min: shortest[variable], max: maxLeaseMs }),
    { hint: message('input.badMillisecondsHint', { variable }) },
  );
}
