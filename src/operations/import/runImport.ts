import { formatRef } from '../../domain/identifier/identifier.js';
import type { ImportFormat } from '../../domain/import/formats.js';
import type { ImportedFinding, RecordWords } from '../../domain/import/importedTask.js';
import { Naming, possibleKeys } from '../../domain/import/naming.js';
import { importedEventType, type PlannedEvent, planEvents } from '../../domain/import/planEvents.js';
import {
  type BrokenDependency,
  type Conversion,
  type PlannedItem,
  planImport,
  throwIfTwice,
} from '../../domain/import/planImport.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { inARow, message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { placeOf } from '../../records/namedFile.js';
import type { Transaction } from '../../store/store.js';
import { importLimits } from '../queue/queueImport.js';
import { type ImportSource, readSource } from './importSource.js';
import { writeItems } from './writeItems.js';
import { fingerprintOfFinding, writeEvents, writeFindings, writeTasks } from './writeRecords.js';

/** More events than any store that can be opened has. */
const maxEvents = 10_000_000;

/** Broken dependencies that a refusal names; its details have all of them. */
const maxNamed = 10;

export interface ImportRequest {
  readonly path: string;
  readonly from?: ImportFormat | undefined;
  readonly dryRun?: boolean | undefined;
  readonly skipBrokenDependencies?: boolean | undefined;
}

/** Reads, plans and, unless it is a dry run, writes. */
export async function runImport(context: Context, request: ImportRequest) {
  const { path, from: wanted, dryRun = false, skipBrokenDependencies = false } = request;
  const { format, files, reading } = await readSource(context.store, await placeOf(context, path), path, wanted);
  throwIfTwice(format, reading.entries);
  const source = { format, files, reading };
  if (dryRun) {
    const { answer } = await context.store.read(transaction => planAll(context, transaction, source));
    return { ...answer, dryRun };
  }
  return context.store.transaction(async transaction => {
    const { items, existing, events, tasks, findings, naming, answer } = await planAll(context, transaction, source);
    const { brokenDependencies } = answer;
    if (brokenDependencies.length > 0 && !skipBrokenDependencies) throw refuseBroken(brokenDependencies, request);
    checkSize(items, events);
    const ids = new Map([...existing].map(([key, { id }]) => [key, id]));
    const range = { firstRef: null as string | null, lastRef: null as string | null };
    if (items.length > 0) {
      const written = await writeItems(context, transaction, items, existing, format);
      for (const [key, id] of written.ids) ids.set(key, id);
      range.firstRef = formatRef('workItem', written.first);
      range.lastRef = formatRef('workItem', written.last);
    }
    await writeTasks(context, transaction, tasks, entry => ids.get(naming.keyOf(entry)) ?? '');
    await writeFindings(context, transaction, findings);
    await writeEvents(context, transaction, events, key => ids.get(key));
    return { ...answer, ...range };
  });
}

