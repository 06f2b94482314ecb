import { type DiffSide, onBase } from '../../domain/finding/anchor.js';
import { normaliseFindingPath } from '../../domain/finding/findingPath.js';
import { type FingerprintSource, fingerprintText } from '../../domain/finding/fingerprint.js';
import { countLines, type LineRange, lineRangeText, parseLineRange } from '../../domain/finding/lineRange.js';
import type { FindingRequest } from '../../domain/finding/newFinding.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type PlainKey, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { redactTokens } from '../../platform/redact.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../context.js';
import { anchorFor } from './anchorFor.js';
import type { FindingInput } from './findingFields.js';

export type CheckedFinding = Omit<FindingRequest, 'taskId' | 'reviewRunId'>;

/**
 * Validates a finding against the worktree: the path is inside, the lines exist. Reads files: call it before a transaction.
 * `where` names the finding in a refusal (`Finding 3: `). On the base's `side`, the worktree of `context` is the base as a
 * commit, and the file must exist.
 */
export async function checkFinding(
  context: Context,
  input: FindingInput,
  { where = '', side = 'head' }: { where?: string; side?: DiffSide | undefined } = {},
): Promise<CheckedFinding> {
  const path = readPath(context, input.path, where);
  const lines = input.line === undefined ? null : readLines(input.line, where);
  if (lines !== null) await checkLines(context, path, lines, { where, side });
  const anchor = await anchorFor(context.workTree, path, lines);
  if (side === 'base' && anchor === null) throw notOnBase(path, where);
  const rule = input.rule ?? null;
  const text = redactTokens(input.text);
  return {
    key: input.id ?? null,
    severity: input.severity,
    mode: input.mode ?? 'branch',
    path,
    lines,
    text,
    fix: input.fix === undefined || input.fix === null ? null : redactTokens(input.fix),
    rule,
    tool: input.tool ?? null,
    repro: input.repro ?? null,
    anchor: side === 'base' && anchor !== null ? onBase(anchor, (await context.workTree?.head())?.commit) : anchor,
    fingerprint: fingerprintOf({ path, rule, text, side }),
  };
}

/** Hashes a finding without its line numbers. */
export function fingerprintOf(source: FingerprintSource): string {
  return sha256(fingerprintText(source));
}

/** Normalizes a path; refuses one outside of the worktree. */
export function readPath({ workTree }: Context, typed: string, where = ''): string {
  const path = normaliseFindingPath(typed, workTree?.root);
  if (path !== undefined) return path;
  throw wrong(`${where}the path ${typed.slice(0, 200)} is not inside the repository`, 'path', 'findings.pathHint');
}

function readLines(typed: string, where: string): LineRange {
  const lines = parseLineRange(typed);
  if (lines !== undefined) return lines;
  throw wrong(`${where}“${typed}” is not a valid line or range; lines start at 1`, 'line', 'findings.linesHint');
}

async function checkLines(
  { workTree }: Context,
  path: string,
  lines: LineRange,
  { where, side }: { where: string; side: DiffSide },
): Promise<void> {
  if (workTree === undefined) return;
  const text = await workTree.readText(path);
  if (text === undefined && side === 'base') throw notOnBase(path, where);
  if (text === undefined) {
    throw wrong(
      `${where}file ${path} not found, so ${say(lineRangeText(lines))} cannot be checked`,
      'path',
      'findings.missingFileHint',
    );
  }
  const count = countLines(text);
  if (lines.end <= count) return;
  throw wrong(
    `${where}${say(lineRangeText(lines))} not found; ${path} has ${count === 1 ? '1 line' : `${count} lines`}`,
    'line',
    side === 'base' ? 'findings.linesPastEndOfBaseHint' : 'findings.linesPastEndHint',
  );
}

function notOnBase(path: string, where: string): RefusalError {
  return wrong(`${where}the base has no file ${path}`, 'path', 'findings.notOnBaseHint');
}

function wrong(problem: string, field: string, hint: PlainKey): RefusalError {
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return refusalError('invalid_input', verbatim(sentence), { hint, details: { field } });
}
