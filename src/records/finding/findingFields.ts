import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import { findingLimits, findingModes } from '../../domain/finding/findingRow.js';
import { blockingSeverities, findingSeverities } from '../../domain/finding/findingSeverity.js';
import { listWords } from '../../domain/text/listWords.js';
import { translated } from '../../domain/text/translated.js';
import { keySchema } from '../../domain/workItem/workItem.js';
import { type Message, message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { namedField, trimmedField, wordsField } from '../textFields.js';

const nameField = namedField(findingLimits.key);

export const findingField = nameField.describe('F-12, 12, ULID, own id or id:42');

export const findingsField = z
  .array(nameField)
  .min(1)
  .max(findingLimits.batch)
  .describe('Findings: F-12, 12, ULID or own id; all of them or none are changed');

export const revisionField = z
  .int()
  .positive()
  .optional()
  .describe('Current revision; refused if the finding has changed. For one finding only');

export const taskField = nameField.optional().describe('T-3, 3, ULID or ref; default: the task of this worktree');

export const repositoryField = z.boolean().optional().describe('About the whole repository, not a task');

export const runField = nameField.optional().describe('Review run: V-2, 2, ULID or its own id');

export const noteField = wordsField(findingLimits.note);

export const commitField = trimmedField(200);

export const findingFields = {
  severity: z.enum(findingSeverities).describe(`${listWords(blockingSeverities, 'and')} block review-ready`),
  path: wordsField(findingLimits.path).describe('File, relative to the worktree root, or absolute inside it'),
  line: z.string().trim().max(40).optional().describe('Line 3, or lines 3-7'),
  text: wordsField(findingLimits.text).describe('What is wrong, and why it matters'),
  fix: wordsField(findingLimits.fix).optional().describe('Suggested fix'),
  id: keySchema.optional().describe('Your own id; using it again returns the same finding'),
  mode: z.enum(findingModes).optional().describe('What was reviewed; branch by default'),
  rule: wordsField(findingLimits.rule).optional().describe('Rule of the tool, or kind of finding'),
  tool: wordsField(findingLimits.tool).optional().describe('Tool that found it'),
  repro: wordsField(findingLimits.repro)
    .optional()
    .describe('Command that fails until the finding is fixed; see finding prove'),
};
const findingInputSchema = z.strictObject(findingFields);
export type FindingInput = z.output<typeof findingInputSchema>;

/** Up to 100 findings: a list, or text with a JSON array or one JSON object per line. */
export const findingListField = z
  .preprocess(parseFindings, z.array(findingInputSchema).min(1).max(findingLimits.batch))
  .describe(
    translated('Findings with the fields of finding.record; the flag takes a JSON or JSON Lines file, or - for stdin'),
  );

function parseFindings(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text.startsWith('[')) return parseOne(text, message('schema.notJson'), context);
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  return lines.map(({ line, number }) => parseOne(line, message('schema.lineNotJson', { line: number }), context));
}

function parseOne(text: string, refusalText: Message, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { error, params } = problem(refusalText);
    context.addIssue({ code: 'custom', message: error, params, fatal: true });
    return z.NEVER;
  }
}

/** `known`: an identical finding is open or dismissed. `reopened`: one was fixed. */
export const recordOutcomes = ['recorded', 'known', 'reopened'] as const;

export const findingOutput = z.object({ finding: findingSchema });
export const findingsOutput = z.object({ findings: z.array(findingSchema) });
