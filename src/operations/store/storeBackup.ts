import * as z from 'zod';
import { fileField, placeOf } from '../../records/namedFile.js';
import { defineOperation } from '../operation.js';

export const storeBackup = defineOperation({
  name: 'store.backup',
  order: 40,
  title: 'Back Up Store',
  asks: true,
  summary:
    'Backs up the live state, including large messages and archives, to one file for restore; an existing file is never overwritten.',
  input: z.strictObject({ file: fileField.describe('New file for the copy') }),
  output: z.object({
    file: z.string(),
    bytes: z.int(),
    commits: z.int(),
    /** Included contents of large messages, and those missing or changed next to the store. */
    contents: z.object({ held: z.int(), missing: z.int() }),
    /** Included archives, and those missing or changed next to the store. */
    archives: z.object({ held: z.int(), missing: z.int() }),
  }),
  effect: 'external',
  // Writes a file outside the store.
  mcp: null,
  cli: { positionals: ['file'], examples: ['store backup ../stateroom-backup.sqlite'] },
  cancellable: false,
  progress: 'window',
  palette: 'store',
  async run(context, input) {
    return context.store.maintenance.backup(await placeOf(context, input.file));
  },
});
