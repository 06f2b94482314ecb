import type { FindingStatus } from '../domain/finding/findingStatus.js';
import type { CloseReason, LaneStatus } from '../domain/lane/laneStatus.js';
import type { Message } from '../domain/message/message.js';
import type { Plan } from '../domain/plan/plan.js';
import type { PlanCursorState } from '../domain/plan/planCursorState.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import type { RunRow } from '../domain/run/runRow.js';
import type { SliceStatus } from '../domain/slice/sliceStatus.js';
import type { TaskStatus } from '../domain/task/taskStatus.js';
import type { ReportOutcome } from '../domain/worker/workerReportRow.js';
import type { WorkerState } from '../domain/worker/workerState.js';
import type { WorkItemStatus } from '../domain/workItem/workItemStatus.js';
import type { Translate } from '../reports/translate.js';
import type { Look } from './look.js';

type Looks<Value extends string> = Readonly<Record<Value, Look>>;
type Words<Value extends string> = Readonly<Record<Value, (t: Translate) => string>>;

export const findingStatusLooks: Looks<FindingStatus> = {
  open: { tone: 'warning', icon: 'circle-slash', word: t => t('open') },
  fixed: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('fixed') },
  wontfix: { tone: 'none', icon: 'circle-slash', word: t => t('won’t fix') },
  deferred: { tone: 'none', icon: 'clock', word: t => t('deferred') },
  resolved_on_branch: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('resolved on its branch') },
  integrated: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('integrated') },
  superseded: { tone: 'none', icon: 'circle-slash', word: t => t('superseded') },
};

export const workItemStatusLooks: Looks<WorkItemStatus> = {
  pending: { tone: 'none', icon: 'circle-large', word: t => t('pending') },
  in_flight: { tone: 'info', icon: 'robot', color: 'charts.blue', word: t => t('in progress') },
  waiting_human: {
    tone: 'warning',
    icon: 'comment-unresolved',
    color: 'charts.yellow',
    word: t => t('waiting for a person'),
  },
  done: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('done') },
  failed: { tone: 'error', icon: 'error', color: 'charts.red', word: t => t('failed') },
  cancelled: { tone: 'none', icon: 'circle-slash', word: t => t('cancelled') },
};

export const taskStatusLooks: Looks<TaskStatus> = {
  in_progress: { tone: 'info', icon: 'rocket', color: 'charts.blue', word: t => t('in progress') },
  blocked: { tone: 'warning', icon: 'debug-pause', color: 'charts.yellow', word: t => t('blocked') },
  review: { tone: 'info', icon: 'eye', color: 'charts.purple', word: t => t('in review') },
  done: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('done') },
};

export const sliceStatusLooks: Looks<SliceStatus> = {
  open: { tone: 'info', icon: 'circle-large-outline', color: 'charts.blue', word: t => t('open') },
  committed: { tone: 'warning', icon: 'git-commit', color: 'charts.yellow', word: t => t('committed') },
  closed: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('closed') },
};

interface VerdictLook extends Look {
  readonly detail: (t: Translate) => string;
}

/** In the order offered. */
export const verdictLooks: Readonly<Record<ReviewVerdict, VerdictLook>> = {
  pass: {
    tone: 'good',
    icon: 'pass',
    color: 'charts.green',
    word: t => t('pass'),
    detail: t => t('Nothing left to do. Only this verdict satisfies the gates'),
  },
  pass_with_findings: {
    tone: 'warning',
    icon: 'issues',
    word: t => t('pass with findings'),
    detail: t => t('Good, except for findings that must be closed first'),
  },
  conditional_pass: {
    tone: 'warning',
    icon: 'question',
    word: t => t('conditional pass'),
    detail: t => t('Good once something is done or decided and it is reviewed again'),
  },
  fail: {
    tone: 'error',
    icon: 'error',
    color: 'list.errorForeground',
    word: t => t('fail'),
    detail: t => t('Not acceptable in its current state'),
  },
};

export const runStatusLooks: Looks<RunRow['status']> = {
  active: { tone: 'info', icon: 'telescope', color: 'charts.blue', word: t => t('active') },
  closed: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('closed') },
};

export const laneStatusWords: Words<LaneStatus> = {
  planned: t => t('planned'),
  active: t => t('active'),
  blocked: t => t('blocked'),
  review: t => t('in review'),
  merged: t => t('merged'),
  closed: t => t('closed'),
};

export const closeReasonWords: Words<CloseReason> = {
  cancelled: t => t('cancelled'),
  finished: t => t('finished'),
  abandoned: t => t('abandoned'),
  stale: t => t('closed as stale'),
};

export const workerStateLooks: Looks<WorkerState> = {
  ASSIGNED: { tone: 'none', icon: 'circle-large-outline', word: t => t('assigned') },
  WORKING: { tone: 'info', icon: 'play-circle', word: t => t('working') },
  CONFLICTED: {
    tone: 'warning',
    icon: 'request-changes',
    color: 'list.warningForeground',
    word: t => t('conflicted'),
  },
  IN_REVIEW: { tone: 'info', icon: 'git-pull-request', color: 'charts.blue', word: t => t('in review') },
  APPROVED: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('approved') },
  COMPLETED: { tone: 'good', icon: 'check-all', word: t => t('completed') },
  FAILED: { tone: 'error', icon: 'error', color: 'list.errorForeground', word: t => t('failed') },
};

export const reportOutcomeLooks: Readonly<Record<ReportOutcome, Omit<Look, 'icon'>>> = {
  done: { tone: 'good', word: t => t('done') },
  partial: { tone: 'none', word: t => t('partial') },
  blocked: { tone: 'warning', word: t => t('blocked') },
  failed: { tone: 'warning', word: t => t('failed') },
  nothing_to_do: { tone: 'none', word: t => t('nothing to do') },
};

export const messageKindWords: Words<Message['kind']> = {
  note: t => t('note'),
  brief: t => t('brief'),
  question: t => t('question'),
  answer: t => t('answer'),
  report: t => t('report'),
  handoff: t => t('handoff'),
};

export const planStatusWords: Words<Plan['status']> = {
  registered: t => t('registered'),
  analysed: t => t('analyzed'),
  accepted: t => t('accepted'),
  done: t => t('done'),
};

export const planCursorWords: Words<PlanCursorState> = {
  dispatched: t => t('handed out'),
  completed: t => t('completed'),
  skipped: t => t('skipped'),
  escalated: t => t('escalated'),
  expired: t => t('expired'),
};
