import type { TimelineEvent } from '../../../domain/event/event.js';
import { bySeverity } from '../../../domain/finding/findingSeverity.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Task } from '../../../domain/task/task.js';
import type { Sentence } from '../../../messages/sentence.js';
import type { GateAnswer } from '../../../operations/gate/gateCheck.js';
import { eventRefs, eventWords } from '../../../present/eventSentence.js';
import { shownEvents } from '../../../present/shownEvents.js';
import { taskStatusLooks } from '../../../present/status.js';
import type { Card, DashboardGate, DashboardState } from '../../../protocol/dashboardState.js';
import { type DashboardFilter, type dashboardTrendShape, usualFilter } from '../../../protocol/dashboardTrend.js';
import type { BoardReport } from '../../../reports/boardReport.js';
import { dashboardLimits } from '../../../reports/buildDashboard.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import type { TrendReport } from '../../../reports/trendReport.js';
import type { StoreHealth } from '../../../store/store.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { exactLocalTime } from '../support/localTime.js';
import { translate } from '../support/translate.js';
import type { GateState } from '../views/now/gateRows.js';
import { emptyBoard, presentBoard } from './presentBoard.js';
import { presentWork } from './presentWork.js';
import type { RowButtons } from './rowButtons.js';

/** Max characters of a sentence of the timeline in this list. */
const maxWordsLength = 200;

const nothing = { total: 0, rows: [] };
const quietWeek = { last: 0, before: 0 };
const noAges = { day: 0, threeDays: 0, week: 0, month: 0, older: 0 };
type Trends = Pick<DashboardState, keyof typeof dashboardTrendShape>;
const noTrends: Omit<Trends, 'counted' | 'filter' | 'choices'> = {
  weeks: { created: quietWeek, claimed: quietWeek, asked: quietWeek, resolved: quietWeek },
  flow: [],
  ages: noAges,
  findingFlow: [],
  openFindings: bySeverity(() => noAges),
  reviews: [],
  activity: [],
};
const blank: DashboardState = {
  phase: 'no_repository',
  repository: null,
  notice: null,
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  board: emptyBoard,
  work: { rows: [], hidden: 0 },
  stuck: nothing,
  tasks: nothing,
  runs: nothing,
  upNext: nothing,
  events: [],
  ...noTrends,
  // Nothing to count.
  counted: true,
  filter: usualFilter,
  choices: { kinds: [], actors: [], lanes: [] },
};

export function withoutRepository(filter: DashboardFilter): DashboardState {
  return { ...blank, filter };
}

export interface DashboardParts {
  readonly report: DashboardReport;
  readonly board: BoardReport;
  /** Undefined before they are counted. */
  readonly trends: TrendReport | undefined;
  readonly filter: DashboardFilter;
  /** Open lanes. */
  readonly lanes: readonly Lane[];
  /** Active tasks. */
  readonly tasks: readonly Task[];
  /** Active investigations; the first ones have their number of open hypotheses. */
  readonly runs: DashboardState['runs'];
  /** The latest events with their payload, newest first. */
  readonly events: readonly TimelineEvent[];
}

type Said = { readonly message: Sentence; readonly hint?: Sentence | undefined };

/** Presents a repository; a store that is readable only in part gets a notice above the page. */
export function presentReport(
  repository: string,
  health: StoreHealth,
  { report, board, trends, filter, lanes, tasks, runs, events: timeline }: DashboardParts,
  gatesOf: (task: string) => GateState,
  factsOf: (lane: string) => Pick<Card, 'size' | 'conflicts'>,
  buttons: RowButtons,
): DashboardState {
  const { stuck, events, working } = report;
  const limited = health.state !== 'ready' && health.state !== 'absent' && health.reason !== undefined;
  return {
    phase: 'ready',
    repository,
    notice: limited ? noticeOf({ message: health.reason ?? '', hint: health.hint }) : null,
    counts: { ...report.counts, in_flight: working.total },
    board: presentBoard(board, lanes, factsOf, buttons),
    work: presentWork(report, lanes, buttons),
    stuck,
    tasks: {
      total: tasks.length,
      rows: tasks.slice(0, dashboardLimits.tasks).map(task => taskRow(task, gatesOf(task.ref))),
    },
    runs,
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
    events: presentEvents(events, timeline),
    ...(trends === undefined ? uncounted(filter) : presentTrends(trends)),
  };
}

/** Presents events. Those of work items have no words here: the page writes them itself, with links. */
export function presentEvents(
  events: DashboardReport['events'],
  timeline: readonly TimelineEvent[],
): DashboardState['events'] {
  const byId = new Map(timeline.map(event => [event.id, event]));
  const shown = new Set(shownEvents(timeline).map(({ id }) => id));
  const rows = events.filter(({ id }) => !byId.has(id) || shown.has(id));
  return rows.map(row => {
    const known = byId.get(row.id);
    const event = row.type.startsWith('work_item_') ? undefined : known;
    const words = event === undefined ? undefined : eventWords(event, maxWordsLength, translate, exactLocalTime);
    return {
      ...row,
      type: typeByOutcome(row.type, known?.payload),
      words: words ?? null,
      refs: event === undefined ? [] : eventRefs(event),
    };
  });
}

/** Event type that the page has words for; includes the outcome of a work item. */
function typeByOutcome(type: string, payload: unknown): string {
  if (type !== 'work_item_resolved' && type !== 'work_item_advanced') return type;
  const status = typeof payload === 'object' && payload !== null && 'status' in payload ? payload.status : undefined;
  return status === 'failed' || status === 'cancelled' ? `work_item_${status}` : type;
}

function presentTrends({ filter, choices, weeks, flow, ages, findings, reviews, activity }: TrendReport): Trends {
  const { flow: findingFlow, open: openFindings } = findings;
  return { counted: true, filter, choices, weeks, flow, ages, findingFlow, openFindings, reviews, activity };
}

/** Placeholder until the charts are counted: the choices contain only the current filter. */
function uncounted(filter: DashboardFilter): Trends {
  const { kind, actor, lane } = filter;
  const only = (name: string | null): string[] => (name === null ? [] : [name]);
  return {
    ...noTrends,
    counted: false,
    filter,
    choices: { kinds: only(kind), actors: only(actor), lanes: only(lane) },
  };
}

function taskRow(task: Task, gates: GateState): DashboardState['tasks']['rows'][number] {
  return {
    ref: task.ref,
    title: task.objective,
    word: taskStatusLooks[task.status].word(translate),
    gates: gates.state === 'judged' ? { state: 'judged', gates: gates.gates.flatMap(gateMark) } : gates,
  };
}

function gateMark({ gate, ready, reasons }: GateAnswer): { gate: DashboardGate; ready: boolean; reasons: number }[] {
  return gate === 'plan-accept' ? [] : [{ gate, ready, reasons: reasons.length }];
}

export function presentRefusal(repository: string, filter: DashboardFilter, refusal: Said): DashboardState {
  return { ...blank, filter, phase: 'failed', repository, notice: noticeOf(refusal) };
}

function noticeOf({ message, hint }: Said): NonNullable<DashboardState['notice']> {
  return { message: inEditorsLanguage(message), hint: hint === undefined ? null : inEditorsLanguage(hint) };
}
