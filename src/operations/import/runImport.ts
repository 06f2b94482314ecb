import { formatRef } from '../../domain/identifier/identifier.js';
import type { ImportFormat } from '../../domain/import/formats.js';
import {
  type BrokenDependency,
  keyOf,
  type PlannedItem,
  planImport,
  withKeys,
} from '../../domain/import/planImport.js';
import { readers } from '../../domain/import/readers.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { inARow, message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import type { Transaction } from '../../store/store.js';
import { importLimits } from '../queue/queueImport.js';
import { placeOf } from '../store/storeFile.js';
import { readSource } from './importSource.js';
import { writeItems } from './writeItems.js';

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
  const { format, files } = await readSource(await placeOf(context, path), path, wanted);
  const reading = readers[format](files);
  const entries = withKeys(format, reading.entries);
  const keys = new Set(entries.flatMap(({ key, links }) => [key, ...links.map(({ id }) => keyOf(format, id))]));

  const plan = async (transaction: Transaction) => {
    const known = await transaction.workItems.known([...keys].map(key => ({ by: 'key', key })));
    const existing = new Map([...known].map(([name, item]) => [name.replace(/^key:/, ''), item]));
    const statuses = new Map([...existing].map(([key, { status }]) => [key, status]));
    const { items, conversions, broken } = planImport(format, entries, statuses);
    const leftOut = Object.entries(reading.leftOut).map(([from, count]) => {
      return { field: 'entry', from, to: 'left out', count };
    });
    const answer = {
      format,
      files: files.length,
      dryRun,
      added: items.length,
      existing: entries.length - items.length,
      firstRef: null as string | null,
      lastRef: null as string | null,
      conversions: [...conversions, ...leftOut],
      brokenDependencies: [...broken],
    };
    return { items, existing, answer };
  };

  if (dryRun) return (await context.store.read(plan)).answer;
  return context.store.transaction(async transaction => {
    const { items, existing, answer } = await plan(transaction);
    const { brokenDependencies } = answer;
    if (brokenDependencies.length > 0 && !skipBrokenDependencies) throw refuseBroken(brokenDependencies, request);
    checkSize(items);
    if (items.length === 0) return answer;
    const { first, last } = await writeItems(context, transaction, items, existing);
    return { ...answer, firstRef: formatRef('workItem', first), lastRef: formatRef('workItem', last) };
  });
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
function checkSize(items: readonly PlannedItem[]): void {
  const bytes = items.reduce((sum, { request }) => sum + Buffer.byteLength(JSON.stringify(request)), 0);
  const size =
    items.length > importLimits.items
      ? message('queue.countOfItems', { count: items.length })
      : `${Math.ceil(bytes / 1024 / 1024)} MB`;
  if (items.length > importLimits.items || bytes > importLimits.bytes) {
    throw refusalError('invalid_input', message('queue.fileTooLarge', { size }), { hint: 'imports.tooLargeHint' });
  }
}
