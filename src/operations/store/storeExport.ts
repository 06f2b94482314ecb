import * as z from 'zod';
import { fileField, placeOf } from '../../records/namedFile.js';
import { defineOperation } from '../operation.js';

export const storeExport = defineOperation({
  name: 'store.export',
  title: 'Export Store',
  asks: true,
  summary: 'Writes the live state as a plain SQLite file; an existing file is never overwritten.',
  input: z.strictObject({ file: fileField.describe('New SQLite file') }),
  output: z.object({ file: z.string(), bytes: z.int() }),
  effect: 'external',
  // Writes a file outside the store.
  mcp: null,
  cli: { positionals: ['file'], examples: ['store export queue.sqlite'] },
  cancellable: false,
  progress: 'window',
  palette: 'store',
  async run(context, input) {
    return context.store.maintenance.exportTo(await placeOf(context, input.file));
  },
});
