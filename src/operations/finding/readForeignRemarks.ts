import { findingLimits } from '../../domain/finding/findingRow.js';
import { fingerprintText } from '../../domain/finding/fingerprint.js';
import type { ForeignRemark } from '../../domain/finding/foreignRemark.js';
import { type LineRange, lineRangeText } from '../../domain/finding/lineRange.js';
import { placeOfUri } from '../../domain/finding/sarif/placeOfUri.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { keySchema } from '../../domain/workItem/workItem.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { redactTokens } from '../../platform/redact.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../../records/context.js';
import { type AnchorMaker, anchorsIn } from '../../records/finding/anchorFor.js';
import type { CheckedRemark } from '../../records/finding/readRemark.js';

/** After so many findings a caller hears how far it is. */
const stride = 1000;

/**
 * Checks findings of a report against the files of the worktree. A file that is not there keeps its finding, without lines;
 * a line beyond the end of a file refuses the whole report, because then it was made of other files than these. `base` is
 * the folder that the report has for the worktree root.
 */
export async function readForeignRemarks(
  context: Context,
  remarks: readonly ForeignRemark[],
  base: string | undefined,
): Promise<CheckedRemark[]> {
  const anchors = await anchorsIn(context.workTree);
  const place = { root: context.workTree?.root, base };
  const seen = new Map<string, number>();
  const checked: CheckedRemark[] = [];
  for (const reported of remarks) {
    const remark = withoutSecrets(reported);
    const found = placeOfUri(remark, place);
    if ('problem' in found) throw wrongPath(remark, found.problem);
    const { path } = found;
    if (path.length > findingLimits.path)
      throw wrongPath(remark, message('findings.placeTooLong', { place: path.slice(0, 100) }));
    const lines = await linesIn(anchors, remark, path);
    checked.push({
      key: readKey(remark),
      severity: remark.severity,
      mode: remark.mode,
      path,
      lines,
      text: remark.text,
      fix: remark.fix,
      rule: remark.rule,
      tool: remark.tool,
      repro: null,
      anchor: await anchors.anchor(path, lines),
      fingerprint: remark.fingerprint ?? (await fingerprintOf(anchors, remark, path, seen)),
    });
    if (checked.length % stride === 0) context.progress?.(checked.length, remarks.length, 'results checked');
  }
  return checked;
}

/** Scanners quote what they have found: what is kept of it has no token in it. */
function withoutSecrets(remark: ForeignRemark): ForeignRemark {
  const text = redactTokens(remark.text.replaceAll('\0', ''));
  return { ...remark, text, fix: remark.fix === null ? null : redactTokens(remark.fix) };
}

async function linesIn(anchors: AnchorMaker, { lines, where }: ForeignRemark, path: string): Promise<LineRange | null> {
  const file = lines === null ? undefined : await anchors.file(path);
  if (lines === null || file === undefined) return null;
  if (lines.end <= file.lineCount) return lines;
  const count =
    file.lineCount === 1 ? message('findings.oneLine') : message('findings.manyLines', { count: file.lineCount });
  throw refusalError(
    'invalid_input',
    message('findings.linesPastEnd', { where, path, count, lines: lineRangeText(lines) }),
    { hint: 'findings.runToolAgain', details: { where, path, lines: file.lineCount } },
  );
}

function wrongPath({ where }: ForeignRemark, problem: string | Message): RefusalError {
  return refusalError('invalid_input', message('input.because', { what: where, why: problem }), {
    hint: 'findings.placeHint',
    details: { where },
  });
}

function readKey({ key, where }: ForeignRemark): string | null {
  if (key === null) return null;
  const parsed = keySchema.safeParse(key, reported);
  if (parsed.success) return parsed.data;
  throw refusalError('invalid_input', message('findings.badKey', { where, problem: describeIssue(parsed.error) }), {
    hint: 'findings.badKeyHint',
  });
}

/**
 * Tools say the same of many lines, so what they know a result by counts, else the line it is about; equal ones are counted
 * in the order of the report. Reviewers say a thing once, as in `finding.record`.
 */
async function fingerprintOf(
  anchors: AnchorMaker,
  remark: ForeignRemark,
  path: string,
  seen: Map<string, number>,
): Promise<string> {
  const { tool, rule, text, identity } = remark;
  if (tool === null && identity === null) return sha256(fingerprintText({ path, rule, text }));
  const own =
    identity === null
      ? [fingerprintText({ path, rule, text }), await lineText(anchors, path, remark.lines)]
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
