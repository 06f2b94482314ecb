import { type EventSubject, eventFacts } from '../domain/event/ownEvents.js';
import { isListed, type ListedName, listedFacts } from '../domain/records.js';
import { oneLine } from '../domain/text/oneLine.js';
import { decisionList } from '../operations/decision/decisionList.js';
import { eventsTail } from '../operations/events/eventsTail.js';
import { evidenceShow } from '../operations/evidence/evidenceShow.js';
import { runOperationName } from '../operations/loadRunOperations.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { reviewList } from '../operations/review/reviewList.js';
import { slicePacket } from '../operations/slice/slicePacket.js';
import { taskShow } from '../operations/task/taskShow.js';
import type { RecentChange } from '../reports/recentChanges.js';
import type { Translate } from '../reports/translate.js';
import { changeIcon, changeSentence } from './change.js';
import { openFindingCommand } from './findingRow.js';
import type { NowRow } from './nowRow.js';
import { timeAgo } from './relativeTime.js';
import { section } from './taskRows.js';
import { labelled, type RowCommand } from './viewRow.js';
import { openPlanCommand } from './workRows.js';

/** Returns links to the changes since the person last looked, ranked by consequence. */
export function changeRows(changes: readonly RecentChange[], now: number, t: Translate): NowRow[] {
  if (changes.length === 0) return [];
  return section(t, {
    id: 'section.changes',
    title: t('Since your last visit'),
    description: String(changes.length),
    counted: changes.length === 1 ? t('1 change') : t('{0} changes', changes.length),
    icon: 'history',
    children: changes.map(change => changeRow(change, now, t)),
    open: true,
  });
}

function changeRow(change: RecentChange, now: number, t: Translate): NowRow {
  const { type, outcome, refs, actor, text, at } = change;
  const sentence = changeSentence(change, t);
  const label = text === null ? sentence : t('{0}: {1}', sentence, oneLine(text));
  const ago = timeAgo(Date.parse(at), now, t);
  return {
    id: `change.${type}.${outcome ?? ''}`,
    ...labelled(label, [actor === null ? undefined : oneLine(actor), ago.text]),
    ...changeIcon(change),
    contextValue: 'now change',
    tooltip: [sentence, text === null ? undefined : oneLine(text), refs.join(', ')].filter(Boolean).join('\n'),
    command: placeOf(change),
    changesAt: ago.changesAt,
  };
}

const command = (id: string, ...input: unknown[]): RowCommand => ({ command: `stateroom.${id}`, arguments: input });
const inLanes = (): RowCommand => command('lanes.focus');
const inTimeline = (): RowCommand => command(eventsTail.name, {});

const places: Readonly<Record<Exclude<EventSubject, ListedName>, (first: string, isOne: boolean) => RowCommand>> = {
  finding: (first, isOne) => (isOne ? { command: openFindingCommand, arguments: [first] } : command('findings.focus')),
  workItem: (first, isOne) => (isOne ? command(queueShow.name, { id: first }) : command('queue.focus')),
  lane: inLanes,
  message: inLanes,
  report: inLanes,
  task: first => command(taskShow.name, { task: first }),
  slice: first => command(slicePacket.name, { slice: first }),
  plan: first => ({ command: openPlanCommand, arguments: [{ plan: first }] }),
  evidence: first => command(evidenceShow.name, { id: first }),
  review: () => command(reviewList.name, {}),
  decision: () => command(decisionList.name, {}),
  run: first => command(runOperationName('runShow'), { run: first }),
  gate: inTimeline,
  repository: inTimeline,
};

function placeOf({ type, refs: [first, ...others] }: RecentChange): RowCommand {
  if (first === undefined) return command(eventsTail.name);
  const subject = eventFacts(type)?.about ?? 'repository';
  if (isListed(subject)) return command(`${listedFacts(subject).word}.list`, {});
  return places[subject](first, others.length === 0);
}
