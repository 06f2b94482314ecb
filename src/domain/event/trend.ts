import { eventFacts, type OwnEventType, ownEventTypes, type TrendCount } from './ownEvents.js';

/** What happened on one day, by one actor in one lane. */
export interface DayCell {
  /** Days since 1970 on the reader's clock. */
  readonly day: number;
  readonly actor: string | null;
  readonly lane: string | null;
  readonly created: number;
  readonly claimed: number;
  /** Questions to a person, and lanes submitted for review. */
  readonly asked: number;
  readonly resolved: number;
  readonly reopened: number;
  /** Findings recorded and reopened. */
  readonly opened: number;
  /** Findings fixed, dismissed, deferred and superseded. */
  readonly closed: number;
}

/** How much one agent in one lane did in one hour of the day, on all days together. */
export interface HourCell {
  /** 0 to 23 on the reader's clock. */
  readonly hour: number;
  readonly actor: string | null;
  readonly lane: string | null;
  readonly events: number;
}

/** A step of a lane's review. */
export interface ReviewStep {
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly actor: string | null;
  /** `L-3` */
  readonly ref: string | null;
  /** Name of the lane. */
  readonly name: string | null;
}

/** The types of events that a trend counts as this. */
export function trendTypes(count: TrendCount): readonly OwnEventType[] {
  return ownEventTypes.filter(type => eventFacts(type)?.trend === count);
}

/** The types of all events that a trend counts. */
export const countedTypes = ownEventTypes.filter(type => eventFacts(type)?.trend !== undefined);

/** The types of events with which the wait of a lane for its review begins or ends. */
export const reviewTypes = ownEventTypes.filter(type => eventFacts(type)?.review !== undefined);
