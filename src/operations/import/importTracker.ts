import * as z from 'zod';
import { importFormats } from '../../domain/import/formats.js';
import { fileField } from '../../records/namedFile.js';
import { defineOperation } from '../operation.js';

export const importTracker = defineOperation({
  name: 'import.tracker',
  order: 10,
  title: 'Import Work Items',
  asks: true,
  summary: 'Imports the work items of another tracker, all or none; importing again adds only new ones.',
  input: z.strictObject({
    path: fileField.describe('A file, or the folder of a repository or tracker'),
    from: z.enum(importFormats).optional().describe('Format; detected by default'),
    dryRun: z.boolean().optional().describe('Show what would be imported, and write nothing'),
    skipBrokenDependencies: z
      .boolean()
      .optional()
      .describe('Leave out dependencies that are cyclic or whose target is not found'),
    skipInvalid: z.boolean().optional().describe('Leave out entries that cannot be read, and broken dependencies'),
  }),
  output: z.object({
    format: z.enum(importFormats),
    files: z.int(),
    dryRun: z.boolean(),
    added: z.int(),
    existing: z.int(),
    firstRef: z.string().nullable(),
    lastRef: z.string().nullable(),
    /** Mapped values of new work items and their records, with counts. */
    conversions: z.array(z.object({ field: z.string(), from: z.string(), to: z.string(), count: z.int() })),
    skipped: z.int(),
    /** The first 1,000 problems. */
    problems: z.array(z.object({ file: z.string(), table: z.string().optional(), line: z.int(), problem: z.string() })),
    /** The first 1,000; `conversions` counts all. */
    brokenDependencies: z.array(
      z.object({
        id: z.string(),
        dependsOn: z.string(),
        kind: z.string(),
        problem: z.enum(['missing', 'cycle', 'deep']),
        file: z.string(),
        /** In a database, and `line` is the row. */
        table: z.string().optional(),
        line: z.int(),
      }),
    ),
    /** Parts that the source lacks, such as further pages of the host's list. */
    notes: z.array(z.string()),
  }),
  effect: 'write',
  // Reading files of other programs is a person's decision.
  mcp: null,
  cli: {
    path: ['import'],
    positionals: ['path'],
    examples: ['import . --dry-run', 'import .beads/issues.jsonl', 'import issues.json --from github'],
  },
  progress: 'window',
  palette: 'repository',
  async run(context, input) {
    // Loaded lazily: the declaration needs no readers.
    return (await import('./runImport.js')).runImport(context, input);
  },
});
