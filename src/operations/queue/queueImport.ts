import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import { asClause, type Message, message } from '../../messages/message.js';
import { defineOperation } from '../operation.js';
import { type Imported, importBatch } from './importBatch.js';
import { checkDoubles, checkRings, parseLines, splitBatches } from './importPlan.js';

/** Limits of one transaction, unless `batch` splits the call. */
export const importLimits = { items: 10_000, bytes: 16 * 1024 * 1024 } as const;

export const queueImport = defineOperation({
  name: 'queue.import',
  order: 20,
  title: 'Add Work Items from File',
  asks: true,
  summary: 'Adds many work items from JSON Lines, all or none; existing ids stay unchanged.',
  input: z.strictObject({
    jsonl: z
      .string()
      .describe('One work item per line, with the fields of queue.add; the flag takes a file, or - for stdin'),
    batch: z
      .int()
      .min(1)
      .max(importLimits.items)
      .optional()
      .describe('Items per transaction, each all or none; lifts the limit of 10,000 items and 16 MB'),
  }),
  output: z.object({
    inserted: z.int(),
    existing: z.int(),
    firstRef: z.string().nullable(),
    lastRef: z.string().nullable(),
    transactions: z.int(),
  }),
  effect: 'write',
  // An agent adds items one by one; ten thousand at once come from a file, through the CLI.
  mcp: null,
  cli: {
    path: ['queue', 'add'],
    flags: { jsonl: 'from-file' },
    files: ['jsonl'],
    examples: ['queue add --from-file items.jsonl', 'cat items.jsonl | stateroom queue add --from-file - --batch 5000'],
  },
  cancellable: ({ batch }) => batch !== undefined,
  progress: 'notification',
  palette: 'repository',
  async run(context, input) {
    checkSize(input.jsonl, input.batch);
    const lines = parseLines(input.jsonl, context.clock.now(), done => {
      if (context.signal?.aborted) throw new RefusalError(stopped(0, done, noneYet));
      context.progress?.(done, undefined, 'lines checked');
    });
    checkDoubles(lines);
    checkRings(lines);
    if (input.batch === undefined && lines.length > importLimits.items)
      throw tooMuch(message('queue.countOfItems', { count: lines.length }));
    const batches = splitBatches(lines, input.batch ?? importLimits.items, importLimits.bytes);
    const done: Imported = { ...noneYet };
    let seen = 0;
    for (const [index, batch] of batches.entries()) {
      // Yields to the event loop, so that an abort can arrive.
      if (context.signal !== undefined) await new Promise(resolve => setImmediate(resolve));
      if (context.signal?.aborted) return stopped(seen, lines.length, done);
      try {
        addUp(done, await importBatch(context, batch));
      } catch (error) {
        throw index === 0 ? error : withProgress(error, seen, done);
      }
      seen += batch.length;
      context.progress?.(seen, lines.length, 'work items');
    }
    return {
      inserted: done.inserted,
      existing: done.existing,
      firstRef: done.first === null ? null : formatRef('workItem', done.first),
      lastRef: done.last === null ? null : formatRef('workItem', done.last),
      transactions: batches.length,
    };
  },
});

function checkSize(jsonl: string, batch: number | undefined): void {
  if (batch !== undefined || jsonl.length <= importLimits.bytes / 3) return;
  const bytes = Buffer.byteLength(jsonl);
  if (bytes > importLimits.bytes) throw tooMuch(`${Math.ceil(bytes / 1024 / 1024)} MB`);
}

function tooMuch(size: string | Message): RefusalError {
  return refusalError('invalid_input', message('queue.fileTooLarge', { size }), { hint: 'queue.fileTooLargeHint' });
}

function addUp(total: Imported, batch: Imported): void {
  total.inserted += batch.inserted;
  total.existing += batch.existing;
  total.first ??= batch.first;
  total.last = batch.last ?? total.last;
}

const noneYet: Readonly<Imported> = { inserted: 0, existing: 0, first: null, last: null };

function stopped(seen: number, all: number, done: Readonly<Imported>): Refusal {
  const text = seen === 0 ? message('findings.importStopped') : message('queue.importStopped', { seen, all });
  return refuse('timed_out', text, {
    hint: 'queue.importStoppedHint',
    details: { lines: seen, inserted: done.inserted },
  });
}

/** A later batch was refused: the earlier ones are kept, and the caller must know. */
function withProgress(error: unknown, seen: number, done: Imported): unknown {
  if (!(error instanceof RefusalError)) return error;
  const { refusal } = error;
  return new RefusalError({
    ...refusal,
    message: message('queue.batchesImported', { message: asClause(refusal.message), lines: seen }),
    details: { ...refusal.details, imported: seen, inserted: done.inserted },
  });
}
