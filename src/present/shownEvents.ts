import type { TimelineEvent } from '../domain/event/event.js';

/** Max time in ms between the events of one act. */
const oneActMs = 1000;
/** Max time in ms from the opening of a lane to the start of the agent for which it was opened: its worktree is made in between. */
const openingMs = 60_000;

/** Types that say, for the same lane or work item, what an event of this type would say again. */
const saidBy: Readonly<Record<string, (type: string) => boolean>> = {
  lane_status_changed: type => type.startsWith('worker_'),
  worker_assigned: type => type === 'lane_opened' || type === 'lane_adopted',
  work_item_claimed: type =>
    ['lane_opened', 'lane_adopted', 'task_started', 'work_item_advanced', 'work_item_handed_over'].includes(type),
  work_item_resolved: type => type === 'worker_merged' || type === 'task_finished',
  work_item_released: type => type === 'worker_cancelled' || type === 'worker_failed',
};

/** Keeps one event per act, in order: leaves out what another event of the act says. */
export function shownEvents(events: readonly TimelineEvent[]): TimelineEvent[] {
  const subjects = new Map<string, TimelineEvent[]>();
  for (const event of events)
    for (const subject of subjectsOf(event)) subjects.set(subject, [...(subjects.get(subject) ?? []), event]);
  return events.filter(event => {
    const others = subjectsOf(event).flatMap(subject => subjects.get(subject) ?? []);
    const ofActor = others.filter(({ actor }) => actor === event.actor);
    const apart = (other: TimelineEvent): number => Date.parse(other.at) - Date.parse(event.at);
    const says = saidBy[event.type];
    if (says !== undefined && ofActor.some(other => says(other.type) && Math.abs(apart(other)) <= oneActMs))
      return false;
    switch (event.type) {
      case 'lane_opened':
        return !ofActor.some(
          other => other.type === 'worker_started' && apart(other) >= 0 && apart(other) <= openingMs,
        );
      case 'lane_closed':
        return !isSaidClosing(event, others);
      default:
        return true;
    }
  });
}

/** A merged lane is closed whenever its worktree goes, by anyone; a cancelled one at once. */
function isSaidClosing({ at, payload }: TimelineEvent, others: readonly TimelineEvent[]): boolean {
  if (payload.status === 'merged') return others.some(({ type }) => type === 'worker_merged');
  return others.some(
    other => other.type === 'worker_cancelled' && Math.abs(Date.parse(other.at) - Date.parse(at)) <= oneActMs,
  );
}

/** Its lane and its work item. */
function subjectsOf({ payload, workItem }: TimelineEvent): string[] {
  const { lane } = payload;
  return [...(typeof lane === 'string' ? [lane] : []), ...(workItem === null ? [] : [workItem])];
}
