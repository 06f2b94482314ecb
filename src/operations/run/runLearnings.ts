import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { learningSchema } from '../../domain/run/run.js';
import { message } from '../../messages/message.js';
import { missingLearnings, readWholeRun, resolveRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runLearnings = defineOperation({
  name: 'run.learnings',
  order: 100,
  title: 'Review Learnings',
  summary: 'Lists the learnings of an investigation, and which of them refer to missing files.',
  input: z.strictObject({
    requireResolved: z.boolean().optional().describe('Refused while one refers to a missing file'),
    run: runField,
  }),
  output: z.object({ learnings: z.array(learningSchema.extend({ resolved: z.boolean() })) }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'learnings', brief: '', rare: ['requireResolved'] },
  cli: {
    path: ['run', 'learning', 'review'],
    examples: ['run learning review', 'run learning review --require-resolved'],
  },
  palette: false,
  async run(context, { run: named, requireResolved = false }) {
    const whole = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, named)),
    );
    const { run, content } = whole;
    const missing = await missingLearnings(context, whole);
    if (requireResolved && missing.length > 0) {
      throw refusalError('not_allowed', message('runs.learningsLeft', { run: run.ref, ids: missing.join(', ') }), {
        next: [{ operation: 'run.learnings', input: { run: run.ref } }],
        details: { learnings: missing },
      });
    }
    return {
      learnings: content.learnings.map(learning => ({ ...learning, resolved: !missing.includes(learning.id) })),
    };
  },
});
