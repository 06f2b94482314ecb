import { bySeverity } from '../../src/domain/finding/findingSeverity.js';
import type { Card, DashboardState } from '../../src/protocol/dashboardState.js';
import { usualFilter } from '../../src/protocol/dashboardTrend.js';

const noCards = { total: 0, cards: [] };
const emptyBoard = {
  ready: noCards,
  working: noCards,
  review: noCards,
  done: noCards,
  waiting: noCards,
  parents: {},
  elsewhere: [],
};
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
    control: null,
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

/** A card that nobody works on, but for what `more` says. */
export function card(ref: string, more: Partial<Card> = {}): Card {
  return {
    ...{ ref, title: `About ${ref}`, priority: null, lane: null, word: null, why: null, owner: null, ownerRole: null },
    ...{ life: null, since: null, leaseUntil: null, needs: [], acts: [], labels: [], assignee: null, parent: null },
    ...{ waits: null, held: null, last: null, checks: [], size: null, conflicts: [], task: null, moves: [] },
    ...more,
  };
}

/** Something on a card that needs a person. */
export function need(ref: string, more: Partial<Card['needs'][number]> = {}): Card['needs'][number] {
  const since = '2026-11-21T12:00:00.000Z';
  return {
    kind: 'workItem',
    ref,
    title: null,
    question: null,
    owner: null,
    since,
    blocks: 0,
    choices: [],
    acts: [],
    ...more,
  };
}
