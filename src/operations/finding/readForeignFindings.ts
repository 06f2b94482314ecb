import { fingerprintText } from '../../domain/finding/fingerprint.js';
import type { ForeignFinding } from '../../domain/finding/foreignFinding.js';
import { type LineRange, lineRangeText } from '../../domain/finding/lineRange.js';
import { placeOfUri } from '../../domain/finding/sarif/placeOfUri.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { keySchema } from '../../domain/workItem/workItem.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { reported } from '../../messages/schemaProblem.js';
import { redactTokens } from '../../platform/redact.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../../records/context.js';
import { type AnchorMaker, anchorsIn } from '../../records/finding/anchorFor.js';
import type { CheckedFinding } from '../../records/finding/checkFinding.js';

/** Findings between two progress reports. */
const stride = 1000;

export interface CheckedReport {
  readonly findings: readonly CheckedFinding[];
  /** Results without a file here, with the reason: `Run 1, result 3: “https://example.com/a.js” is not a file.` */
  readonly skipped: readonly string[];
  /** Results that lost a part, with the reason. */
  readonly adjusted: readonly string[];
}

/**
 * Checks a report's findings against the worktree. Results about other files are skipped; without its file or line, a finding has
 * no lines. `base` is the report's path of the worktree root. Refuses a report without a finding about a file here.
 */
export async function readForeignFindings(
  context: Context,
  findings: readonly ForeignFinding[],
  base: string | undefined,
): Promise<CheckedReport> {
  const anchors = await anchorsIn(context.workTree);
  const place = { root: context.workTree?.root, base };
  const seen = new Map<string, number>();
  const checked: CheckedFinding[] = [];
  const wrong: { readonly finding: ForeignFinding; readonly problem: Message }[] = [];
  const adjusted: Message[] = [];
  for (const reported of findings) {
    const finding = withoutSecrets(reported);
    const found = placeOfUri(finding, place);
    if ('problem' in found) {
      wrong.push({ finding, problem: found.problem });
      continue;
    }
    const { path } = found;
    const { lines, problem } = await linesIn(anchors, finding, path);
    if (problem !== undefined) adjusted.push(problem);
    checked.push({
      key: readKey(finding, adjusted),
      severity: finding.severity,
      mode: finding.mode,
      path,
      lines,
      text: finding.text,
      fix: finding.fix,
      rule: finding.rule,
      tool: finding.tool,
      repro: null,
      anchor: await anchors.anchor(path, lines),
      fingerprint: finding.fingerprint ?? (await fingerprintOf(anchors, finding, path, seen)),
    });
    if (checked.length % stride === 0) context.progress?.(checked.length, findings.length, 'results checked');
  }
  const [first] = wrong;
  if (first !== undefined && checked.length === 0) throw wrongPath(first.finding, first.problem);
  const skipped = wrong.map(({ finding: { where }, problem }) =>
    message('input.because', { what: where, why: problem }),
  );
  return { findings: checked, skipped: skipped.map(one => say(one)), adjusted: adjusted.map(one => say(one)) };
}

/** Scanners quote the secrets that they find. */
function withoutSecrets(finding: ForeignFinding): ForeignFinding {
  const text = redactTokens(finding.text.replaceAll('\0', ''));
  return { ...finding, text, fix: finding.fix === null ? null : redactTokens(finding.fix) };
}

/** Parsers count the empty rest after the last line feed as a line: the file's end is its last line. */
async function linesIn(
  anchors: AnchorMaker,
  { lines, where }: ForeignFinding,
  path: string,
): Promise<{ readonly lines: LineRange | null; readonly problem?: Message }> {
  const file = lines === null ? undefined : await anchors.file(path);
  if (lines === null || file === undefined) return { lines: null };
  const last = Math.max(1, file.lineCount);
  if (lines.start <= last + 1) return { lines: { start: Math.min(lines.start, last), end: Math.min(lines.end, last) } };
  const count = last === 1 ? message('findings.oneLine') : message('findings.manyLines', { count: last });
  return {
    lines: null,
    problem: message('findings.linesPastEnd', { where, path, count, lines: lineRangeText(lines) }),
  };
}

function wrongPath({ where }: ForeignFinding, problem: string | Message): RefusalError {
  return refusalError('invalid_input', message('input.because', { what: where, why: problem }), {
    hint: 'findings.placeHint',
    details: { where },
  });
}

function readKey({ key, where }: ForeignFinding, adjusted: Message[]): string | null {
  if (key === null) return null;
  const parsed = keySchema.safeParse(key, reported);
  if (parsed.success) return parsed.data;
  adjusted.push(message('findings.badKey', { where, problem: describeIssue(parsed.error) }));
  return null;
}

/** Fingerprint by the tool's own or the line, since tools repeat texts; numbered if equal. Reviewers' are as recorded. */
async function fingerprintOf(
  anchors: AnchorMaker,
  finding: ForeignFinding,
  path: string,
  seen: Map<string, number>,
): Promise<string> {
  const { tool, rule, text, identity } = finding;
  if (tool === null && identity === null) return sha256(fingerprintText({ path, rule, text }));
  const own =
    identity === null
      ? [fingerprintText({ path, rule, text }), await lineText(anchors, path, finding.lines)]
      : [path, rule, identity];
  const identityKey = JSON.stringify([tool, ...own]);
  const count = seen.get(identityKey) ?? 0;
  seen.set(identityKey, count + 1);
  return sha256(JSON.stringify([identityKey, count]));
}

async function lineText(anchors: AnchorMaker, path: string, lines: LineRange | null): Promise<string> {
  if (lines === null) return '';
  return (await anchors.file(path))?.lines.keys[lines.start - 1] ?? '';
}
