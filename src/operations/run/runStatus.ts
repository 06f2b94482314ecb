import * as z from 'zod';
import { runSchema } from '../../domain/run/run.js';
import { missingLearnings, openHypotheses, readWholeRun, resolveRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runStatus = defineOperation({
  name: 'run.status',
  order: 20,
  title: 'Show Investigation Status',
  menuTitle: 'Status',
  summary: 'Shows the progress of an investigation: its counts, and what prevents closing it.',
  input: z.strictObject({ run: runField }),
  output: z.object({
    run: runSchema,
    hypotheses: z.int(),
    openHypotheses: z.array(z.string()),
    evidence: z.int(),
    commands: z.int(),
    learnings: z.int(),
    unresolvedLearnings: z.array(z.string()),
  }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'status', brief: '', whole: 'run' },
  cli: { examples: ['run status', 'run status --run R-3 --json'] },
  palette: false,
  async run(context, input) {
    const whole = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, input.run)),
    );
    const { run, content } = whole;
    return {
      run,
      hypotheses: content.hypotheses.length,
      openHypotheses: openHypotheses(content),
      evidence: content.evidence.length,
      commands: content.commands.length,
      learnings: content.learnings.length,
      unresolvedLearnings: await missingLearnings(context, whole),
    };
  },
});
