import { dashboardFilterSchema, usualFilter } from '../../src/protocol/dashboardTrend.js';
import { groupings, type PageState, tabs } from './view/view.js';

/** Restores the page's saved state; invalid or missing parts get their defaults. */
export function readPageState(saved: unknown): PageState {
  const { numbersShown, filter, unfolded, tab, find, by } = (saved ?? {}) as Record<keyof PageState, unknown>;
  const read = dashboardFilterSchema.safeParse(filter);
  return {
    numbersShown: names(numbersShown),
    filter: read.success ? read.data : usualFilter,
    unfolded: names(unfolded),
    tab: tabs.find(one => one === tab) ?? 'board',
    find: typeof find === 'string' ? find.slice(0, 100) : '',
    by: groupings.find(one => one === by) ?? null,
  };
}

function names(saved: unknown): string[] {
  return Array.isArray(saved) ? saved.filter(name => typeof name === 'string').slice(0, 20) : [];
}
