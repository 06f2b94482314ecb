import type { Finding } from '../finding.js';
import { factsOf } from '../findingSeverity.js';
import { findingStatusFacts } from '../findingStatus.js';
import type { LineRange } from '../lineRange.js';
import { ownFingerprint, ownProperties, ownRule, ownTool } from './sarifLog.js';
import { severityOfLevel } from './sarifSeverity.js';

export interface ExportedFinding {
  readonly finding: Finding;
  readonly fingerprint: string;
  readonly path: string;
  readonly lines: LineRange | null;
}

/** Writes a SARIF 2.1.0 log, one run per tool; importing it gives the same findings. */
export function writeSarif(findings: readonly ExportedFinding[]): Record<string, unknown> {
  const byTool = new Map<string, ExportedFinding[]>();
  for (const entry of findings) {
    const tool = entry.finding.tool ?? ownTool;
    const run = byTool.get(tool);
    if (run === undefined) byTool.set(tool, [entry]);
    else run.push(entry);
  }
  // An empty log still shows that the tool ran.
  if (byTool.size === 0) byTool.set(ownTool, []);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [...byTool].map(([tool, entries]) => runOf(tool, entries)),
  };
}

function runOf(tool: string, entries: readonly ExportedFinding[]): Record<string, unknown> {
  const rules = [...new Set(entries.map(({ finding }) => finding.rule ?? ownRule))];
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  return {
    tool: { driver: { name: tool, rules: rules.map(id => ({ id })) } },
    results: entries.map(entry => resultOf(entry, indexes)),
  };
}

function resultOf(
  { finding, fingerprint, path, lines }: ExportedFinding,
  rules: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const { severity, status, text, note } = finding;
  const ruleId = finding.rule ?? ownRule;
  const { level } = factsOf(severity).sarif;
  const state = findingStatusFacts[status].sarif;
  return {
    ruleId,
    ruleIndex: rules.get(ruleId),
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          // Lines of the base are not lines of the current file.
          ...(lines === null || finding.side === 'base'
            ? {}
            : { region: { startLine: lines.start, endLine: lines.end } }),
        },
      },
    ],
    partialFingerprints: { [ownFingerprint]: fingerprint },
    ...(state === 'suppressed'
      ? { suppressions: [{ kind: 'external', status: 'accepted', ...(note === null ? {} : { justification: note }) }] }
      : state === 'absent'
        ? { baselineState: 'absent' }
        : {}),
    properties: {
      [ownProperties]: {
        ref: finding.ref,
        key: finding.key,
        task: finding.task,
        // Only if the level alone would be read as another severity.
        ...(severityOfLevel(level) === severity ? {} : { severity }),
        status,
        mode: finding.mode,
        ...(finding.side === null ? {} : { side: finding.side, line: finding.lineStart }),
        fix: finding.fix,
        foundBy: finding.actor,
        commit: finding.commit,
      },
    },
  };
}
