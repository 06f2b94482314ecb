import type { Need, NeedKind } from '../domain/lane/need.js';
import { capitalised } from '../domain/text/capitalised.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { Sentence } from '../messages/sentence.js';
import { commandOf } from '../operations/commandOf.js';
import { findingShow } from '../operations/finding/findingShow.js';
import { laneOperationName } from '../operations/loadLaneCatalogue.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { taskShow } from '../operations/task/taskShow.js';
import type { Translate } from '../reports/translate.js';
import { type LaneViewRow, mergedElsewhere, showLaneCommand } from './laneViewRow.js';
import type { Look } from './look.js';
import { timeAgo } from './relativeTime.js';
import { named, type Tooltip, tooltipOf } from './tooltip.js';
import { labelled, type RowCommand } from './viewRow.js';

/** Row of a need at `now` (ms UTC): title, kind, time, blocked items and number. */
export function needRow(need: Need, now: number, t: Translate, tell: (sentence: Sentence) => string): LaneViewRow {
  const { icon, color, word } = needLooks[need.kind];
  const since = timeAgo(Date.parse(need.since), now, t);
  const title = oneLine(need.title);
  // An agent's question comes first and its subject last, since it can be long; the reason of an ended work item is last. The
  // text of other kinds is in the tooltip.
  const text = need.kind === 'workItem' && typeof need.text === 'string' ? oneLine(need.text) : undefined;
  const isAsked = text !== undefined && need.acts[0]?.operation === queueAdvance.name;
  const facts = [
    need.kind === 'findings' && need.text !== null ? tell(need.text) : word(t),
    since.text,
    need.blocks === 0 ? undefined : t('blocks {0}', need.blocks),
    isAsked ? title : text,
    need.ref,
  ];
  return {
    ...labelled(isAsked ? text : title, facts),
    icon,
    color,
    contextValue: [
      'need',
      `kind:${need.kind}`,
      ...(need.lane === null ? [] : ['ofLane']),
      ...(mergedElsewhere([need]).size === 0 ? [] : ['mergedElsewhere']),
    ].join(' '),
    input: inputOf(need),
    inputs: inputsOf(need),
    command: commandOfNeed(need),
    changesAt: since.changesAt,
  };
}

/** Full question with its record and time; `time` formats an ISO time. */
export function needTooltip(
  { kind, ref, item, lane, task, title, text, from, since, blocks }: Need,
  t: Translate,
  tell: (sentence: Sentence) => string,
  time: (iso: string) => string,
): Tooltip {
  const { icon, word } = needLooks[kind];
  const ofLane = lane === null ? undefined : { command: showLaneCommand, arguments: [{ lane }] };
  const ofItem = item === null ? undefined : { command: commandOf(queueShow), arguments: [{ id: item }] };
  const ofTask = task === null ? undefined : { command: commandOf(taskShow), arguments: [{ task }] };
  const opens =
    kind === 'findings'
      ? { command: commandOf(findingShow), arguments: [{ id: ref }] }
      : kind === 'blocker'
        ? ofTask
        : ref === item
          ? ofItem
          : ofLane;
  return tooltipOf({ ref, title: oneLine(title), opens }, [
    [{ icon, text: capitalised(word(t)) }, named(t('Since'), time(since))],
    text === null ? undefined : tell(text),
    named(t('From'), from),
    [
      named(t('Work item'), item, { opens: ofItem }),
      named(t('Task'), task, { opens: ofTask }),
      named(t('Lane'), lane, { opens: ofLane }),
    ],
    blocks === 0 ? undefined : t('Lanes and work items waiting for it: {0}', blocks),
  ]);
}

/** Blockers are resolved from the row; the input of a lane's acts is in `inputsOf`. */
function inputOf({ kind, ref, lane }: Need): LaneViewRow['input'] {
  if (kind === 'blocker') return { blocker: ref };
  return lane === null ? {} : { lane };
}

/** Input of acts on the waiting record rather than its lane. */
function inputsOf({ kind, ref, lane, acts }: Need): LaneViewRow['inputs'] {
  const write = lane === null ? {} : { [laneOperationName('messageSend')]: { to: lane } };
  if (kind === 'question') {
    const known = acts.map(({ operation, input }) => [operation, input]);
    return { ...Object.fromEntries(known), ...write, 'lane.answer': { message: ref } };
  }
  if (kind === 'report')
    return { ...write, 'lane.showReports': { report: ref }, [laneOperationName('reportAcknowledge')]: { report: ref } };
  return kind === 'blocker' && lane !== null ? { ...write, 'lane.reveal': { lane } } : write;
}

/** Command that opens the place to decide. Irreversible acts are only in the row's menu. */
export function commandOfNeed({ kind, ref, lane, task }: Pick<Need, 'kind' | 'ref' | 'lane' | 'task'>): RowCommand {
  switch (kind) {
    case 'findings':
      return {
        command: 'stateroom.finding.filter',
        arguments: [{ filter: { status: 'open', ...(task === null ? {} : { task }) } }],
      };
    case 'blocker':
      return { command: commandOf(taskShow), arguments: [{ task }] };
    case 'question':
      return { command: 'stateroom.lane.answer', arguments: [{ message: ref }] };
    case 'report':
      return { command: 'stateroom.lane.showReports', arguments: [{ report: ref }] };
    case 'approval':
    case 'merge':
    case 'unready':
      return { command: 'stateroom.lane.showChanges', arguments: [{ lane }] };
    case 'workItem':
      return { command: commandOf(queueShow), arguments: [{ id: ref }] };
    case 'conflict':
    case 'dead':
    case 'alert':
    case 'failure':
    case 'blocked':
    case 'unstarted':
    case 'changes':
    case 'permission':
      return { command: showLaneCommand, arguments: [{ lane }] };
  }
}

export const needLooks: Readonly<Record<NeedKind, Omit<Look, 'tone'>>> = {
  findings: { icon: 'warning', color: 'list.errorForeground', word: t => t('open findings') },
  blocker: { icon: 'stop-circle', color: 'list.errorForeground', word: t => t('blocker') },
  question: { icon: 'question', color: 'charts.blue', word: t => t('question') },
  permission: { icon: 'shield', color: 'charts.yellow', word: t => t('asks for permission') },
  approval: { icon: 'git-pull-request', color: 'charts.blue', word: t => t('ready for review') },
  merge: { icon: 'git-merge', color: 'charts.green', word: t => t('ready to merge') },
  unready: { icon: 'git-merge', color: 'list.warningForeground', word: t => t('not ready to merge') },
  conflict: { icon: 'request-changes', color: 'list.warningForeground', word: t => t('conflict') },
  dead: { icon: 'stop-circle', color: 'list.errorForeground', word: t => t('worker is dead') },
  alert: { icon: 'warning', color: 'list.warningForeground', word: t => t('agent is stuck') },
  failure: { icon: 'error', color: 'list.errorForeground', word: t => t('failed') },
  blocked: { icon: 'circle-slash', word: t => t('blocked') },
  report: { icon: 'note', word: t => t('report') },
  workItem: { icon: 'comment-unresolved', color: 'charts.yellow', word: t => t('question') },
  unstarted: { icon: 'watch', color: 'list.warningForeground', word: t => t('not started') },
  changes: { icon: 'request-changes', color: 'list.warningForeground', word: t => t('changes requested, no agent') },
};
