import * as z from 'zod';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { runContentSchema, runSchema } from '../../domain/run/run.js';
import { readWholeRun, resolveRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runShow = defineOperation({
  name: 'run.show',
  order: 40,
  title: 'Show Investigation',
  menuTitle: 'Show',
  summary: 'Shows an investigation with its hypotheses, evidence, commands and learnings.',
  input: z.strictObject({ run: runField }),
  output: z.object({
    run: runSchema,
    content: runContentSchema,
    /** In the order in which they were recorded. */
    decisions: z.array(z.object({ ref: z.string(), decision: z.string() })),
    /** `S-5`, if it was started for a slice. */
    slice: z.string().nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'show', brief: '', whole: 'run' },
  cli: { positionals: ['run'], examples: ['run show', 'run show R-3'] },
  palette: 'run',
  async run(context, input) {
    return context.store.read(async transaction => {
      const row = await resolveRun(transaction, context, input.run);
      const { run, content } = await readWholeRun(transaction, row);
      const decisions = await transaction.events.decisionRuns({ run: run.ref, from: row.created_at });
      const filter = { type: 'run_started', about: run.ref, from: row.created_at };
      const [started] = await transaction.events.list(filter, 'oldest', 1);
      const slice = started && presentEvent(started).payload.slice;
      return {
        ...{ run, content, decisions: decisions.map(({ ref, decision }) => ({ ref, decision })) },
        slice: typeof slice === 'string' ? slice : null,
      };
    });
  },
});
