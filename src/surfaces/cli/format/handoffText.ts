import type { Compaction } from '../../../domain/compaction/compaction.js';
import type { Decision } from '../../../domain/decision/decision.js';
import type { Blocker, NextAction, TouchedFile } from '../../../domain/task/task.js';
import { say } from '../../../messages/say.js';
import type { actionOperations } from '../../../operations/action/actionOperations.js';
import type { blockerOperations } from '../../../operations/blocker/blockerOperations.js';
import type { compactionOperations } from '../../../operations/compaction/compactionOperations.js';
import type { decisionOperations } from '../../../operations/decision/decisionOperations.js';
import type { touchedOperations } from '../../../operations/touched/touchedOperations.js';
import { narrowing, type TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { manyLines, oneLine } from './text.js';
import { count, fullTime, type View, words } from './view.js';

const actionText =
  (verb: string) =>
  ({ action }: { action: NextAction }): string =>
    `${verb} ${action.ref} ${oneLine(action.action)}.`;
const blockerText =
  (verb: string) =>
  ({ blocker }: { blocker: Blocker }): string =>
    `${verb} ${blocker.ref} ${oneLine(blocker.description)}.`;

export const texts: TextsOf<
  typeof actionOperations &
    typeof blockerOperations &
    typeof decisionOperations &
    typeof touchedOperations &
    typeof compactionOperations
> = {
  actionAdd: actionText('Added'),
  actionUpdate: actionText('Changed'),
  actionComplete: actionText('Done:'),
  actionSkip: actionText('Skipped'),
  actionList: (answer, view, filters) =>
    listText(
      actionColumns,
      answer.actions,
      view,
      narrowing(filters, 'task').length > 0
        ? 'No matching next actions.'
        : 'No next actions. Add one: stateroom action add',
      answer,
    ),
  blockerAdd: blockerText('Added'),
  blockerResolve: blockerText('Resolved'),
  blockerList: (answer, view, filters) =>
    listText(
      blockerColumns,
      answer.blockers,
      view,
      narrowing(filters, 'task').length > 0 ? 'No matching blockers.' : 'No blockers.',
      answer,
    ),
  decisionRecord: ({ decision, recorded, differs = [], warning }, view) => {
    const name = `${decision.ref} ${oneLine(decision.decision)}`;
    const difference =
      differs.length === 0 ? '' : ` It was not changed; your ${differs.map(words).join(', ')} would differ.`;
    return [
      recorded ? `Recorded ${name}.` : `${name} already exists.${difference}`,
      ...warningLines(warning, view),
    ].join('\n');
  },
  decisionList: (answer, view) =>
    listText(decisionColumns, answer.decisions, view, 'No decisions. Record one: stateroom decision record', answer),
  decisionValidate: ({ valid, problems, suggestion, warning }, view) =>
    [
      valid ? view.style.green('The name is valid.') : view.style.red('The name is not valid:'),
      ...problems.map(problem => `  ${oneLine(say(problem))}`),
      ...(suggestion === undefined ? [] : [`Suggested name: ${oneLine(suggestion)}`]),
      ...warningLines(warning, view),
    ].join('\n'),
  touchedRecord: ({ recorded, outside }) => {
    const left = outside === 0 ? '' : ` Skipped files outside the worktree: ${outside}.`;
    return recorded === 0 ? `No new files.${left}` : `Recorded ${count(recorded, 'file')}.${left}`;
  },
  touchedList: (answer, view) => listText(touchedColumns, answer.files, view, 'No touched files.', answer),
  compactionRecord: ({ compaction }) => `Recorded ${oneLine(compaction.key)}.`,
  compactionLatest: ({ compaction }, view) =>
    compaction === null ? 'No compaction was recorded.' : compactionPage(compaction, view),
  compactionPacket: ({ packet, enabled }) => {
    if (!enabled) return 'Compaction is off. Turn it on: stateroom compaction settings --enabled';
    return packet === '' ? 'The session already has this packet.' : manyLines(packet).join('\n');
  },
  compactionSettings: ({ enabled, source, thresholds }) =>
    `Compaction is ${enabled ? 'on' : 'off'} (${words(source)}), starting at ${thresholds.tokens.toLocaleString('en')} tokens or ${thresholds.characters.toLocaleString('en')} characters.`,
};

/** Renders a warning below a result; no line without one. */
export function warningLines(warning: string | null | undefined, { style }: View): string[] {
  return typeof warning === 'string' ? [style.yellow(`  ${oneLine(warning)}`)] : [];
}

const decisionColumns: readonly Column<Decision>[] = [
  idColumn,
  { title: 'decision', text: row => row.decision, minimum: 20, maximum: 100 },
  { title: 'rationale', text: row => row.rationale, minimum: 16, maximum: 80 },
  { title: 'slice', text: row => row.slice },
  { title: 'run', text: row => row.run },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.createdAt),
];

const blockerColumns: readonly Column<Blocker>[] = [
  idColumn,
  { title: 'status', text: row => row.status },
  { title: 'blocker', text: row => row.description, minimum: 20 },
  { title: 'resolution', text: row => row.resolution, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.resolvedAt ?? row.createdAt),
];

const actionColumns: readonly Column<NextAction>[] = [
  idColumn,
  { title: 'status', text: row => row.status },
  { title: 'priority', text: row => String(row.priority), alignRight: true },
  { title: 'action', text: row => row.action, minimum: 20 },
  { title: 'note', text: row => row.note, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.endedAt ?? row.createdAt),
];

const touchedColumns: readonly Column<TouchedFile>[] = [
  { title: 'file', text: row => row.path, minimum: 20 },
  { title: 'change', text: row => row.change },
  { title: 'from', text: row => row.oldPath, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.touchedAt),
];

function compactionPage({ key, createdAt, actor, summary, residual }: Compaction, view: View): string {
  const { style } = view;
  const sections = Object.entries(summary).flatMap(([name, entries]) =>
    entries.length === 0 ? [] : [style.dim(words(name)), ...entries.map(entry => `  ${oneLine(entry)}`)],
  );
  return [
    `${style.bold(oneLine(key))}  ${style.dim(`${fullTime(createdAt, view)} by ${oneLine(actor)}`)}`,
    ...sections,
    ...(residual === null ? [] : manyLines(residual)),
  ].join('\n');
}
