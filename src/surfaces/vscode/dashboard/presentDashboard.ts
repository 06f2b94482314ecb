import { bySeverity } from '../../../domain/finding/findingSeverity.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Sentence } from '../../../messages/sentence.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import { type DashboardFilter, type dashboardTrendShape, usualFilter } from '../../../protocol/dashboardTrend.js';
import type { BoardReport } from '../../../reports/boardReport.js';
import type { TrendReport } from '../../../reports/trendReport.js';
import type { StoreHealth } from '../../../store/store.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { type CardFacts, emptyBoard, presentBoard } from './presentBoard.js';
import { type ControlReport, heldBy, presentControl } from './presentControl.js';
import type { RowButtons } from './rowButtons.js';

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
  control: null,
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
  readonly board: BoardReport;
  /** Undefined before they are counted. */
  readonly trends: TrendReport | undefined;
  readonly filter: DashboardFilter;
  /** Open lanes. */
  readonly lanes: readonly Lane[];
  /** Null if control is off and its last report was read. */
  readonly control: ControlReport | null;
}

type Said = { readonly message: Sentence; readonly hint?: Sentence | undefined };

/** Presents a repository; a store that is readable only in part gets a notice above the page. */
export function presentReport(
  repository: string,
  health: StoreHealth,
  { board, trends, filter, lanes, control }: DashboardParts,
  facts: Omit<CardFacts, 'held'>,
  buttons: RowButtons,
): DashboardState {
  const limited = health.state !== 'ready' && health.state !== 'absent' && health.reason !== undefined;
  return {
    phase: 'ready',
    repository,
    notice: limited ? noticeOf({ message: health.reason ?? '', hint: health.hint }) : null,
    counts: board.counts,
    board: presentBoard(board, lanes, { ...facts, held: heldBy(control) }, buttons),
    control: control && presentControl(control),
    ...(trends === undefined ? uncounted(filter) : presentTrends(trends)),
  };
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

export function presentRefusal(repository: string, filter: DashboardFilter, refusal: Said): DashboardState {
  return { ...blank, filter, phase: 'failed', repository, notice: noticeOf(refusal) };
}

function noticeOf({ message, hint }: Said): NonNullable<DashboardState['notice']> {
  return { message: inEditorsLanguage(message), hint: hint === undefined ? null : inEditorsLanguage(hint) };
}
