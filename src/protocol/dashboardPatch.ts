import type { DashboardChanges, DashboardState } from './dashboardState.js';

/** The parts in which `next` differs from `previous`; undefined when they show the same. */
export function diffDashboard(previous: DashboardState, next: DashboardState): DashboardChanges | undefined {
  const changed = Object.entries(next).filter(
    ([part, value]) => JSON.stringify(value) !== JSON.stringify(previous[part as keyof DashboardState]),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as DashboardChanges);
}

/** `state` with the changed parts replaced; unchanged parts stay the same objects. */
export function patchDashboard(state: DashboardState, changes: DashboardChanges): DashboardState {
  return { ...state, ...(changes as Partial<DashboardState>) };
}
