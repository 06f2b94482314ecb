import * as z from 'zod';
import { runContentSchema, runSchema } from '../../domain/run/run.js';
import { readWholeRun, resolveRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runShow = defineOperation({
  name: 'run.show',
  title: 'Show Investigation',
  menuTitle: 'Show',
  summary: 'Shows an investigation with its hypotheses, evidence, commands and learnings.',
  input: z.strictObject({ run: runField }),
  output: z.object({ run: runSchema, content: runContentSchema }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'show', brief: '', whole: 'run' },
  cli: { positionals: ['run'], examples: ['run show', 'run show R-3'] },
  palette: 'run',
  async run(context, input) {
    const { run, content } = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, input.run)),
    );
    return { run, content };
  },
});
