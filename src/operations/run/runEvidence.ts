import * as z from 'zod';
import { evidenceEntrySchema, runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import { redact } from '../../platform/redact.js';
import { requireHypothesis } from '../../records/run/requireHypothesis.js';
import { writeInRun } from '../../records/run/runAccess.js';
import { hypothesisField, runField, textField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runEvidence = defineOperation({
  name: 'run.evidence',
  order: 70,
  title: 'Add Evidence to Investigation',
  menuTitle: 'Add Evidence',
  asks: true,
  summary: 'Adds an observation to an investigation, for or against a hypothesis.',
  input: z.strictObject({
    text: textField('The observation and its source'),
    hypothesis: hypothesisField.optional().describe('The hypothesis that it is about: H001'),
    run: runField,
  }),
  output: z.object({ run: runSchema, evidence: evidenceEntrySchema }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'evidence', brief: '' },
  cli: {
    path: ['run', 'evidence', 'add'],
    positionals: ['text'],
    examples: ['run evidence add "The import took 40 min on Monday, 2 min on Tuesday" --hypothesis H001'],
  },
  icon: 'note',
  palette: 'run',
  async run(context, { text: given, hypothesis: named, run }) {
    const text = redact(given);
    const { payload, whole } = await writeInRun(context, run, 'run_evidence_added', async writing => {
      const hypothesis = named === undefined ? null : await requireHypothesis(writing, named);
      const number = await writing.add({ kind: 'evidence', text, hypothesis });
      return {
        evidence: entryId('evidence', number),
        text,
        ...(hypothesis === null ? {} : { hypothesis: entryId('hypothesis', hypothesis) }),
      };
    });
    const [evidence] = whole.content.evidence.filter(({ id }) => id === payload.evidence);
    if (evidence === undefined) throw new Error(`${payload.evidence} was not written.`);
    return { run: whole.run, evidence };
  },
});
