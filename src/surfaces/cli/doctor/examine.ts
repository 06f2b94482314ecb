import { errorText } from '../../../messages/errorText.js';
import { type DoctorReport, doctorFacets } from '../../../reports/doctorReport.js';
import { checks } from './checks.js';
import type { Check, CheckState, Facet, Ward } from './facet.js';

/** Max time in ms for all checks together. */
export const deadline = 30_000;

export interface FacetChecks {
  readonly facet: Facet;
  readonly checks: readonly Check[];
}

/** Runs all checks concurrently; those unfinished when the ward's signal fires become warnings. */
export async function examine(ward: Ward): Promise<readonly FacetChecks[]> {
  return Promise.all(
    doctorFacets.map(async facet => {
      const late = new Promise<readonly Check[]>(resolve =>
        ward.signal.addEventListener('abort', () =>
          resolve([
            { state: 'warn', text: `The check took longer than ${deadline / 1000} s.`, next: 'stateroom doctor' },
          ]),
        ),
      );
      const checked = checks[facet](ward).catch(error => [
        { state: 'broken', text: `Could not be checked: ${errorText(error)}` } as const,
      ]);
      return { facet, checks: await Promise.race([checked, late]) };
    }),
  );
}

const order: readonly CheckState[] = ['broken', 'warn', 'ok'];

/** Gives each facet the state of its worst check and shows only checks that are not ok, or all if every one is ok. */
export function reportOf(found: readonly FacetChecks[]): DoctorReport {
  const facets = found.map(({ facet, checks }) => {
    const state = order.find(each => checks.some(check => check.state === each)) ?? 'ok';
    const shown = checks.filter(check => (state === 'ok' ? true : check.state !== 'ok'));
    return { facet, state, checks: shown.map(({ state, text, next }) => ({ state, text, next: next ?? null })) };
  });
  return { ok: facets.every(({ state }) => state !== 'broken'), facets };
}
