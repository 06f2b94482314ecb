import { once } from '../once.js';
import { eventFacts, type OwnEventType, ownEventTypes, type TrendCount } from './ownEvents.js';

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

export interface HourCell {
  /** 0 to 23 on the reader's clock. */
  readonly hour: number;
  readonly actor: string | null;
  readonly lane: string | null;
  readonly events: number;
}

export interface ReviewStep {
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly actor: string | null;
  readonly ref: string | null;
  readonly name: string | null;
}

export function trendTypes(count: TrendCount): readonly OwnEventType[] {
  return ownEventTypes().filter(type => eventFacts(type)?.trend === count);
}

export const countedTypes = once(() => ownEventTypes().filter(type => eventFacts(type)?.trend !== undefined));

export const reviewTypes = once(() => ownEventTypes().filter(type => eventFacts(type)?.review !== undefined));
