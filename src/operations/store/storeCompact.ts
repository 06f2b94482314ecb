import * as z from 'zod';
import { defineOperation } from '../operation.js';

export const storeCompact = defineOperation({
  name: 'store.compact',
  order: 20,
  title: 'Compact Store',
  summary: 'Rewrites the store without the space of deleted rows.',
  input: z.strictObject({}),
  output: z.object({ generation: z.int(), snapshotFile: z.string(), snapshotBytes: z.int() }),
  effect: 'write',
  // Maintenance is for people and scripts, not part of an agent's task.
  mcp: null,
  cli: { examples: ['store compact'] },
  progress: 'window',
  palette: 'store',
  async run(context) {
    return context.store.maintenance.compact();
  },
});
