import { bySeverity } from '../../src/domain/finding/findingSeverity.js';
import type { DashboardState, DashboardWorkRow } from '../../src/protocol/dashboardState.js';
import { usualFilter } from '../../src/protocol/dashboardTrend.js';

const noCards = { total: 0, cards: [] };
const emptyBoard = { ready: noCards, working: noCards, review: noCards, done: noCards, waiting: noCards };
const quiet = { last: 0, before: 0 };
const none = { day: 0, threeDays: 0, week: 0, month: 0, older: 0 };

/** What a dashboard shows of a repository in which nothing is, but for what `more` says. */
export function dashboardState(more: Partial<DashboardState> = {}): DashboardState {
  return {
    phase: 'ready',
    repository: 'rocket',
    notice: null,
    counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
    board: emptyBoard,
    work: { rows: [], hidden: 0 },
    stuck: { total: 0, rows: [] },
    tasks: { total: 0, rows: [] },
    runs: { total: 0, rows: [] },
    upNext: { total: 0, rows: [] },
    events: [],
    counted: true,
    filter: usualFilter,
    choices: { kinds: [], actors: [], lanes: [] },
    weeks: { created: quiet, claimed: quiet, asked: quiet, resolved: quiet },
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

/** A piece of work that Ada has claimed, but for what `more` says. */
export function workRow(ref: string, more: Partial<DashboardWorkRow> = {}): DashboardWorkRow {
  return {
    ...{ ref, title: `About ${ref}`, group: 'working', priority: null, lane: null, word: null, owner: 'ada' },
    ...{ ownerRole: null, life: null, since: null, leaseUntil: null, needs: [], acts: [] },
    ...more,
  };
}

/** The row of something that waits for a person, of which this is what waits. */
export function needsRow(
  ref: string,
  need: Partial<DashboardWorkRow['needs'][number]>,
  more: Partial<DashboardWorkRow> = {},
): DashboardWorkRow {
  const needs: DashboardWorkRow['needs'] = [
    {
      kind: 'workItem',
      ref,
      title: null,
      question: null,
      owner: null,
      since: '2026-11-21',
      blocks: 0,
      acts: [],
      ...need,
    },
  ];
  return workRow(ref, { group: 'needsYou', owner: null, needs, ...more });
}