/** What is new of a source, and what becomes of it. */
async function planAll(context: Context, transaction: Transaction, { format, files, reading }: ImportSource) {
  const keys = possibleKeys(format, reading.entries);
  const archived = await transaction.workItems.archivedKeys(keys);
  const existing = await existingItems(transaction, keys);
  const imported = await transaction.workItems.importedKeys(format, existing.keys());
  const naming = new Naming(format, reading.entries, {
    all: new Set([...existing.keys(), ...archived.keys()]),
    same: new Set([...imported, ...archived.keys()]),
  });
  const keyOf = (id: string) => naming.keyOf(id);
  const all = reading.entries.map(entry => ({ ...entry, key: naming.keyOfEntry(entry) }));
  const entries = all
    .filter(({ key }) => !archived.has(key))
    .map(entry => ({ ...entry, links: entry.links.filter(({ id }) => !archived.has(keyOf(id))) }));
  const statuses = new Map([...existing].map(([key, { status }]) => [key, status]));
  const { items, conversions, broken } = planImport(keyOf, entries, statuses);
  const before = reading.events?.length
    ? await transaction.events.list({ type: importedEventType }, 'commit', maxEvents)
    : [];
  const happened = planEvents(
    format,
    reading.events ?? [],
    keyOf,
    new Set([...entries.map(({ key }) => key), ...existing.keys()]),
    before.map(({ payload }) => payload),
  );
  const isThere = (key: string): boolean => existing.has(key) || archived.has(key);
  const tasks = (reading.tasks ?? []).filter(({ entry }) => !isThere(keyOf(entry)));
  const findings = await newFindings(context, transaction, reading.findings ?? []);
  const leftOut = Object.entries(reading.leftOut).map(([from, count]) => {
    return { field: 'entry', from, to: 'left out', count };
  });
  const references = [...(reading.broken ?? []), ...tasks.flatMap(task => task.broken)];
  const answer = {
    format,
    files,
    dryRun: false,
    added: items.length,
    existing: all.length - items.length,
    firstRef: null as string | null,
    lastRef: null as string | null,
    conversions: [
      ...conversions,
      ...countRecords([...tasks, ...findings].flatMap(({ records }) => records)),
      ...happened.conversions,
      ...leftOut,
    ],
    brokenDependencies: [
      ...broken,
      ...references.map(({ place, ...reference }) => ({ ...reference, problem: 'missing' as const, ...place })),
      ...happened.broken,
    ],
  };
  return { items, existing, events: happened.events, tasks, findings, naming, answer };
}

/** The work items with these keys. */
async function existingItems(transaction: Transaction, keys: Iterable<string>) {
  const known = await transaction.workItems.known([...keys].map(key => ({ by: 'key', key })));
  return new Map([...known].map(([name, item]) => [name.replace(/^key:/, ''), item]));
}

/** Findings of no task that no finding of no task is equal to. */
async function newFindings(
  context: Context,
  transaction: Transaction,
  findings: readonly ImportedFinding[],
): Promise<readonly ImportedFinding[]> {
  const prints = new Map(findings.map(finding => [finding, fingerprintOfFinding(context, finding)]));
  const rows = await transaction.findings.ofFingerprints([...prints.values()]);
  const known = new Set(rows.filter(({ task_id }) => task_id === null).map(({ fingerprint }) => fingerprint));
  return findings.filter(finding => !known.has(prints.get(finding) ?? ''));
}

function countRecords(records: readonly RecordWords[]): Conversion[] {
  const counts = new Map<string, Conversion>();
  for (const [field, from, to] of records) {
    const key = JSON.stringify([field, from, to]);
    counts.set(key, { field, from, to, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const order = [...new Set(records.map(([field]) => field))];
  return [...counts.values()].sort(
    (a, b) =>
      order.indexOf(a.field) - order.indexOf(b.field) || b.count - a.count || a.from.localeCompare(b.from, 'en'),
  );
}

function refuseBroken(broken: readonly BrokenDependency[], request: ImportRequest): RefusalError {
  const named = broken
    .slice(0, maxNamed)
    .map(({ id, dependsOn, problem }) =>
      message(problem === 'missing' ? 'imports.missingTarget' : 'imports.cycle', { id, target: dependsOn }),
    );
  const names = inARow(named);
  const more = broken.length - named.length;
  const list = more === 0 ? names : message('input.listed', { names, more });
  return refusalError('invalid_input', message('imports.broken', { count: broken.length, list }), {
    hint: 'imports.brokenHint',
    next: [{ operation: 'import.tracker', input: { ...request, skipBrokenDependencies: true } }],
    details: { brokenDependencies: broken },
  });
}

/** One transaction takes no more than one of `queue.import`. */
function checkSize(items: readonly PlannedItem[], events: readonly PlannedEvent[]): void {
  const written: readonly unknown[] = [...items.map(({ request }) => request), ...events.map(({ payload }) => payload)];
  const bytes = written.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);
  const size =
    items.length > importLimits.items
      ? message('queue.countOfItems', { count: items.length })
      : `${Math.ceil(bytes / 1024 / 1024)} MB`;
  if (items.length > importLimits.items || bytes > importLimits.bytes) {
    throw refusalError('invalid_input', message('queue.fileTooLarge', { size }), { hint: 'imports.tooLargeHint' });
  }
}
