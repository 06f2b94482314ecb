import * as z from 'zod';
import { hypothesisSchema, runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import { writeInRun } from '../../records/run/runAccess.js';
import { runField, textField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runHypothesize = defineOperation({
  name: 'run.hypothesize',
  order: 50,
  title: 'Add Hypothesis',
  asks: true,
  summary: 'Adds a hypothesis to an investigation, to be resolved before it is closed.',
  input: z.strictObject({ text: textField('A testable explanation'), run: runField }),
  output: z.object({ run: runSchema, hypothesis: hypothesisSchema }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'hypothesis', brief: '' },
  cli: {
    path: ['run', 'hypothesis', 'add'],
    positionals: ['text'],
    examples: ['run hypothesis add "The nightly import still runs on Monday morning"'],
  },
  icon: 'add',
  palette: 'run',
  async run(context, { text, run }) {
    const { payload, whole } = await writeInRun(context, run, 'run_hypothesis_added', async ({ add }) => ({
      hypothesis: entryId('hypothesis', await add({ kind: 'hypothesis', text })),
      text,
    }));
    const [hypothesis] = whole.content.hypotheses.filter(({ id }) => id === payload.hypothesis);
    if (hypothesis === undefined) throw new Error(`${payload.hypothesis} was not written.`);
    return { run: whole.run, hypothesis };
  },
});
