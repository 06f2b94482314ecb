import type { z } from 'zod';
import type { ForeignReport } from '../../domain/finding/foreignRemark.js';
import { readReviewComments, reviewCommentsSchema } from '../../domain/finding/reviewComments.js';
import { readSarif } from '../../domain/finding/sarif/readSarif.js';
import { sarifLog } from '../../domain/finding/sarif/sarifLog.js';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import { describeIssue } from '../../records/describeIssue.js';
import { plainIssue } from '../plainIssue.js';

/** What one import takes. */
export const reportLimits = { bytes: 32 * 1024 * 1024, results: 10_000 } as const;

/** Reads a report, SARIF 2.1.0 or review comments, whichever it is. Throws a refusal that says what is wrong with it. */
export function readReport(text: string): ForeignReport {
  if (text.length > reportLimits.bytes / 3) checkSize(Buffer.byteLength(text));
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  const isSarif = typeof value === 'object' && value !== null && 'runs' in value;
  if (!isSarif && !isComments(value)) {
    throw bad('The report is neither SARIF nor review comments', 'Give SARIF 2.1.0, or a JSON list of comments.');
  }
  const report = isSarif ? readSarif(checkSarif(value)) : readReviewComments(check(reviewCommentsSchema, value));
  if (report.remarks.length <= reportLimits.results) return report;
  throw bad(
    `The report holds ${report.remarks.length} results; one import takes 10,000`,
    'Let the tool report on fewer files at a time, or on what weighs most.',
  );
}

function checkSize(bytes: number): void {
  if (bytes <= reportLimits.bytes) return;
  throw bad(
    `The report holds ${Math.ceil(bytes / 1024 / 1024)} MB; one import takes 32 MB`,
    'Let the tool report on fewer files at a time, or leave its code flows out.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    if (text.trim() === '') throw bad('The report is empty', 'Look whether the tool has ended well.');
    if (/end of JSON input|Unterminated|after (?:array element|property)/i.test(message) && !/[\]}]\s*$/.test(text)) {
      throw bad('The report is cut off: its JSON ends in the middle', 'Let the tool write it again.');
    }
    throw bad('The report is not JSON', 'Let the tool write SARIF, or give review comments as JSON.');
  }
}

function isComments(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && 'comments' in value);
}

function checkSarif(value: unknown): z.output<typeof sarifLog> {
  const log = check(sarifLog, value);
  if (/^2\.1\.0/.test(log.version)) return log;
  throw bad(
    `The report is SARIF ${log.version.slice(0, 40)}, not 2.1.0`,
    'Tell the tool to write 2.1.0, the version in use today.',
  );
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw bad(`The report cannot be read: ${describeIssue(parsed.error)}`, 'Correct it, or let the tool write it again.');
}

function bad(problem: string, hint: string): RefusalError {
  return new RefusalError(refuse('invalid_input', `${problem}.`, { hint }));
}
