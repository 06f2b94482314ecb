import { bySeverity, sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import { isStagedSubject } from '../../../domain/review/reviewRule.js';
import type { ReviewRun } from '../../../domain/review/reviewRun.js';
import type { reviewOperations } from '../../../operations/review/reviewOperations.generated.js';
import { severityCounts } from '../../../present/severity.js';
import { verdictLooks } from '../../../present/status.js';
import { english } from '../../../reports/translate.js';
import type { Answer, TextsOf } from './resultText.js';
import { tonePaints } from './style.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { manyLines, oneLine } from './text.js';
import { count, type View, words } from './view.js';

export const texts: TextsOf<typeof reviewOperations> = {
  reviewStart: ({ run }) =>
    run.verdict === null
      ? `Started ${run.ref}, a ${words(run.mode)} review of ${oneLine(run.subject)}.`
      : `${run.ref} already exists: ${verdictWord(run)}.`,
  reviewRecord: ({ run }) => {
    const stale =
      run.stale === true ? ' It has changed since the review began; the verdict applies to the reviewed version.' : '';
    return `${recordedLine(run)}${stale}`;
  },
  reviewRequestChanges: ({ run, taskStatus }) => {
    const task = run.task === null || taskStatus === null ? '' : ` ${run.task} is ${words(taskStatus)}.`;
    return `${run.ref} requested changes on ${oneLine(run.subject)}.${task}`;
  },
  reviewSubmit: ({ run, findings }) =>
    [
      recordedLine(run),
      ...findings.map(({ finding, outcome }) => `  ${finding.ref} ${outcome}: ${oneLine(finding.text)}`),
    ].join('\n'),
  reviewChanges: ({ branch, base, count: number, added, removed, files }) => {
    if (number === 0) return `${oneLine(branch)} has no changes compared with ${oneLine(base)}.`;
    return [
      `${oneLine(branch)} changes ${count(number, 'file')} against ${oneLine(base)}: +${added} -${removed}`,
      ...files.flatMap(file => {
        const size = file.added === null ? 'binary' : `+${file.added} -${file.removed ?? 0}`;
        const hunks = file.hunks === null ? [] : manyLines(file.hunks);
        return [`  ${oneLine(file.path)}  ${file.kind}, ${size}`, ...hunks];
      }),
      ...(number > files.length ? [`  and ${number - files.length} more`] : []),
    ].join('\n');
  },
  reviewList: (answer, view) =>
    listText(runColumns, answer.runs, view, 'No reviews. Start one for this branch: stateroom review start', answer),
  reviewCoverage: coverageText,
};

const runColumns: readonly Column<ReviewRun>[] = [
  idColumn,
  {
    title: 'verdict',
    text: verdictWord,
    paint: ({ verdict, stale }) =>
      verdict === null || stale === true ? 'dim' : tonePaints[verdictLooks[verdict].tone],
  },
  { title: 'subject', text: run => run.subject, minimum: 20 },
  { title: 'mode', text: run => words(run.mode) },
  { title: 'task', text: run => run.task },
  { title: 'by', text: run => run.actor, minimum: 8 },
  timeColumn(run => run.reviewedAt ?? run.startedAt),
];

function coverageText(
  { task, files, findings, runs }: Answer<typeof reviewOperations.reviewCoverage>,
  { style }: View,
): string {
  const named = (title: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [style.yellow(title), ...paths.map(path => `  ${oneLine(path)}`)];
  const open = bySeverity(severity => findings[severity].open);
  const ended = sumOfSeverities(bySeverity(severity => findings[severity].ended));
  return [
    `${files.covered} of ${files.changed} changed files of ${task} were reviewed in their current state.`,
    ...named('Changed since they were reviewed:', files.stale),
    ...named('Not reviewed:', files.uncovered),
    `open: ${severityCounts(open, english)} · ended: ${ended}`,
    ...runs.map(run => {
      const verdict = words(run.verdict ?? 'in progress');
      const stale = run.stale === true ? ', stale' : '';
      return `  ${style.cyan(run.ref)}  ${verdict}${stale}  ${style.dim(`${oneLine(run.actor)}, ${oneLine(run.subject)}`)}`;
    }),
  ].join('\n');
}

function recordedLine(run: ReviewRun): string {
  return `${run.ref} on ${oneLine(run.subject)}: ${verdictWord(run)}.`;
}

function verdictWord(run: ReviewRun): string {
  const { verdict, requestChanges, stale, grade } = run;
  if (verdict === null) return 'in progress';
  const asks = requestChanges ? ', changes requested' : '';
  const imported = grade === 'observed' ? '' : `, imported, counts as ${grade}`;
  const changed = stale === true ? ', changed since' : '';
  return `${words(verdict)}${asks}${isUsed(run) ? ', used' : changed}${imported}`;
}

/** True for staged changes that have been committed. */
function isUsed({ subject, commit }: ReviewRun): boolean {
  return isStagedSubject(subject) && commit !== null;
}
