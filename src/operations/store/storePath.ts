import * as z from 'zod';
import { healthSchema } from '../../records/repository/healthSchema.js';
import { defineOperation } from '../operation.js';

export const storePath = defineOperation({
  name: 'store.path',
  order: 100,
  title: 'Show Store Location',
  summary: 'Shows where the store of this repository is and its state.',
  input: z.strictObject({}),
  output: healthSchema,
  effect: 'read',
  // Agents never touch the files.
  mcp: null,
  cli: { examples: ['store path', 'store path --json'] },
  tells: 'health',
  progress: 'window',
  palette: 'repository',
  async run(context) {
    return context.store.health();
  },
});
