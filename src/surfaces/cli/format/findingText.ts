import type { z } from 'zod';
import type { Finding } from '../../../domain/finding/finding.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { findingDefer } from '../../../operations/finding/findingDefer.js';
import { findingExport } from '../../../operations/finding/findingExport.js';
import { findingFix } from '../../../operations/finding/findingFix.js';
import { findingImport } from '../../../operations/finding/findingImport.js';
import { findingIntegrate } from '../../../operations/finding/findingIntegrate.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingMerge } from '../../../operations/finding/findingMerge.js';
import { findingProve } from '../../../operations/finding/findingProve.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingRecordMany } from '../../../operations/finding/findingRecordMany.js';
import { findingReopen } from '../../../operations/finding/findingReopen.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { findingSupersede } from '../../../operations/finding/findingSupersede.js';
import { findingWontfix } from '../../../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../../../operations/finding/findingWorkItem.js';
import { severityCounts, severityLooks } from '../../../present/severity.js';
import { english } from '../../../reports/translate.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { paintTone } from './tone.js';
import { fullTime, moreText, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;

/** What the answers of operations on findings say to a person; by the operation's name. */
export const findingTexts = {
  [findingRecord.name]: ({ finding, outcome }: Answer<typeof findingRecord>) => recordedLine({ finding, outcome }),
  [findingRecordMany.name]: ({ findings }: Answer<typeof findingRecordMany>) => findings.map(recordedLine).join('\n'),
  [findingList.name]: listText,
  [findingShow.name]: ({ finding }: Answer<typeof findingShow>, view: View) => findingPage(finding, view),
  [findingFix.name]: ({ findings, pendingUncommitted }: Answer<typeof findingFix>) =>
    [
      ...findings.map(endedLine),
      ...(pendingUncommitted ? ['The worktree has changes that are not in this commit.'] : []),
    ].join('\n'),
  [findingWontfix.name]: endedLines,
  [findingDefer.name]: endedLines,
  [findingReopen.name]: ({ findings }: Answer<typeof findingWontfix>) =>
    findings.map(finding => `Reopened ${called(finding)}.`).join('\n'),
  [findingSupersede.name]: endedLines,
  [findingIntegrate.name]: endedLines,
  [findingMerge.name]: ({ merged, known, findings }: Answer<typeof findingMerge>, view: View) => {
    const kept = known === 0 ? '' : ` ${known} already existed.`;
    return `Merged ${merged} ${merged === 1 ? 'finding' : 'findings'}.${kept}${
      findings.length === 0 ? '' : `\n\n${findingTable(findings, view)}`
    }`;
  },
  [findingWorkItem.name]: ({ inserted, item, finding }: Answer<typeof findingWorkItem>) =>
    inserted
      ? `Added ${item.ref} ${oneLine(item.title)}.`
      : `${item.ref} ${oneLine(item.title)} already exists for ${finding.ref}.`,
  [findingProve.name]: proveText,
  [findingImport.name]: importText,
  [findingExport.name]: ({ findings, file, sarif }: Answer<typeof findingExport>) =>
    file === null ? visibleJson(sarif, 2) : `Wrote ${counted(findings, 'finding')} to ${file}.`,
} as const;

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function importText(answer: Answer<typeof findingImport>, view: View): string {
  const { recorded, known, reopened, firstRef, lastRef, suppressed, skipped, missing } = answer;
  const range = firstRef === null ? '' : firstRef === lastRef ? ` (${firstRef})` : ` (${firstRef} to ${lastRef})`;
  const rest = [
    [known, 'already known'],
    [reopened, 'reopened'],
    [suppressed, 'suppressed in the tool'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const lines = [`Recorded ${counted(recorded, 'finding')}${range}${rest.map(text => `, ${text}`).join('')}.`];
  if (skipped.count > 0) lines.push(`Skipped ${counted(skipped.count, 'result')}:`, ...skipped.reasons.map(oneLine));
  if (missing.count > 0) {
    lines.push(
      missing.closed > 0
        ? `Marked as fixed because the tool no longer reports them: ${missing.closed}.`
        : `Open but no longer reported: ${missing.count}. Check them, or import with --close-missing.`,
      findingTable(missing.findings, view),
    );
  }
  return lines.join('\n');
}

/** Findings, one a line. */
export function findingTable(findings: readonly Finding[], view: View): string {
  const { style } = view;
  const columns: Column<Finding>[] = [
    { title: 'id', text: finding => finding.ref, paint: text => style.cyan(text) },
    {
      title: 'severity',
      text: finding => finding.severity,
      paint: (text, finding) => paintSeverity(text, finding, view),
    },
    { title: 'status', text: statusWord },
    { title: 'place', text: finding => oneLine(placeText(finding)), minimum: 16 },
    { title: 'finding', text: finding => oneLine(finding.text), minimum: 20, maximum: 120 },
    { title: 'task', text: finding => finding.task ?? '', paint: text => style.dim(text) },
    { title: '', text: finding => when(finding.updatedAt, view), minimum: 10, paint: text => style.dim(text) },
  ];
  return table(columns, findings, { width: view.width, head: text => style.dim(text) });
}

function listText({ findings, nextCursor, counts }: Answer<typeof findingList>, view: View, asked: Asked): string {
  const ended = Object.entries(counts).flatMap(([status, count]) =>
    typeof count === 'number' && count > 0 ? [`${count} ${status.replaceAll('_', ' ')}`] : [],
  );
  const summary = [`open: ${severityCounts(counts.open, english)}`, ...ended].join(' · ');
  if (findings.length > 0) {
    return `${findingTable(findings, view)}${moreText(nextCursor, view)}\n${view.style.dim(summary)}`;
  }
  const isNarrow = Object.entries(asked).some(
    ([field, value]) => value !== undefined && !['limit', 'order'].includes(field),
  );
  if (isNarrow) return 'No matching findings. To list all: stateroom finding list --status any';
  if (ended.length > 0)
    return `No open findings (${ended.join(', ')}). To list all: stateroom finding list --status any`;
  return 'No findings. Record one: stateroom finding record --severity high --path <file> --line 3 --text <text>';
}

function findingPage(finding: Finding, view: View): string {
  const { style } = view;
  const facts: readonly (readonly [string, string | readonly string[]])[] = [
    ['severity', paintSeverity(finding.severity, finding, view)],
    ['status', statusWord(finding)],
    ['place', oneLine(placeText(finding))],
    ['id', oneLine(finding.key ?? '')],
    ['task', finding.task ?? 'the whole repository'],
    ['review', finding.reviewRun ?? ''],
    ['mode', finding.mode.replaceAll('_', ' ')],
    ['rule', oneLine([finding.tool, finding.rule].filter(part => part !== null).join(' '))],
    ['finding', manyLines(finding.text)],
    ['fix', finding.fix === null ? '' : manyLines(finding.fix)],
    ['repro', finding.repro === null ? '' : `${oneLine(finding.repro)}${reproWord(finding)}`],
    ['work item', finding.workItem ?? ''],
    ['fixed by', finding.fixedCommit?.slice(0, 10) ?? ''],
    ['evidence', finding.fixEvidence ?? ''],
    ['branch', oneLine(finding.resolvedRef ?? '')],
    ['see', finding.supersededBy ?? ''],
    ['note', finding.note === null ? '' : manyLines(finding.note)],
    [
      'ended',
      finding.resolvedAt === null
        ? ''
        : `${fullTime(finding.resolvedAt, view)} by ${oneLine(finding.resolvedBy ?? '')}`,
    ],
    ['reopened', reopenedText(finding)],
    ['merged', finding.mergedFrom.join(', ')],
    ['found', `${fullTime(finding.createdAt, view)} by ${oneLine(finding.actor)}${foundAt(finding)}`],
  ];
  const lines = [`${style.cyan(finding.ref)}  ${style.bold(oneLine(finding.text))}`];
  for (const [name, value] of facts) {
    const [first = '', ...others] = typeof value === 'string' ? [value] : value;
    if (first === '' && others.length === 0) continue;
    lines.push(`  ${style.dim(name.padEnd(10))}${first}`, ...others.map(line => `${' '.repeat(12)}${line}`));
  }
  return lines.join('\n');
}

function recordedLine({ finding, outcome }: Answer<typeof findingRecord>): string {
  if (outcome === 'recorded')
    return `Recorded ${called(finding)} (${finding.severity}, ${oneLine(placeText(finding))}).`;
  if (outcome === 'reopened') return `Reopened ${called(finding)}: it was marked as fixed and was found again.`;
  return `${called(finding)} already exists (${statusWord(finding)}).`;
}

function endedLines({ findings }: Answer<typeof findingWontfix>): string {
  return findings.map(endedLine).join('\n');
}

function endedLine(finding: Finding): string {
  const by = finding.supersededBy === null ? '' : ` by ${finding.supersededBy}`;
  return `${called(finding)} is ${statusWord(finding)}${by}.`;
}

function proveText({ finding, proven, atFix }: Answer<typeof findingProve>): string {
  const first = proven
    ? `${called(finding)} is proven: its command fails at the commit where it was found.`
    : `${called(finding)} is unproven: its command passes at the commit where it was found.`;
  if (atFix === null) return first;
  const at = atFix.commit.slice(0, 10);
  const second = atFix.passed
    ? `It passes at ${at} (${atFix.evidence}).`
    : `It still fails at ${at} (${atFix.evidence}).`;
  return `${first}\n${second}`;
}

function statusWord({ status }: Finding): string {
  return status === 'wontfix' ? 'won’t fix' : status.replaceAll('_', ' ');
}

function placeText({ path, lineStart, lineEnd }: Finding): string {
  if (lineStart === null) return path;
  return lineEnd === null || lineEnd === lineStart ? `${path}:${lineStart}` : `${path}:${lineStart}-${lineEnd}`;
}

function reproWord({ reproState }: Finding): string {
  return reproState === null ? ' (not run yet)' : ` (${reproState})`;
}

function reopenedText({ reopenCount, reopenReason }: Finding): string {
  if (reopenCount === 0) return '';
  return `${reopenCount === 1 ? 'once' : `${reopenCount} times`}: ${oneLine(reopenReason ?? '')}`;
}

function foundAt({ commit, branch }: Finding): string {
  if (commit === null) return '';
  return ` at ${commit.slice(0, 10)}${branch === null ? '' : ` on ${oneLine(branch)}`}`;
}

function called({ ref, text }: Finding): string {
  const line = oneLine(text);
  const characters = [...line];
  return `${ref} ${characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line}`;
}

function paintSeverity(text: string, { severity, status }: Finding, { style }: View): string {
  if (status !== 'open') return style.dim(text);
  return paintTone(severityLooks[severity].tone, text, style);
}
