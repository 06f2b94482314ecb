import * as z from 'zod';
import { fileField, placeOf } from '../../records/namedFile.js';
import { defineOperation } from '../operation.js';

export const storeExport = defineOperation({
  name: 'store.export',
  order: 80,
  title: 'Export Store',
  asks: true,
  summary: 'Writes the live state as a plain SQLite file; an existing file is never overwritten.',
  input: z.strictObject({
    file: fileField.describe('New SQLite file'),
    format: z.enum(['0.1']).optional().describe('The version whose `store restore` must be able to read it'),
  }),
  output: z.object({ file: z.string(), bytes: z.int() }),
  effect: 'external',
  // Writes a file outside the store.
  mcp: null,
  cli: { positionals: ['file'], examples: ['store export queue.sqlite', 'store export --format 0.1 back.sqlite'] },
  cancellable: false,
  progress: 'window',
  palette: 'store',
  async run(context, { file, format }) {
    return context.store.maintenance.exportTo(await placeOf(context, file), format);
  },
});
