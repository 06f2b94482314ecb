import type { Actor } from '../../domain/actor/actor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { checkEntries } from '../../domain/import/checkEntries.js';
import type { ImportFormat } from '../../domain/import/formats.js';
import type { ImportedEntry } from '../../domain/import/imported.js';
import type { ImportedFinding, RecordWords } from '../../domain/import/importedTask.js';
import { isNumbered, originFields } from '../../domain/import/issueOrigin.js';
import { Naming, possibleKeys } from '../../domain/import/naming.js';
import { importedEventType, type PlannedEvent, planEvents } from '../../domain/import/planEvents.js';
import {
  type BrokenDependency,
  type Conversion,
  type PlannedItem,
  planImport,
} from '../../domain/import/planImport.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { placeOf } from '../../records/namedFile.js';
import type { Transaction } from '../../store/store.js';
import { importLimits } from '../queue/queueImport.js';
import { type ImportSource, readSource } from './importSource.js';
import { type ShownProblem, shownProblem, throwIfInvalid } from './refuseInvalid.js';
import { writeItems } from './writeItems.js';
import { fingerprintOfFinding, writeEvents, writeFindings, writeTasks } from './writeRecords.js';

/** More than any store that can be opened has. */
const maxEvents = 10_000_000;

const maxListed = 1000;

export interface ImportRequest {
  readonly path: string;
  readonly from?: ImportFormat | undefined;
  readonly dryRun?: boolean | undefined;
  readonly skipBrokenDependencies?: boolean | undefined;
  readonly skipInvalid?: boolean | undefined;
}

export async function runImport(context: Context, request: ImportRequest) {
  const { path, from: wanted, dryRun = false } = request;
  const { format, files, reading } = await readSource(context.store, await placeOf(context, path), path, wanted);
  const { entries, problems } = checkEntries(format, reading.entries);
  const all = [...(reading.problems ?? []), ...problems].map(shownProblem);
  const source = { format, files, reading: { ...reading, entries }, problems: all };
  if (dryRun) {
    const { answer } = await context.store.read(transaction => planAll(context, transaction, source));
    return { ...answer, dryRun };
  }
  return context.store.transaction(async transaction => {
    const { items, existing, events, tasks, findings, broken, naming, answer } = await planAll(
      context,
      transaction,
      source,
    );
    throwIfInvalid(all, broken, request);
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

/** A person may name any holder, an agent only itself or a task. */
function mayHold({ heldBy, owner }: ImportedEntry, { role, name }: Actor): boolean {
  return role === 'human' || heldBy === 'task' || (heldBy === 'agent' && owner === name);
}

interface Source extends ImportSource {
  readonly problems: readonly ShownProblem[];
}

async function planAll(context: Context, transaction: Transaction, { format, files, reading, problems }: Source) {
  const keys = possibleKeys(format, reading.entries);
  const archived = await transaction.workItems.archivedKeys(keys);
  const existing = await existingItems(transaction, keys);
  const imported = await transaction.workItems.importedKeys(format, existing.keys());
  const naming = new Naming(format, reading.entries, {
    all: new Set([...existing.keys(), ...archived.keys()]),
    same: new Set([...imported, ...archived.keys()]),
    issues: isNumbered(format) ? await transaction.workItems.payloadFields(existing.keys(), originFields) : new Map(),
  });
  const keyOf = (id: string) => naming.keyOf(id);
  const all = reading.entries.map(entry => ({ ...entry, key: naming.keyOfEntry(entry) }));
  const entries = all
    .filter(({ key }) => !archived.has(key))
    .map(entry => ({ ...entry, links: entry.links.filter(({ id }) => !archived.has(keyOf(id))) }));
  const statuses = new Map([...existing].map(([key, { status }]) => [key, status]));
  const {
    items,
    conversions,
    broken: links,
  } = planImport(keyOf, entries, statuses, entry => mayHold(entry, context.actor));
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
  const added = new Set(items.map(({ request }) => request.key));
  const tasks = (reading.tasks ?? []).filter(({ entry }) => added.has(keyOf(entry)));
  const findings = await newFindings(context, transaction, reading.findings ?? []);
  const leftOut = Object.entries(reading.leftOut).map(([from, count]) => {
    return { field: 'entry', from, to: 'left out', count };
  });
  const references = [...(reading.broken ?? []), ...tasks.flatMap(task => task.broken)];
  const broken: BrokenDependency[] = [
    ...links,
    ...references.map(({ place, ...reference }) => ({ ...reference, problem: 'missing' as const, ...place })),
    ...happened.broken,
  ];
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
    skipped: problems.length,
    problems: problems.slice(0, maxListed).map(({ problem, ...place }) => ({ ...place, problem: say(problem) })),
    brokenDependencies: broken.slice(0, maxListed),
    notes: (reading.notes ?? []).map(note => say(note)),
  };
  return { items, existing, events: happened.events, tasks, findings, broken, naming, answer };
}

async function existingItems(transaction: Transaction, keys: Iterable<string>) {
  const known = await transaction.workItems.known([...keys].map(key => ({ by: 'key', key })));
  return new Map([...known].map(([name, item]) => [name.replace(/^key:/, ''), item]));
}

/** Findings without a task that equal no existing one. */
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

/** Limits the transaction like one of `queue.import`. */
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
