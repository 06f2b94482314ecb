import type { Need, NeedKind } from '../domain/lane/need.js';
import { shortened } from '../domain/text/shortened.js';
import type { Sentence } from '../messages/sentence.js';
import { commandOf } from '../operations/commandOf.js';
import { laneOperationName } from '../operations/loadLaneCatalogue.js';
import { queueShow } from '../operations/queue/queueShow.js';
import type { Translate } from '../reports/translate.js';
import type { LaneViewRow } from './laneViewRow.js';
import type { Look } from './look.js';
import { timeAgo } from './relativeTime.js';
import type { RowCommand } from './viewRow.js';

/** Characters of a title: a menu is wide, and a row of a side bar has to leave room for what is asked. */
export const titleLength = { menu: 70, row: 26 } as const;

/** What waits for a person as a row: what it is, whose, what it holds up and since when. */
export function needRow(need: Need, now: number, t: Translate, length: number = titleLength.row): LaneViewRow {
  const { icon, color, word } = needLooks[need.kind];
  const since = timeAgo(Date.parse(need.since), now, t);
  const label = `${need.ref} ${shortened(need.title, length)}`;
  const facts = [
    word(t),
    need.lane === null ? undefined : t('lane {0}', need.lane),
    need.blocks === 0 ? undefined : t('blocks {0}', need.blocks),
    since.text,
  ].filter(fact => fact !== undefined);
  return {
    label,
    description: facts.join(' · '),
    icon,
    color,
    contextValue: ['need', `kind:${need.kind}`, ...(need.lane === null ? [] : ['ofLane'])].join(' '),
    spoken: [`${need.ref} ${shortened(need.title, titleLength.menu)}`, ...facts].join(', '),
    changesAt: since.changesAt,
    input: need.lane === null ? {} : { lane: need.lane },
    inputs: inputsOf(need),
    command: commandOfNeed(need),
  };
}

/** The tooltip: the full question, and the command that continues. */
export function needTooltip(
  { title, text, from, next }: Need,
  t: Translate,
  tell: (sentence: Sentence) => string,
): readonly string[] {
  return [
    title,
    ...(text === null ? [] : [tell(text)]),
    ...(from === null ? [] : [t('Asked by {0}', from)]),
    t('In a terminal: stateroom {0}', next),
  ];
}

/** Of acts that are not about the lane but about what waits in it. */
function inputsOf({ kind, ref, lane }: Need): LaneViewRow['inputs'] {
  const write = lane === null ? {} : { [laneOperationName('messageSend')]: { to: lane } };
  if (kind === 'question') return { ...write, 'lane.answer': { message: ref } };
  if (kind === 'report')
    return { ...write, 'lane.showReports': { report: ref }, [laneOperationName('reportAcknowledge')]: { report: ref } };
  return write;
}

/** Choosing the row begins what a person does about it; what cannot be undone is in its menu alone. */
export function commandOfNeed({ kind, ref, lane }: Pick<Need, 'kind' | 'ref' | 'lane'>): RowCommand {
  switch (kind) {
    case 'question':
      return { command: 'stateroom.lane.answer', arguments: [{ message: ref }] };
    case 'report':
      return { command: 'stateroom.lane.showReports', arguments: [{ report: ref }] };
    case 'approval':
    case 'merge':
      return { command: 'stateroom.lane.showChanges', arguments: [{ lane }] };
    case 'workItem':
      return { command: commandOf(queueShow), arguments: [{ id: ref }] };
    case 'conflict':
    case 'dead':
    case 'failure':
    case 'blocked':
    case 'unstarted':
    case 'changes':
      return { command: 'stateroom.lane.reveal', arguments: [{ lane }] };
  }
}

/** How each kind looks. */
export const needLooks: Readonly<Record<NeedKind, Omit<Look, 'tone'>>> = {
  question: { icon: 'question', color: 'charts.blue', word: t => t('question') },
  approval: { icon: 'git-pull-request', color: 'charts.blue', word: t => t('ready for review') },
  merge: { icon: 'git-merge', color: 'charts.green', word: t => t('ready to merge') },
  conflict: { icon: 'request-changes', color: 'list.warningForeground', word: t => t('conflict') },
  dead: { icon: 'stop-circle', color: 'list.errorForeground', word: t => t('worker is dead') },
  failure: { icon: 'error', color: 'list.errorForeground', word: t => t('failed') },
  blocked: { icon: 'circle-slash', word: t => t('blocked') },
  report: { icon: 'note', word: t => t('report') },
  workItem: { icon: 'inbox', word: t => t('question') },
  unstarted: { icon: 'watch', color: 'list.warningForeground', word: t => t('not started') },
  changes: { icon: 'request-changes', color: 'list.warningForeground', word: t => t('changes requested, no agent') },
};
