import * as z from 'zod';
import { isDecisionIdProblem, parseDecisionId } from '../../domain/decision/decisionId.js';
import { checkRationale, checkSliceRationale, rationaleWarning } from '../../domain/decision/rationale.js';
import { message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { decisionField, rationaleField } from '../../records/decision/decisionFields.js';
import { defineOperation } from '../operation.js';
import { isSliceName } from './decisionRecord.js';

export const decisionValidate = defineOperation({
  name: 'decision.validate',
  order: 30,
  title: 'Validate Decision',
  summary: 'Checks whether a decision’s name and rationale would be accepted; writes nothing.',
  input: z.strictObject({ decision: decisionField, rationale: rationaleField.optional() }),
  output: z.object({
    valid: z.boolean(),
    /** One sentence each; empty if valid. */
    problems: z.array(sentenceSchema),
    suggestion: z.string().optional(),
    warning: z.string().optional(),
    parts: z.object({ tag: z.string(), kind: z.string(), workRef: z.string(), slug: z.string() }).nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'task_records', kind: 'decision', action: 'validate', brief: '', rare: ['rationale'] },
  cli: {
    positionals: ['decision', 'rationale'],
    examples: ['decision validate claude_choice_t3-rate-limit_one_bucket'],
  },
  palette: false,
  async run(_context, { decision, rationale }) {
    const parsed = parseDecisionId(decision);
    const wrong = isDecisionIdProblem(parsed);
    const check = isSliceName(decision) ? checkSliceRationale : checkRationale;
    const refused = rationale === undefined ? undefined : check(rationale);
    const warning = rationale === undefined ? undefined : rationaleWarning(rationale);
    const problems = [
      ...(wrong ? [message('input.sentence', { text: parsed.problem })] : []),
      ...(refused === undefined ? [] : [refused.message]),
    ];
    return {
      valid: problems.length === 0,
      problems,
      ...(wrong && parsed.suggestion !== undefined ? { suggestion: parsed.suggestion } : {}),
      ...(warning === undefined ? {} : { warning }),
      parts: wrong ? null : parsed,
    };
  },
});
