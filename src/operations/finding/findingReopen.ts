import * as z from 'zod';
import { findingLimits } from '../../domain/finding/findingRow.js';
import { checkTakeBack } from '../../domain/finding/findingRule.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { openAgain } from '../../records/finding/findingAccess.js';
import { findingsField, findingsOutput, revisionField } from '../../records/finding/findingFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { commitAct, findActable } from './actOnFindings.js';

export const findingReopen = defineOperation({
  name: 'finding.reopen',
  order: 100,
  title: 'Reopen Finding',
  menuTitle: 'Reopen',
  asks: true,
  summary: 'Reopens findings, with a reason; after the second time, a fix needs evidence.',
  input: z.strictObject({
    ids: findingsField,
    reason: wordsField(findingLimits.reason).describe('Why it is open again'),
    undo: z.boolean().optional().describe('Undo your own decision; not counted as a reopening'),
    revision: revisionField,
  }),
  output: findingsOutput,
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'reopen', brief: '', rare: ['reason', 'undo', 'revision'] },
  cli: { positionals: ['ids'], examples: ['finding reopen F-12 --reason "the retry still never ends"'] },
  about: 'finding',
  icon: 'debug-restart',
  palette: 'finding',
  async run(context, input) {
    const { undo = false, reason } = input;
    const rows = await findActable(context, input, 'reopen');
    if (undo) for (const row of rows) throwIfRefused(checkTakeBack(row, context.actor));
    const findings = await commitAct(context, 'reopen', rows, async (_, now) => row => ({
      change: undo
        ? openAgain
        : { ...openAgain, reopen_count: row.reopen_count + 1, reopen_reason: reason, reopened_at: now },
      payload: { reason, ...(undo ? { takenBack: true } : {}) },
    }));
    return { findings };
  },
});
