import * as z from 'zod';
import { defineOperation } from '../operation.js';

export const storeCompact = defineOperation({
  name: 'store.compact',
  title: 'Compact Store',
  summary: 'Writes a new snapshot and starts a new journal; also done automatically.',
  input: z.strictObject({}),
  output: z.object({ generation: z.int(), snapshotFile: z.string(), snapshotBytes: z.int() }),
  effect: 'write',
  // Not an MCP tool: compaction is automatic.
  mcp: null,
  cli: { examples: ['store compact'] },
  progress: 'window',
  palette: 'store',
  async run(context) {
    return context.store.maintenance.compact();
  },
});
