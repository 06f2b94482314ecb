import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { type Run, runSchema } from '../../domain/run/run.js';
import { contentOf } from '../../domain/run/runContent.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { withoutSecrets } from '../../platform/withoutSecrets.js';
import {
  missingLearnings,
  openHypotheses,
  readWholeRun,
  resolveRun,
  writeInRun,
  writeRunFiles,
} from '../../records/run/runAccess.js';
import { linesField, runField, textField } from '../../records/run/runFields.js';
import { pageOf } from '../../records/run/runFiles.js';
import { defineOperation } from '../operation.js';

export const runClose = defineOperation({
  name: 'run.close',
  order: 110,
  title: 'Close Investigation',
  menuTitle: 'Close',
  asks: true,
  summary: 'Closes an investigation; refused while a hypothesis is open or a learning refers to a missing file.',
  input: z.strictObject({
    summary: textField('The result').optional(),
    verification: linesField('Checks that confirm the result'),
    risk: linesField('Remaining risks'),
    allowOpen: textField('Reason for closing it with open entries').optional(),
    run: runField,
  }),
  output: z.object({
    run: runSchema,
    leftOpen: z.array(z.string()),
    page: z.string().nullable().describe('The closing page in this worktree; null if there is none'),
    /** True if it was already closed so; nothing was changed. */
    repeated: z.boolean(),
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
  async run(context, { run, ...closing }) {
    const { summary, verification = [], risk = [], allowOpen } = closing;
    const before = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, run)),
    );
    const missing = await missingLearnings(context, before);
    if (isClosedSo(before.run, closing)) {
      const page = (await writeRunFiles(context, before)) ? pageOf(before.run) : null;
      return { run: before.run, leftOpen: [...openHypotheses(before.content), ...missing], page, repeated: true };
    }
    const { payload, whole, hasFiles } = await writeInRun(
      context,
      run,
      'run_closed',
      async ({ transaction, row, now, change }) => {
        const ref = formatRef('run', row.number);
        if (row.status === 'closed') throw alreadyClosed(ref);
        const open = openHypotheses(contentOf(await transaction.runEntries.ofRun(row.id)));
        const left = [...open, ...missing];
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
      { mayBeClosed: true },
    );
    return { run: whole.run, leftOpen: payload.left, page: hasFiles ? pageOf(whole.run) : null, repeated: false };
  },
});

/** True for a run closed with these values; omitted ones count as equal. */
function isClosedSo(
  run: Run,
  { summary, verification, risk, allowOpen }: Omit<z.output<typeof runClose.input>, 'run'>,
): boolean {
  const isSame = (given: unknown, kept: unknown) =>
    given === undefined || JSON.stringify(given) === JSON.stringify(kept);
  return (
    run.status === 'closed' &&
    isSame(withoutSecrets(summary), run.summary) &&
    isSame(withoutSecrets(verification?.map(redact)), run.verification) &&
    isSame(withoutSecrets(risk), run.residualRisks) &&
    // A reason is stored only if something was open.
    (run.openReason === null || isSame(withoutSecrets(allowOpen), run.openReason))
  );
}

function alreadyClosed(run: string): Error {
  return refusalError('transition_not_allowed', message('runs.alreadyClosed', { run }), {
    hint: 'runs.alreadyClosedHint',
    next: [
      { operation: 'run.reopen', input: { run } },
      { operation: 'run.export', input: { run } },
    ],
    details: { run },
  });
}
