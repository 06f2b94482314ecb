import type { z } from 'zod';
import { bySeverity, sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import type { ReviewRun } from '../../../domain/review/reviewRun.js';
import { reviewChanges } from '../../../operations/review/reviewChanges.js';
import { reviewCoverage } from '../../../operations/review/reviewCoverage.js';
import { reviewList } from '../../../operations/review/reviewList.js';
import { reviewRecord } from '../../../operations/review/reviewRecord.js';
import { reviewRequestChanges } from '../../../operations/review/reviewRequestChanges.js';
import { reviewStart } from '../../../operations/review/reviewStart.js';
import { reviewSubmit } from '../../../operations/review/reviewSubmit.js';
import { severityCounts } from '../../../present/severity.js';
import { verdictLooks } from '../../../present/status.js';
import { english } from '../../../reports/translate.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { paintTone } from './tone.js';
import { moreText, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on reviews say to a person; by the operation's name. */
export const reviewTexts = {
  [reviewStart.name]: ({ run }: Answer<typeof reviewStart>) =>
    run.verdict === null
      ? `Started ${run.ref}, a ${modeWord(run)} review of ${oneLine(run.subject)}.`
      : `${run.ref} already exists: ${verdictWord(run)}.`,
  [reviewRecord.name]: ({ run }: Answer<typeof reviewStart>) => {
    const stale =
      run.stale === true ? ' It has changed since the review began; the verdict applies to the reviewed version.' : '';
    return `${run.ref} on ${oneLine(run.subject)}: ${verdictWord(run)}.${stale}`;
  },
  [reviewRequestChanges.name]: ({ run, taskStatus }: Answer<typeof reviewRequestChanges>) => {
    const task = run.task === null || taskStatus === null ? '' : ` ${run.task} is ${taskStatus.replaceAll('_', ' ')}.`;
    return `${run.ref} requested changes on ${oneLine(run.subject)}.${task}`;
  },
  [reviewSubmit.name]: ({ run, findings }: Answer<typeof reviewSubmit>) =>
    [
      `${run.ref} on ${oneLine(run.subject)}: ${verdictWord(run)}.`,
      ...findings.map(({ finding, outcome }) => `  ${finding.ref} ${outcome}: ${oneLine(finding.text)}`),
    ].join('\n'),
  [reviewChanges.name]: changesText,
  [reviewList.name]: listText,
  [reviewCoverage.name]: coverageText,
} as const;

function changesText({ branch, base, count, added, removed, files }: Answer<typeof reviewChanges>): string {
  if (count === 0) return `${oneLine(branch)} has no changes compared with ${oneLine(base)}.`;
  const what = `${oneLine(branch)} changes ${count === 1 ? '1 file' : `${count} files`} against ${oneLine(base)}`;
  const more = count > files.length ? [`  and ${count - files.length} more`] : [];
  return [
    `${what}: +${added} -${removed}`,
    ...files.flatMap(file => {
      const size = file.added === null ? 'binary' : `+${file.added} -${file.removed ?? 0}`;
      return [`  ${oneLine(file.path)}  ${file.kind}, ${size}`, ...(file.hunks === null ? [] : manyLines(file.hunks))];
    }),
    ...more,
  ].join('\n');
}

function listText({ runs, nextCursor }: Answer<typeof reviewList>, view: View): string {
  if (runs.length === 0) return 'No reviews. Start one for this branch: stateroom review start';
  const { style } = view;
  const columns: Column<ReviewRun>[] = [
    { title: 'id', text: run => run.ref, paint: text => style.cyan(text) },
    { title: 'verdict', text: verdictWord, paint: (text, run) => paintVerdict(text, run, view) },
    { title: 'subject', text: run => oneLine(run.subject), minimum: 20 },
    { title: 'mode', text: modeWord },
    { title: 'task', text: run => run.task ?? '' },
    { title: 'by', text: run => oneLine(run.actor), minimum: 8 },
    { title: '', text: run => when(run.reviewedAt ?? run.startedAt, view), paint: text => style.dim(text) },
  ];
  return `${table(columns, runs, { width: view.width, head: text => style.dim(text) })}${moreText(nextCursor, view)}`;
}

function coverageText({ task, files, findings, runs }: Answer<typeof reviewCoverage>, view: View): string {
  const { style } = view;
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
      const verdict = (run.verdict ?? 'in progress').replaceAll('_', ' ');
      const stale = run.stale === true ? ', stale' : '';
      return `  ${style.cyan(run.ref)}  ${verdict}${stale}  ${style.dim(`${oneLine(run.actor)}, ${oneLine(run.subject)}`)}`;
    }),
  ].join('\n');
}

function verdictWord({
  verdict,
  requestChanges,
  stale,
  grade,
}: Pick<ReviewRun, 'verdict' | 'requestChanges' | 'stale' | 'grade'>): string {
  if (verdict === null) return 'in progress';
  const asks = requestChanges ? ', changes requested' : '';
  const imported = grade === 'observed' ? '' : `, imported, counts as ${grade}`;
  return `${verdict.replaceAll('_', ' ')}${asks}${stale === true ? ', changed since' : ''}${imported}`;
}

function modeWord({ mode }: Pick<ReviewRun, 'mode'>): string {
  return mode.replaceAll('_', ' ');
}

function paintVerdict(text: string, { verdict, stale }: ReviewRun, { style }: View): string {
  if (verdict === null || stale === true) return style.dim(text);
  return paintTone(verdictLooks[verdict].tone, text, style);
}
