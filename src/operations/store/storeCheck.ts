import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { defineOperation } from '../operation.js';

export const storeCheck = defineOperation({
  name: 'store.check',
  title: 'Check Store',
  summary: 'Checks the store’s files, its chain of commits and its rows; changes nothing.',
  input: z.strictObject({}),
  output: z.object({
    ok: z.boolean(),
    problems: z.array(z.string()),
    generation: z.int(),
    commits: z.int(),
    journalBytes: z.int(),
    snapshotBytes: z.int(),
    workItems: z.int(),
    events: z.int(),
  }),
  effect: 'read',
  roles,
  // Care of the files is a person's and a script's work, not part of an agent's task.
  mcp: null,
  cli: { examples: ['store check', 'store check --json'] },
  palette: true,
  async run(context) {
    const report = await context.store.maintenance.check();
    return { ...report, problems: [...report.problems] };
  },
});
