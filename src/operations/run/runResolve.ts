import * as z from 'zod';
import { hypothesisSchema, runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import { hypothesisOutcomes } from '../../domain/run/runRow.js';
import { requireHypothesis } from '../../records/run/requireHypothesis.js';
import { writeInRun } from '../../records/run/runAccess.js';
import { hypothesisField, runField, textField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runResolve = defineOperation({
  name: 'run.resolve',
  order: 60,
  title: 'Resolve Hypothesis',
  asks: true,
  summary: 'Resolves a hypothesis, or resolves it differently; the last resolution counts and notes are kept.',
  input: z.strictObject({
    hypothesis: hypothesisField,
    status: z.enum(hypothesisOutcomes).describe('The outcome'),
    note: textField('Why').optional(),
    run: runField,
  }),
  output: z.object({ run: runSchema, hypothesis: hypothesisSchema }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'resolve', brief: '', rare: ['note'] },
  cli: {
    path: ['run', 'hypothesis', 'resolve'],
    positionals: ['hypothesis'],
    examples: ['run hypothesis resolve H001 --status accepted --note "The log shows both at 07:00"'],
  },
  icon: 'check',
  palette: 'run',
  async run(context, { hypothesis: named, status, note = '', run }) {
    const { payload, whole } = await writeInRun(context, run, 'run_hypothesis_resolved', async writing => {
      const number = await requireHypothesis(writing, named);
      await writing.add({ kind: 'resolution', number, status, text: note });
      return { hypothesis: entryId('hypothesis', number), status, note };
    });
    const [hypothesis] = whole.content.hypotheses.filter(({ id }) => id === payload.hypothesis);
    if (hypothesis === undefined) throw new Error(`${payload.hypothesis} was not written.`);
    return { run: whole.run, hypothesis };
  },
});
