import { jsonText, parseJson } from '../json/writtenJson.js';
import { wellFormed } from '../text/wellFormed.js';
import { workItemLimits } from '../workItem/workItem.js';
import { bytesOf, fitPayload } from './fit.js';
import type { ImportFormat } from './formats.js';
import type { ImportedEvent } from './imported.js';
import type { BrokenDependency, Conversion } from './planImport.js';

export const importedEventType = 'event_imported';

export interface PlannedEvent {
  readonly item: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface EventPlan {
  readonly events: readonly PlannedEvent[];
  readonly conversions: readonly Conversion[];
  readonly broken: readonly BrokenDependency[];
}

/**
 * Events not imported before, with the source's time and actor in the payload: this timeline is append-only. `items` are keys
 * that exist or are imported, `before` the payloads of earlier imports.
 */
export function planEvents(
  format: ImportFormat,
  events: readonly ImportedEvent[],
  keyOf: (id: string) => string,
  items: ReadonlySet<string>,
  before: readonly string[],
): EventPlan {
  const known = new Set(before.map(text => identityOf(parseJson(text) as Readonly<Record<string, unknown>>)));
  const planned: PlannedEvent[] = [];
  const counts = new Map<string, number>();
  const broken: BrokenDependency[] = [];
  for (const { place, id, type, actor, at, entry, payload } of events) {
    const item = entry === undefined ? undefined : keyOf(entry);
    const content = wellFormed({ source: format, id, type, actor, at: new Date(at).toISOString(), payload });
    if (known.has(identityOf(content))) continue;
    if (item !== undefined && !items.has(item)) {
      broken.push({ id: `event ${id}`, dependsOn: item, kind: 'work_item_id', problem: 'missing', ...place });
      continue;
    }
    const isLarge = bytesOf(jsonText(content)) > workItemLimits.payloadBytes;
    planned.push({ item, payload: isLarge ? fitPayload(content, workItemLimits.payloadBytes) : content });
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const conversions = [...counts]
    .map(([type, count]) => ({ field: 'event', from: type, to: importedEventType, count }))
    .sort((a, b) => b.count - a.count || a.from.localeCompare(b.from, 'en'));
  return { events: planned, conversions, broken };
}

/** Two databases may use the same event numbers, so the number alone is not unique. */
function identityOf({ source, id, type, at }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([source, id, type, at]);
}
