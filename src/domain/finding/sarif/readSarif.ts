import type { z } from 'zod';
import { describeIssue } from '../../../messages/describeIssue.js';
import { say } from '../../../messages/say.js';
import { reported } from '../../../messages/schemaProblem.js';
import { findingLimits } from '../findingRow.js';
import type { FindingSeverity } from '../findingSeverity.js';
import type { ForeignFinding, ForeignReport } from '../foreignFinding.js';
import type { LineRange } from '../lineRange.js';
import {
  ownFingerprint,
  ownProperties,
  ownPropertiesSchema,
  ownRule,
  ownTool,
  type SarifArtifactLocation,
  type SarifRegion,
  type SarifResult,
  type SarifRule,
  type SarifRun,
  type sarifLog,
  sarifResult,
  sarifRun,
} from './sarifLog.js';
import { severityOfLevel, severityOfScore } from './sarifSeverity.js';

/** Kinds of results that need attention; others are passes or information. */
const asking = new Set(['fail', 'open', 'review']);

/** Skips unreadable runs and results; if no run is readable, returns the first one's problem. */
export function readSarif(log: z.output<typeof sarifLog>): ForeignReport | { readonly problem: z.ZodError } {
  const findings: ForeignFinding[] = [];
  const skipped: string[] = [];
  const tools = new Set<string | null>();
  let suppressed = 0;
  let problem: z.ZodError | undefined;
  let isWhole = true;
  for (const [runIndex, given] of log.runs.entries()) {
    const { data: run, error } = sarifRun.safeParse(given, reported);
    if (run === undefined) {
      problem ??= error;
      skipped.push(`Run ${runIndex + 1}: ${say(describeIssue(error))}.`);
      isWhole = false;
      continue;
    }
    tools.add(toolOf(run));
    if (run.results == null || run.invocations?.some(one => one.executionSuccessful === false)) isWhole = false;
    for (const [resultIndex, each] of (run.results ?? []).entries()) {
      const where = `Run ${runIndex + 1}, result ${resultIndex + 1}`;
      const { data: result } = sarifResult.safeParse(each);
      if (result === undefined) {
        skipped.push(`${where} is not an object.`);
        isWhole = false;
        continue;
      }
      if (isSuppressed(result)) {
        suppressed += 1;
        continue;
      }
      const reason = reasonToSkip(run, result);
      if (reason === undefined) findings.push(toForeignFinding(run, result, where));
      else {
        skipped.push(`${where} ${reason}.`);
        if (reason === noFile) isWhole = false;
      }
    }
  }
  if (problem !== undefined && tools.size === 0) return { problem };
  return { findings, tools: [...tools], suppressed, skipped, adjusted: [], isWhole };
}

function isSuppressed({ suppressions }: SarifResult): boolean {
  const all = suppressions ?? [];
  return all.length > 0 && all.every(({ status }) => status === undefined || status === 'accepted');
}

const noFile = 'names no file';

function reasonToSkip(run: SarifRun, result: SarifResult): string | undefined {
  const { kind = 'fail', baselineState } = result;
  if (!asking.has(kind)) return `is not a failure but “${kind.slice(0, 40)}”`;
  if (baselineState === 'absent') return 'is absent from the tool’s current results';
  return uriOf(run, result)?.uri === undefined ? noFile : undefined;
}

function toolOf(run: SarifRun): string | null {
  const name = run.tool.driver.name?.trim() ?? '';
  return name === '' || name === ownTool ? null : name.slice(0, findingLimits.tool);
}

