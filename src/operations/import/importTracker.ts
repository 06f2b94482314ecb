import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { importFormats, readers } from '../../domain/import/formats.js';
import {
  type BrokenDependency,
  keyOf,
  type PlannedItem,
  planImport,
  withKeys,
} from '../../domain/import/planImport.js';
import { RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import { inARow, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { importLimits } from '../queue/queueImport.js';
import { fileField, placeOf } from '../store/storeFile.js';
import { readSource } from './importSource.js';
import { writeItems } from './writeItems.js';

/** Broken dependencies that a refusal names; its details have all of them. */
const maxNamed = 10;

const keyField = z.string();

export const importTracker = defineOperation({
  name: 'import.tracker',
  title: 'Import from Tracker',
  summary: 'Imports the work items of another tracker, all or none; importing again adds only new ones.',
  input: z.strictObject({
    path: fileField.describe('A file, or the folder of a repository or tracker'),
    from: z.enum(importFormats).optional().describe('Format; found out by default'),
    dryRun: z.boolean().optional().describe('Show what would be imported, and write nothing'),
    skipBrokenDependencies: z
      .boolean()
      .optional()
      .describe('Leave out dependencies that are cyclic or whose target is not found'),
  }),
  output: z.object({
    format: z.enum(importFormats),
    files: z.int(),
    dryRun: z.boolean(),
    added: z.int(),
    existing: z.int(),
    firstRef: z.string().nullable(),
    lastRef: z.string().nullable(),
    /** What becomes of how many values of a field, for new work items. */
    conversions: z.array(z.object({ field: z.string(), from: z.string(), to: z.string(), count: z.int() })),
    brokenDependencies: z.array(
      z.object({
        id: keyField,
        dependsOn: keyField,
        kind: z.string(),
        problem: z.enum(['missing', 'cycle']),
        file: z.string(),
        line: z.int(),
      }),
    ),
  }),
  effect: 'write',
  // Files of other programs are read at a person's wish, through the CLI.
  mcp: null,
  cli: {
    path: ['import'],
    positionals: ['path'],
    examples: ['import . --dry-run', 'import .beads/issues.jsonl', 'import issues.json --from github'],
  },
  palette: false,
  async run(context, input) {
    const { path, from, dryRun = false, skipBrokenDependencies = false } = input;
    const { format, files } = await readSource(await placeOf(context, path), path, from);
    const reading = readers[format](files);
    const entries = withKeys(format, reading.entries);
    const keys = new Set(entries.flatMap(({ key, links }) => [key, ...links.map(({ id }) => keyOf(format, id))]));

    const plan = async (transaction: Transaction) => {
      const known = await transaction.workItems.known([...keys].map(key => ({ by: 'key', key })));
      const existing = new Map([...known].map(([name, item]) => [name.replace(/^key:/, ''), item]));
      const statuses = new Map([...existing].map(([key, { status }]) => [key, status]));
      const { items, conversions, broken } = planImport(format, entries, statuses);
      const leftOut = Object.entries(reading.leftOut).map(([entry, count]) => ({
        field: 'entry',
        from: entry,
        to: 'left out',
        count,
      }));
      const answer = {
        format,
        files: files.length,
        dryRun,
        added: items.length,
        existing: entries.length - items.length,
        firstRef: null,
        lastRef: null,
        conversions: [...conversions, ...leftOut],
        brokenDependencies: [...broken],
      };
      return { items, existing, answer };
    };

    if (dryRun) return (await context.store.read(plan)).answer;
    return context.store.transaction(async transaction => {
      const { items, existing, answer } = await plan(transaction);
      const { brokenDependencies } = answer;
      if (brokenDependencies.length > 0 && !skipBrokenDependencies) throw refuseBroken(brokenDependencies, input);
      checkSize(items);
      if (items.length === 0) return answer;
      const { first, last } = await writeItems(context, transaction, items, existing);
      return { ...answer, firstRef: formatRef('workItem', first), lastRef: formatRef('workItem', last) };
    });
  },
});

function refuseBroken(broken: readonly BrokenDependency[], input: Readonly<Record<string, unknown>>): RefusalError {
  const named = broken
    .slice(0, maxNamed)
    .map(({ id, dependsOn, problem }) =>
      message(problem === 'missing' ? 'imports.missingTarget' : 'imports.cycle', { id, target: dependsOn }),
    );
  const list = inARow(named);
  const more = broken.length - named.length;
  return new RefusalError(
    refuse(
      'invalid_input',
      message('imports.broken', {
        count: broken.length,
        list: more === 0 ? list : message('input.listed', { names: list, more }),
      }),
      {
        hint: 'imports.brokenHint',
        next: [{ operation: 'import.tracker', input: { ...input, skipBrokenDependencies: true } }],
        details: { brokenDependencies: broken },
      },
    ),
  );
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
