import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { runSchema } from '../../domain/run/run.js';
import { contentOf } from '../../domain/run/runContent.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { missingLearnings, openHypotheses, readWholeRun, resolveRun, writeInRun } from '../../records/run/runAccess.js';
import { linesField, runField, textField } from '../../records/run/runFields.js';
import { pageOf } from '../../records/run/runFiles.js';
import { defineOperation } from '../operation.js';

export const runClose = defineOperation({
  name: 'run.close',
  title: 'Close Investigation',
  menuTitle: 'Close',
  asks: true,
  summary: 'Closes an investigation; refused while a hypothesis is open or a learning points to what does not exist.',
  input: z.strictObject({
    summary: textField('What was found').optional(),
    verification: linesField('What was run or read to be sure'),
    risk: linesField('What may still go wrong'),
    allowOpen: textField('Why it is closed although something is open').optional(),
    run: runField,
  }),
  output: z.object({
    run: runSchema,
    leftOpen: z.array(z.string()),
    page: z.string().nullable().describe('The closing page in this worktree; null where it has none'),
  }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'close', brief: 'once nothing is open', rare: ['verification', 'risk', 'allowOpen'] },
  cli: {
    sentences: ['verification', 'risk'],
    examples: [
      'run close --summary "The import ran twice" --verification "npm test" --risk "Clocks change in March"',
      'run close --allow-open "The supplier has to answer first"',
    ],
  },
  icon: 'archive',
  palette: 'run',
  async run(context, { summary, verification = [], risk = [], allowOpen, run }) {
    const before = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, run)),
    );
    const missing = await missingLearnings(context, before);
    const { payload, whole, hasFiles } = await writeInRun(
      context,
      run,
      'run_closed',
      async ({ transaction, row, now, change }) => {
        const open = openHypotheses(contentOf(await transaction.runEntries.ofRun(row.id)));
        const left = [...open, ...missing];
        const ref = formatRef('run', row.number);
        if (left.length > 0 && allowOpen === undefined) {
          throw refusalError('not_allowed', message('runs.leftOpen', { run: ref, ids: left.join(', ') }), {
            hint: open.length > 0 ? 'runs.leftOpenHint' : 'runs.learningsLeftHint',
            next: open.slice(0, 1).map(hypothesis => ({ operation: 'run.resolve', input: { hypothesis, run: ref } })),
            details: { run: ref, hypotheses: open, learnings: missing },
          });
        }
        await change({
          ...{ status: 'closed', closed_at: now, summary: summary ?? null },
          ...{ verification: JSON.stringify(verification.map(redact)), residual_risks: JSON.stringify(risk) },
          open_reason: left.length > 0 ? (allowOpen ?? null) : null,
        });
        return { summary: summary ?? null, left };
      },
    );
    return { run: whole.run, leftOpen: payload.left, page: hasFiles ? pageOf(whole.run) : null };
  },
});
