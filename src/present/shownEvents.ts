import type { TimelineEvent } from '../domain/event/event.js';

/** Max time in ms between the events of one act. */
const oneActMs = 1000;

/** Keeps one event per act, in order: no lane status after a worker's act, closing after a merge, or worker of a new lane. */
export function shownEvents(events: readonly TimelineEvent[]): TimelineEvent[] {
  const ofLanes = new Map<unknown, TimelineEvent[]>();
  for (const event of events) {
    const { lane } = event.payload;
    if (typeof lane === 'string') ofLanes.set(lane, [...(ofLanes.get(lane) ?? []), event]);
  }
  return events.filter(event => {
    const others = ofLanes.get(event.payload.lane) ?? [];
    const inOneAct = (follows: (type: string) => boolean): boolean =>
      others.some(other => follows(other.type) && Math.abs(Date.parse(other.at) - Date.parse(event.at)) <= oneActMs);
    switch (event.type) {
      case 'lane_status_changed':
        return !inOneAct(type => type.startsWith('worker_'));
      case 'worker_assigned':
        return !inOneAct(type => type === 'lane_opened' || type === 'lane_adopted');
      case 'lane_closed':
        return event.payload.status !== 'merged' || others.every(({ type }) => type !== 'worker_merged');
      default:
        return true;
    }
  });
}
