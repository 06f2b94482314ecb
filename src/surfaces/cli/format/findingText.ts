import type { Finding } from '../../../domain/finding/finding.js';
import { shortened } from '../../../domain/text/shortened.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import type { findingOperations } from '../../../operations/finding/findingOperations.generated.js';
import { findingPage } from '../../../present/findingPage.js';
import { onSide, placeText } from '../../../present/findingRow.js';
import { severityCounts, severityLooks } from '../../../present/severity.js';
import { findingStatusLooks } from '../../../present/status.js';
import { english } from '../../../reports/translate.js';
import { narrowing } from './filters.js';
import { pageText, terminalPen } from './pageText.js';
import { rangeText } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { tonePaints } from './style.js';
import { type Column, idColumn, listText, table, timeColumn } from './table.js';
import { oneLine } from './text.js';
import { count, type View, words } from './view.js';

interface OfFindings {
  readonly findings: readonly Finding[];
}

export const texts: TextsOf<typeof findingOperations> = {
  findingRecord: recordedLine,
  findingRecordMany: ({ findings }) => findings.map(recordedLine).join('\n'),
  findingList: ({ findings, nextCursor, counts }, view, filters) => {
    const ended = Object.entries(counts).flatMap(([status, number]) =>
      typeof number === 'number' && number > 0 ? [`${number} ${words(status)}`] : [],
    );
    const all = 'To list all: stateroom finding list --status any';
    const none =
      narrowing(filters, 'order').length > 0
        ? `No matching findings. ${all}`
        : ended.length > 0
          ? `No open findings (${ended.join(', ')}). ${all}`
          : 'No findings. Record one: stateroom finding record --severity high --path <file> --line 3 --text <text>';
    const list = listText(findingColumns, findings, view, none, { nextCursor });
    const summary = [`open: ${severityCounts(counts.open, english)}`, ...ended].join(' · ');
    return findings.length === 0 ? list : `${list}\n${view.style.dim(summary)}`;
  },
  findingShow: ({ finding }, view) => {
    const { fields, ...page } = findingPage({ finding }, terminalPen(view));
    const found = [finding.mode, finding.tool, finding.branch].filter(part => part !== null);
    return pageText(
      {
        ...page,
        timeline: { events: [], more: false },
        fields: [...fields, ['found in', oneLine(words(found.join(', ')))]],
      },
      view,
    );
  },
  findingLocate: ({ places }, view) =>
    places.length === 0 ? 'No open findings there.' : table(placeColumns, places, view),
  findingReply: ({ finding }) => `Replied to ${called(finding)}.`,
  findingFix: ({ findings, pendingUncommitted }) =>
    `${endedLines({ findings })}${pendingUncommitted ? '\nThe worktree has changes that are not in this commit.' : ''}`,
  findingWontfix: endedLines,
  findingDefer: endedLines,
  findingReopen: ({ findings }) => findings.map(finding => `Reopened ${called(finding)}.`).join('\n'),
  findingSupersede: endedLines,
  findingIntegrate: endedLines,
  findingMerge: ({ merged, known, findings }, view) => {
    const existing = known === 0 ? '' : ` ${known} already existed.`;
    const list = findings.length === 0 ? '' : `\n\n${table(findingColumns, findings, view)}`;
    return `Merged ${count(merged, 'finding')}.${existing}${list}`;
  },
  findingWorkItem: ({ inserted, item, finding }) =>
    inserted
      ? `Added ${item.ref} ${oneLine(item.title)}.`
      : `${item.ref} ${oneLine(item.title)} already exists for ${finding.ref}.`,
  findingProve: ({ finding, proven, atFix }) => {
    const first = proven
      ? `${called(finding)} is proven: its command fails at the commit where it was found.`
      : `${called(finding)} is unproven: its command passes at the commit where it was found.`;
    if (atFix === null) return first;
    const at = `${atFix.commit.slice(0, 10)} (${atFix.evidence})`;
    return `${first}\nIt ${atFix.passed ? 'passes' : 'still fails'} at ${at}.`;
  },
  findingImport: importText,
  findingExport: ({ findings, file, sarif }) =>
    file === null ? visibleJson(sarif, 2) : `Wrote ${count(findings, 'finding')} to ${file}.`,
};

function importText(answer: Answer<typeof findingOperations.findingImport>, view: View): string {
  const { recorded, known, reopened, firstRef, lastRef, suppressed, skipped, adjusted, missing } = answer;
  const rest = [
    [known, 'already known'],
    [reopened, 'reopened'],
    [suppressed, 'suppressed in the tool'],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const range = rangeText(firstRef, lastRef);
  const lines = [`Recorded ${count(recorded, 'finding')}${range}${rest.map(text => `, ${text}`).join('')}.`];
  if (skipped.count > 0) lines.push(`Skipped ${count(skipped.count, 'result')}:`, ...skipped.reasons.map(oneLine));
  if (adjusted.count > 0)
    lines.push(`Recorded in part ${count(adjusted.count, 'result')}:`, ...adjusted.reasons.map(oneLine));
  if (missing.count > 0) {
    lines.push(
      missing.closed > 0
        ? `Marked as fixed because the tool no longer reports them: ${missing.closed}.`
        : `Open but no longer reported: ${missing.count}. Check them, or import with --close-missing.`,
      table(findingColumns, missing.findings, view),
    );
  }
  return lines.join('\n');
}

const findingColumns: readonly Column<Finding>[] = [
  idColumn,
  {
    title: 'severity',
    text: finding => finding.severity,
    paint: ({ severity, status }) => (status === 'open' ? tonePaints[severityLooks[severity].tone] : 'dim'),
  },
  { title: 'status', text: finding => findingStatusLooks[finding.status].word(english) },
  { title: 'place', text: recordedPlace, minimum: 16 },
  { title: 'finding', text: finding => finding.text, minimum: 20, maximum: 120 },
  { title: 'task', text: finding => finding.task, paint: 'dim' },
  timeColumn(finding => finding.updatedAt),
];

type Located = Answer<typeof findingOperations.findingLocate>['places'][number];

const placeColumns: readonly Column<Located>[] = [
  { title: 'id', text: ({ finding }) => finding.ref, paint: 'cyan' },
  { title: 'place', text: locatedPlace, minimum: 16 },
  { title: 'finding', text: ({ finding }) => finding.text, minimum: 20, maximum: 120 },
];

/** Returns the current location, else the recorded one. A line that the branch removed is gone, not outdated. */
function locatedPlace({ finding, outdated, ...now }: Located): string {
  if (!outdated) return placeText(now);
  return finding.side === 'base' ? recordedPlace(finding) : `${recordedPlace(finding)} (outdated)`;
}

function recordedLine({ finding, outcome }: Answer<typeof findingOperations.findingRecord>): string {
  if (outcome === 'recorded') return `Recorded ${called(finding)} (${finding.severity}, ${recordedPlace(finding)}).`;
  if (outcome === 'reopened') return `Reopened ${called(finding)}: it was marked as fixed and was found again.`;
  return `${called(finding)} already exists (${findingStatusLooks[finding.status].word(english)}).`;
}

function endedLines({ findings }: OfFindings): string {
  return findings
    .map(finding => {
      const by = finding.supersededBy === null ? '' : ` by ${finding.supersededBy}`;
      return `${called(finding)} is ${findingStatusLooks[finding.status].word(english)}${by}.`;
    })
    .join('\n');
}

function recordedPlace(finding: Finding): string {
  return onSide(placeText(finding), finding.side, english);
}

function called({ ref, text }: Finding): string {
  return `${ref} ${shortened(oneLine(text), 60)}`;
}
