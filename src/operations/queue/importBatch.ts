import { candidates, type Identifier, identifierText } from '../../domain/identifier/identifier.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { parentsFirst } from '../../domain/workItem/parentsFirst.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { createdEvent } from '../../records/workItem/addRequest.js';
import type { KnownItem } from '../../store/tables/workItemTable.js';
import { badLine, type ImportLine, identifiersOf } from './importPlan.js';

/** `first` and `last` are numbers of new items. */
export interface Imported {
  inserted: number;
  existing: number;
  first: number | null;
  last: number | null;
}

type NewRow = Omit<WorkItemRow, 'repository_id'>;

/** Adds lines in one transaction, all or none. Skips existing and repeated keys. */
export function importBatch(context: Context, lines: readonly ImportLine[]): Promise<Imported> {
  return context.store.transaction(async transaction => {
    const now = context.clock.now();
    const identifiers = identifiersOf(lines);
    const existing = await transaction.workItems.known(identifiers);
    const archived = await transaction.workItems.archivedKeys(
      identifiers.flatMap(identifier => (identifier.by === 'key' ? [identifier.key] : [])),
    );
    const fresh = withoutExisting(lines, existing, archived);
    if (fresh.length === 0) return { inserted: 0, existing: lines.length, first: null, last: null };

    const first = await transaction.workItems.takeNumbers(fresh.length);
    const made = fresh.map((line, index) => ({ line, id: context.ids.ulid(now), number: first + index }));
    // A line may depend on a later one.
    for (const { line, id, number } of made) {
      const { key } = line.request;
      if (key !== undefined) existing.set(`key:${key}`, { id, number, status: 'pending' });
    }
    const rows: NewRow[] = [];
    const edges: { work_item_id: string; depends_on_id: string; created_at: number }[] = [];
    for (const { line, id, number } of made) {
      const targets = targetsOf(line, id, existing, archived);
      const openDependencies = targets.filter(target => target.status !== 'done').length;
      const parent = line.parent && !isArchived(line.parent, existing, archived) ? line.parent : undefined;
      const parentId = parent && targetOf(line, parent, existing).id;
      rows.push(newWorkItem(line.request, { id, number, now, actor: context.actor, openDependencies, parentId }));
      for (const target of targets) edges.push({ work_item_id: id, depends_on_id: target.id, created_at: now });
    }
    const ordered = parentsFirst(rows);
    if (ordered.length < rows.length) {
      const ids = new Set(ordered.map(({ id }) => id));
      throw badLine(made.find(({ id }) => !ids.has(id))?.line.line ?? 0, message('queue.lineParentCycle'));
    }
    await transaction.workItems.insert(ordered);
    await transaction.dependencies.insert(edges);
    await transaction.dependencies.recount(ordered.filter(({ parent_id }) => parent_id !== null).map(({ id }) => id));
    await transaction.events.append(rows.map(row => createdEvent(context.actor, row)));
    return {
      inserted: rows.length,
      existing: lines.length - rows.length,
      first,
      last: first + rows.length - 1,
    };
  });
}

function withoutExisting(
  lines: readonly ImportLine[],
  existing: ReadonlyMap<string, KnownItem>,
  archived: ReadonlyMap<string, number>,
): ImportLine[] {
  const seen = new Set<string>();
  return lines.filter(({ request: { key } }) => {
    if (key === undefined) return true;
    if (seen.has(key) || existing.has(`key:${key}`) || archived.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Deduplicated dependencies, without archived ones; refuses a missing one, and itself. */
function targetsOf(
  line: ImportLine,
  id: string,
  existing: ReadonlyMap<string, KnownItem>,
  archived: ReadonlyMap<string, number>,
): KnownItem[] {
  const targets = new Map<string, KnownItem>();
  for (const identifier of line.dependsOn) {
    if (isArchived(identifier, existing, archived)) continue;
    const target = targetOf(line, identifier, existing);
    if (target.id === id) throw badLine(line.line, message('queue.lineDependsOnItself'));
    targets.set(target.id, target);
  }
  return [...targets.values()];
}

/** True for an archived item, which no longer blocks. */
function isArchived(
  identifier: Identifier,
  existing: ReadonlyMap<string, KnownItem>,
  archived: ReadonlyMap<string, number>,
): boolean {
  const meant = candidates(identifier);
  if (meant.some(one => existing.has(identifierText(one)))) return false;
  return meant.some(one => one.by === 'key' && archived.has(one.key));
}

function targetOf(line: ImportLine, identifier: Identifier, existing: ReadonlyMap<string, KnownItem>): KnownItem {
  const [target] = candidates(identifier).flatMap(meant => existing.get(identifierText(meant)) ?? []);
  if (target === undefined) throw badLine(line.line, message('queue.lineUnknownDependency', { id: typed(identifier) }));
  return target;
}

function typed(identifier: Identifier): string {
  return identifierText(identifier).replace(/^\w+:/, identifier.by === 'number' ? 'W-' : '');
}
