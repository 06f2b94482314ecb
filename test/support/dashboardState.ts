import { bySeverity } from '../../src/domain/finding/findingSeverity.js';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import { usualFilter } from '../../src/protocol/dashboardTrend.js';

const none = { day: 0, threeDays: 0, week: 0, month: 0, older: 0 };

/** What a dashboard shows of a repository in which nothing is, but for what `more` says. */
export function dashboardState(more: Partial<DashboardState> = {}): DashboardState {
  return {
    phase: 'ready',
    repository: 'rocket',
    notice: null,
    counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
    needsYou: { total: 0, rows: [] },
    stuck: { total: 0, rows: [] },
    working: { total: 0, rows: [] },
    lanes: { total: 0, rows: [] },
    tasks: { total: 0, rows: [] },
    upNext: { total: 0, rows: [] },
    events: [],
    counted: true,
    filter: usualFilter,
    choices: { kinds: [], actors: [], lanes: [] },
    flow: [],
    ages: none,
    findingFlow: [],
    openFindings: bySeverity(() => none),
    reviews: [],
    activity: [],
    ...more,
  };
}

/** The same with so many ready work items. */
export function dashboardWith(ready: number): DashboardState {
  return dashboardState({ counts: { needs_you: 0, ready, in_flight: 0, blocked: 0, scheduled: 0, done: 0 } });
}
