import * as z from 'zod';
import { fileField, placeOf } from '../../records/namedFile.js';
import { defineOperation } from '../operation.js';

export const storeRestore = defineOperation({
  name: 'store.restore',
  order: 50,
  title: 'Restore Store',
  asks: true,
  summary:
    'Replaces the current state with a backup, for every process at once; the old state is kept and its path shown.',
  input: z.strictObject({ file: fileField.describe('A file written by `store backup` or `store export`') }),
  output: z.object({ generation: z.int(), keptAs: z.string() }),
  effect: 'write',
  // It changes everyone's state at once; the replaced store is kept, so it is not destructive.
  roles: ['human'],
  mcp: null,
  cli: { positionals: ['file'], examples: ['store restore ../stateroom-backup.sqlite'] },
  progress: 'window',
  palette: 'repository',
  async run(context, input) {
    return context.store.maintenance.restore(await placeOf(context, input.file), context.actor);
  },
});
