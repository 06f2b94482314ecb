import type { z } from 'zod';
import type { ForeignReport } from '../../domain/finding/foreignFinding.js';
import { readReviewComments, reviewCommentsSchema } from '../../domain/finding/reviewComments.js';
import { readSarif } from '../../domain/finding/sarif/readSarif.js';
import { sarifLog } from '../../domain/finding/sarif/sarifLog.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';

export const reportLimits = { bytes: 32 * 1024 * 1024, results: 10_000 } as const;

/** Reads SARIF 2.1.0 or review comments. Throws a refusal that names the problem. */
export function readReport(text: string): ForeignReport {
  if (text.length > reportLimits.bytes / 3) checkSize(Buffer.byteLength(text));
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  const isSarif = typeof value === 'object' && value !== null && 'runs' in value;
  if (!isSarif && !isComments(value)) {
    throw bad(message('findings.reportKind'), message('findings.reportKindHint'));
  }
  const report = isSarif ? readSarif(checkSarif(value)) : readReviewComments(check(reviewCommentsSchema, value));
  if ('problem' in report) throw unreadable(report.problem);
  if (report.findings.length <= reportLimits.results) return report;
  throw bad(
    message('findings.reportTooMany', { count: report.findings.length }),
    message('findings.reportTooManyHint'),
  );
}

function checkSize(bytes: number): void {
  if (bytes <= reportLimits.bytes) return;
  throw bad(
    message('findings.reportTooLarge', { megabytes: Math.ceil(bytes / 1024 / 1024) }),
    message('findings.reportTooLargeHint'),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = (error as Error).message;
    if (text.trim() === '') throw bad(message('findings.reportEmpty'), message('findings.reportEmptyHint'));
    if (/end of JSON input|Unterminated|after (?:array element|property)/i.test(problem) && !/[\]}]\s*$/.test(text)) {
      throw bad(message('findings.reportCutOff'), message('findings.reportCutOffHint'));
    }
    throw bad(message('findings.reportNotJson'), message('findings.reportNotJsonHint'));
  }
}

function isComments(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && 'comments' in value);
}

function checkSarif(value: unknown): z.output<typeof sarifLog> {
  const log = check(sarifLog, value);
  if (/^2\.1\.0/.test(log.version)) return log;
  throw bad(
    message('findings.reportVersion', { version: log.version.slice(0, 40) }),
    message('findings.reportVersionHint'),
  );
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, reported);
  if (parsed.success) return parsed.data;
  throw unreadable(parsed.error);
}

function unreadable(error: z.ZodError): RefusalError {
  return bad(
    message('findings.reportUnreadable', { problem: describeIssue(error) }),
    message('findings.reportUnreadableHint'),
  );
}

function bad(problem: string | Message, hint: Message): RefusalError {
  return refusalError('invalid_input', message('input.sentence', { text: problem }), { hint });
}
