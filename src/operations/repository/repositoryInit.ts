import * as z from 'zod';
import { defineOperation } from '../operation.js';

export const repositoryInit = defineOperation({
  name: 'repository.init',
  order: 10,
  title: 'Create Store',
  summary: 'Creates the store of this repository if it has none. The first write also creates it.',
  input: z.strictObject({}),
  output: z.object({ created: z.boolean(), location: z.string() }),
  effect: 'write',
  // An agent's first write creates the store.
  mcp: null,
  cli: { path: ['init'], examples: ['init', 'init --repo ../shop'] },
  palette: 'noStore',
  async run(context) {
    const created = await context.store.create();
    const { location } = await context.store.health();
    return { created, location };
  },
});
