import * as z from 'zod';
import { findingLimits, findingModes } from './findingRow.js';
import { defaultSeverity, findingSeverities } from './findingSeverity.js';
import type { ForeignRemark, ForeignReport } from './foreignRemark.js';
import { type LineRange, parseLineRange } from './lineRange.js';

const line = z.union([z.int(), z.string().max(40)]).nullish();

/** A comment of a review, in our words or in those of a forge's API; fields that are not named here are passed over. */
const commentSchema = z.object({
  path: z.string().min(1).max(4096),
  line,
  start_line: line,
  startLine: line,
  text: z.string().optional(),
  body: z.string().optional(),
  severity: z.enum(findingSeverities).optional(),
  mode: z.enum(findingModes).optional(),
  fix: z.string().nullish(),
  rule: z.string().nullish(),
  key: z.string().nullish(),
});
type Comment = z.output<typeof commentSchema>;

/** Review comments as JSON: a list, or an object that holds it and names the tool. */
export const reviewCommentsSchema = z.union([
  z.array(commentSchema).transform(comments => ({ tool: undefined, comments })),
  z.object({ tool: z.string().trim().max(findingLimits.tool).nullish(), comments: z.array(commentSchema) }),
]);

/** Reads checked review comments. A comment without words is skipped, one without a severity gets the default one. */
export function readReviewComments({ tool, comments }: z.output<typeof reviewCommentsSchema>): ForeignReport {
  const remarks: ForeignRemark[] = [];
  const skipped: string[] = [];
  const name = tool === undefined || tool === null || tool === '' ? null : tool;
  for (const [index, comment] of comments.entries()) {
    const where = `Comment ${index + 1}`;
    const text = (comment.text ?? comment.body ?? '').trim();
    if (text === '') skipped.push(`${where} has no text.`);
    else remarks.push(toRemark(comment, text, where, name));
  }
  return { remarks, tools: [name], suppressed: 0, skipped };
}

function toRemark(comment: Comment, text: string, where: string, tool: string | null): ForeignRemark {
  const fix = comment.fix?.trim() ?? '';
  return {
    where,
    tool,
    rule: comment.rule?.trim().slice(0, findingLimits.rule) || null,
    severity: comment.severity ?? defaultSeverity,
    mode: comment.mode ?? 'branch',
    uri: comment.path,
    base: null,
    lines: linesOf(comment),
    text: text.length <= findingLimits.text ? text : `${text.slice(0, findingLimits.text - 1)}…`,
    fix: fix === '' ? null : fix.slice(0, findingLimits.fix),
    key: comment.key?.trim() || null,
    identity: null,
    fingerprint: null,
  };
}

/** `line: 7`, `line: "3-7"`, or forges' `start_line: 3, line: 7`. */
function linesOf({ line: last, start_line, startLine }: Comment): LineRange | null {
  if (last === undefined || last === null) return null;
  const range = parseLineRange(String(last));
  const first = start_line ?? startLine;
  if (range === undefined || first === undefined || first === null) return range ?? null;
  return parseLineRange(`${first}-${range.end}`) ?? range;
}
