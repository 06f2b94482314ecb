import * as z from 'zod';
import { findingLimits, findingModes } from './findingRow.js';
import { defaultSeverity, type FindingSeverity, findingSeverities } from './findingSeverity.js';
import type { ForeignFinding, ForeignReport } from './foreignFinding.js';
import { type LineRange, parseLineRange } from './lineRange.js';

const line = z
  .union([z.int(), z.string().max(40)])
  .nullish()
  .catch(undefined);

const text = z.string().nullish().catch(undefined);

/** A review comment, with our field names or those of forges' APIs; unknown fields and invalid values are ignored. */
const commentSchema = z.object({
  path: text,
  line,
  start_line: line,
  startLine: line,
  text,
  body: text,
  severity: text,
  mode: z.enum(findingModes).nullish().catch(undefined),
  fix: text,
  rule: text,
  key: text,
});
type Comment = z.output<typeof commentSchema>;

/** Review comments as JSON: a list, or an object with the list and the tool's name. */
export const reviewCommentsSchema = z.union([
  z.array(z.unknown()).transform(comments => ({ tool: undefined, comments })),
  z.object({ tool: z.string().nullish(), comments: z.array(z.unknown()) }),
]);

/** Reads review comments. Skips those without text or file; an unknown severity becomes the default. */
export function readReviewComments({ tool, comments }: z.output<typeof reviewCommentsSchema>): ForeignReport {
  const findings: ForeignFinding[] = [];
  const skipped: string[] = [];
  const adjusted: string[] = [];
  const name = tool?.trim().slice(0, findingLimits.tool) || null;
  for (const [index, each] of comments.entries()) {
    const where = `Comment ${index + 1}`;
    const { data: comment } = commentSchema.safeParse(each);
    const words = (comment?.text ?? comment?.body ?? '').trim();
    const path = comment?.path ?? '';
    if (comment === undefined) skipped.push(`${where} is not an object.`);
    else if (words === '') skipped.push(`${where} has no text.`);
    else if (path === '') skipped.push(`${where} names no file.`);
    else {
      const { severity } = comment;
      if (typeof severity === 'string' && severityOfWord(severity) === undefined) {
        adjusted.push(
          `${where}: the severity “${severity.slice(0, 40)}” is not known; recorded as ${defaultSeverity}.`,
        );
      }
      findings.push(toForeignFinding({ ...comment, path }, words, where, name));
    }
  }
  return { findings, tools: [name], suppressed: 0, skipped, adjusted, isWhole: true };
}

const severityWords: Readonly<Record<FindingSeverity, RegExp>> = {
  high: /^(high|critical|blocker|error|severe|major|p[01])$/,
  medium: /^(medium|moderate|warning|warn|normal|p2)$/,
  low: /^(low|minor|info|information|note|nit|trivial|style|suggestion|p[34])$/,
};

function severityOfWord(word: string): FindingSeverity | undefined {
  return findingSeverities.find(severity => severityWords[severity].test(word.trim().toLowerCase()));
}

type PlacedComment = Comment & { readonly path: string };

function toForeignFinding(comment: PlacedComment, text: string, where: string, tool: string | null): ForeignFinding {
  const fix = comment.fix?.trim() ?? '';
  return {
    where,
    tool,
    rule: comment.rule?.trim().slice(0, findingLimits.rule) || null,
    severity: severityOfWord(comment.severity ?? '') ?? defaultSeverity,
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

/** Accepts `line: 7`, `line: "3-7"`, and forges' `start_line: 3, line: 7`. */
function linesOf({ line: last, start_line, startLine }: Comment): LineRange | null {
  if (last === undefined || last === null) return null;
  const range = parseLineRange(String(last));
  const first = start_line ?? startLine;
  if (range === undefined || first === undefined || first === null) return range ?? null;
  return parseLineRange(`${first}-${range.end}`) ?? range;
}
