import type { Refusal } from '../../../domain/refusal/refusal.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import type { StoreHealth } from '../../../store/store.js';

const nothing = { total: 0, rows: [] };
const blank: DashboardState = {
  phase: 'no_repository',
  repository: null,
  notice: null,
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: nothing,
  stuck: nothing,
  working: nothing,
  upNext: nothing,
  days: [],
  events: [],
};

/** What the page shows where no folder is in a git repository. */
export const withoutRepository: DashboardState = blank;

/** What the page shows of a repository; a store that can be read with a limit says so above it. */
export function presentReport(repository: string, health: StoreHealth, report: DashboardReport): DashboardState {
  const { counts, needsYou, stuck, working, days, events } = report;
  const limited = health.state !== 'ready' && health.state !== 'absent' && health.reason !== undefined;
  return {
    phase: 'ready',
    repository,
    notice: limited ? { message: health.reason ?? '', hint: health.hint ?? null } : null,
    counts,
    needsYou,
    stuck,
    working,
    upNext: {
      total: report.upNext.total,
      rows: report.upNext.rows.map(({ ref, title, priority, due, leaseExpired }) => ({
        ref,
        title,
        priority,
        due,
        leaseExpired,
      })),
    },
    days,
    events,
  };
}

/** What the page shows when the store cannot be read. */
export function presentRefusal(
  repository: string,
  { message, hint }: Pick<Refusal, 'message' | 'hint'>,
): DashboardState {
  return { ...blank, phase: 'failed', repository, notice: { message, hint: hint ?? null } };
}
