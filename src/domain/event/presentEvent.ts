import { formatRef } from '../identifier/identifier.js';
import { parseJson } from '../json/writtenJson.js';
import type { TimelineEvent } from './event.js';
import type { EventView } from './eventRow.js';

export function presentEvent(row: EventView): TimelineEvent {
  return {
    id: row.id,
    at: new Date(row.ts).toISOString(),
    type: row.type,
    actor: row.actor,
    role: row.role,
    ...(row.harness === null ? {} : { harness: row.harness }),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.effort === null ? {} : { effort: row.effort }),
    ...(row.session === null ? {} : { session: row.session }),
    ...(row.lane === null ? {} : { lane: row.lane }),
    workItem: row.work_item_number === null ? null : formatRef('workItem', row.work_item_number),
    payload: parseJson(row.payload) as TimelineEvent['payload'],
  };
}
