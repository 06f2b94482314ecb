import { dashboardFilterSchema, usualFilter } from '../../src/protocol/dashboardTrend.js';
import type { PageState } from './view/view.js';

/** The page as it was left; what was kept by an older version, or by nobody, is as at first. */
export function readPageState(saved: unknown): PageState {
  const { numbersShown, filter } = (saved ?? {}) as { numbersShown?: unknown; filter?: unknown };
  const read = dashboardFilterSchema.safeParse(filter);
  return {
    numbersShown: Array.isArray(numbersShown) ? numbersShown.filter(name => typeof name === 'string').slice(0, 20) : [],
    filter: read.success ? read.data : usualFilter,
  };
}
