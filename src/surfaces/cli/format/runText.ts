import type { Run } from '../../../domain/run/run.js';
import type { runOperations } from '../../../operations/run/runOperations.generated.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { manyLines, oneLine } from './text.js';
import { count, type View } from './view.js';

export const texts: TextsOf<typeof runOperations> = {
  runStart: ({ run }, { style }) =>
    [`Started ${run.ref} (${run.intent}): ${oneLine(run.request)}`, ...intakeRows(run, style)].join('\n'),
  runStatus: statusText,
  runList: (answer, view) =>
    listText(runColumns, answer.runs, view, 'No investigations. Start one: stateroom run start "…"', answer),
  runShow: showText,
  runHypothesize: ({ run, hypothesis }) => `${hypothesis.id} in ${run.ref}: ${oneLine(hypothesis.text)}`,
  runResolve: ({ hypothesis }) => `${hypothesis.id}: ${hypothesis.status}`,
  runEvidence: ({ run, evidence }) =>
    `${evidence.id} in ${run.ref}${evidence.hypothesis === null ? '' : ` for ${evidence.hypothesis}`}`,
  runCommand: ({ run, command }) => `${command.id} in ${run.ref}: ${command.status}`,
  runLearn: ({ run, learning }) => `${learning.id} in ${run.ref}: ${learning.kind} -> ${learning.repoAction}`,
  runLearnings: ({ learnings }, { style }) =>
    learnings.length === 0
      ? 'No learnings.'
      : learnings
          .map(learning => {
            const place = learning.path === null ? '' : `  ${style.dim(oneLine(learning.path))}`;
            const missing = learning.resolved ? '' : `  ${style.yellow('does not exist')}`;
            return `${style.cyan(learning.id)}  ${learning.kind} -> ${learning.repoAction}  ${oneLine(learning.summary)}${place}${missing}`;
          })
          .join('\n'),
  runClose: ({ run, leftOpen, page, repeated }) =>
    `${repeated ? `${run.ref} is already closed` : `Closed ${run.ref}`}${leftOpen.length === 0 ? '' : ` with ${leftOpen.join(', ')} open`}.${page === null ? '' : ` Page: ${page}`}`,
  runReopen: ({ run }) => `Reopened ${run.ref}.`,
  runImport: ({ run, added, torn }) =>
    [
      `${run.ref} (${run.status}): ${count(added, 'new entry', 'new entries')}`,
      ...torn.map(file => `The last line of ${file} is truncated and was skipped.`),
    ].join('\n'),
  runExport: ({ content }) => manyLines(content).join('\n'),
};

const runColumns: readonly Column<Run>[] = [
  idColumn,
  { title: 'state', text: ({ status }) => status, paint: ({ status }) => (status === 'closed' ? 'dim' : 'green') },
  { title: 'request', text: ({ request }) => request, minimum: 20 },
  { title: 'intent', text: ({ intent }) => intent },
  { title: 'by', text: ({ actor }) => actor, minimum: 8 },
  timeColumn(run => run.closedAt ?? run.createdAt),
];

function statusText(
  {
    run,
    hypotheses,
    openHypotheses,
    evidence,
    commands,
    learnings,
    unresolvedLearnings,
  }: Answer<typeof runOperations.runStatus>,
  { style }: View,
): string {
  const open = openHypotheses.length === 0 ? 'none open' : `open: ${openHypotheses.join(', ')}`;
  return [
    `${style.cyan(run.ref)}  ${run.status}  ${oneLine(run.request)}`,
    `intent      ${run.intent}`,
    `hypotheses  ${hypotheses} (${open})`,
    `evidence    ${evidence}`,
    `commands    ${commands}`,
    `learnings   ${learnings}${unresolvedLearnings.length === 0 ? '' : ` (unresolved: ${unresolvedLearnings.join(', ')})`}`,
  ].join('\n');
}

function intakeRows({ intakePlan: plan }: Run, style: View['style']): string[] {
  if (plan === null) return [];
  const rows = (title: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : ['', style.bold(title), ...paths.map(path => `  ${oneLine(path)}`)];
  return [...rows('Read first', [...plan.skills, ...plan.documents]), ...rows('Verify with', plan.tests)];
}

function aboutRows({ task, finding, workItem, worktreePath }: Run, slice: string | null): string[] {
  const rows = { task, slice, finding, 'work item': workItem, worktree: worktreePath };
  return Object.entries(rows).flatMap(([name, value]) =>
    value === null ? [] : [`${name.padEnd(10)}  ${oneLine(value)}`],
  );
}

function showText({ run, content, decisions, slice }: Answer<typeof runOperations.runShow>, { style }: View): string {
  const rows = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', style.bold(title), ...lines.map(line => `  ${line}`)];
  return [
    `${style.cyan(run.ref)}  ${run.status}  ${oneLine(run.request)}`,
    style.dim(
      `${run.intent}, started by ${oneLine(run.actor)}, ${count(content.hypotheses.length, 'hypothesis', 'hypotheses')}`,
    ),
    ...aboutRows(run, slice),
    ...intakeRows(run, style),
    ...(run.summary === null ? [] : ['', ...manyLines(run.summary)]),
    ...rows('Left open', run.openReason === null ? [] : [oneLine(run.openReason)]),
    ...rows(
      'Hypotheses',
      content.hypotheses.flatMap(({ id, status, text, notes }) => [
        `${style.cyan(id)}  ${status}  ${oneLine(text)}`,
        ...notes.map(note => `      ${oneLine(note)}`),
      ]),
    ),
    ...rows(
      'Evidence',
      content.evidence.map(({ id, hypothesis, text }) => `${style.cyan(id)}  ${hypothesis ?? '-'}  ${oneLine(text)}`),
    ),
    ...rows(
      'Commands',
      content.commands.map(({ id, status, command }) => `${style.cyan(id)}  ${status}  ${oneLine(command)}`),
    ),
    ...rows(
      'Learnings',
      content.learnings.flatMap(({ id, kind, repoAction, summary, path, commit, reason }) => [
        `${style.cyan(id)}  ${kind} -> ${repoAction}  ${oneLine(summary)}`,
        ...[path, commit && `commit ${commit}`, reason].flatMap(line => (line ? [`      ${oneLine(line)}`] : [])),
      ]),
    ),
    ...rows(
      'Decisions',
      decisions.map(({ ref, decision }) => `${style.cyan(ref)}  ${oneLine(decision)}`),
    ),
    ...rows('Verification', run.verification.map(oneLine)),
    ...rows('Residual risks', run.residualRisks.map(oneLine)),
  ].join('\n');
}