function toForeignFinding(run: SarifRun, result: SarifResult, where: string): ForeignFinding {
  const rule = ruleOf(run, result);
  const ruleId = result.ruleId ?? result.rule?.id ?? rule?.id;
  const location = uriOf(run, result);
  const own = ownPropertiesSchema.safeParse(result.properties?.[ownProperties]).data;
  const fingerprint = result.partialFingerprints?.[ownFingerprint];
  const fix = own?.fix ?? result.fixes?.[0]?.description?.text?.trim();
  return {
    where,
    tool: toolOf(run),
    rule: ruleId === undefined || ruleId === ownRule ? null : ruleId.slice(0, findingLimits.rule),
    severity: own?.severity ?? severityOf(result, rule),
    mode: own?.mode ?? 'branch',
    uri: location?.uri ?? '',
    base: baseOf(run, location?.uriBaseId),
    lines: linesOf(result.locations?.[0]?.physicalLocation?.region),
    text: shorten(textOf(run, result, rule) ?? ruleId ?? 'The tool gave no message', findingLimits.text),
    fix: fix === undefined || fix === '' ? null : shorten(fix, findingLimits.fix),
    key: own?.key ?? null,
    identity: identityOf(result),
    fingerprint: fingerprint !== undefined && /^[0-9a-f]{64}$/.test(fingerprint) ? fingerprint : null,
  };
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function ruleOf(run: SarifRun, result: SarifResult): SarifRule | undefined {
  const at = result.rule?.toolComponent?.index;
  const component = at === undefined || at < 0 ? run.tool.driver : run.tool.extensions?.[at];
  const index = result.ruleIndex ?? result.rule?.index ?? -1;
  if (index >= 0) return component?.rules?.[index];
  const id = result.ruleId ?? result.rule?.id;
  if (id === undefined) return undefined;
  // `CA1000/1` is a subrule of `CA1000`.
  const rules = [component, run.tool.driver, ...(run.tool.extensions ?? [])].flatMap(from => from?.rules ?? []);
  return rules.find(rule => rule.id === id) ?? rules.find(rule => rule.id === id.replace(/\/[^/]*$/, ''));
}

/** CVSS takes precedence over the level, which defaults to warning. */
function severityOf(result: SarifResult, rule: SarifRule | undefined): FindingSeverity {
  const score = Number(
    result.properties?.['security-severity'] ?? rule?.properties?.['security-severity'] ?? Number.NaN,
  );
  if (score > 0) return severityOfScore(score);
  return severityOfLevel(result.level ?? rule?.defaultConfiguration?.level ?? 'warning');
}

function textOf(run: SarifRun, { message }: SarifResult, rule: SarifRule | undefined): string | undefined {
  const { id } = message ?? {};
  const template =
    id === undefined ? undefined : (rule?.messageStrings?.[id] ?? run.tool.driver.globalMessageStrings?.[id])?.text;
  const text = (message?.text ?? template ?? rule?.shortDescription?.text ?? rule?.name ?? '').trim();
  const filled = text.replace(/\{(\d+)\}/g, (placeholder, index) => message?.arguments?.[Number(index)] ?? placeholder);
  return filled === '' ? undefined : filled;
}

function uriOf(run: SarifRun, result: SarifResult): SarifArtifactLocation | undefined {
  const location = result.locations?.[0]?.physicalLocation?.artifactLocation;
  if (location === undefined || (location.uri ?? '') !== '') return location;
  const listed = run.artifacts?.[location.index ?? -1]?.location;
  return (listed?.uri ?? '') === '' ? undefined : listed;
}

/** Resolves nested bases; a base on itself ends the walk. */
function baseOf(run: SarifRun, id: string | undefined): string | null {
  let base = '';
  const seen = new Set<string>();
  for (let next = id; next !== undefined && !seen.has(next); ) {
    seen.add(next);
    const location: SarifArtifactLocation | undefined = run.originalUriBaseIds?.[next];
    base = (location?.uri ?? '') + base;
    next = location?.uriBaseId;
  }
  return base === '' ? null : base;
}

function linesOf(region: SarifRegion | undefined): LineRange | null {
  const start = region?.startLine ?? 0;
  if (start < 1) return null;
  const end = Math.max(start, region?.endLine ?? start);
  // A region that ends at column 1 includes nothing of that line.
  return { start, end: end > start && region?.endColumn === 1 ? end - 1 : end };
}

/** Ignores prose in place of a fingerprint: some tools write the same sentence for all results. */
function identityOf({ partialFingerprints = {}, fingerprints = {} }: SarifResult): string | null {
  const entries = Object.entries({ ...partialFingerprints, ...fingerprints }).filter(
    ([name, value]) => name !== ownFingerprint && !/\s/.test(value),
  );
  return entries.length === 0 ? null : JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
