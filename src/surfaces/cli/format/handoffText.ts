import type { z } from 'zod';
import type { Compaction } from '../../../domain/compaction/compaction.js';
import type { Decision } from '../../../domain/decision/decision.js';
import type { Blocker, NextAction, TouchedFile } from '../../../domain/task/task.js';
import { say } from '../../../messages/say.js';
import type { actionAdd } from '../../../operations/action/actionAdd.js';
import type { actionList } from '../../../operations/action/actionList.js';
import type { blockerAdd } from '../../../operations/blocker/blockerAdd.js';
import type { blockerList } from '../../../operations/blocker/blockerList.js';
import type { compactionLatest } from '../../../operations/compaction/compactionLatest.js';
import type { compactionPacket } from '../../../operations/compaction/compactionPacket.js';
import type { compactionRecord } from '../../../operations/compaction/compactionRecord.js';
import type { compactionSettings } from '../../../operations/compaction/compactionSettings.js';
import type { decisionList } from '../../../operations/decision/decisionList.js';
import type { decisionRecord } from '../../../operations/decision/decisionRecord.js';
import type { decisionValidate } from '../../../operations/decision/decisionValidate.js';
import type { touchedList } from '../../../operations/touched/touchedList.js';
import type { touchedRecord } from '../../../operations/touched/touchedRecord.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;

/** What the answers of operations on what belongs to a task say to a person; by the operation's name. */
export const handoffTexts = {
  'decision.record': (
    { decision, recorded, differs = [], warning }: Answer<typeof decisionRecord>,
    { style }: View,
  ) => {
    const name = `${decision.ref} ${oneLine(decision.decision)}`;
    const kept =
      differs.length === 0 ? '' : ` It was left as it is, although you gave another ${differs.map(word).join(', ')}.`;
    return [
      recorded ? `Recorded ${name}.` : `${name} is there already.${kept}`,
      ...(warning === undefined ? [] : [style.yellow(`  ${oneLine(warning)}`)]),
    ].join('\n');
  },
  'decision.list': decisionListText,
  'decision.validate': ({ valid, problems, suggestion, warning }: Answer<typeof decisionValidate>, { style }: View) =>
    [
      valid ? style.green('It would be taken.') : style.red('It would not be taken:'),
      ...problems.map(problem => `  ${oneLine(say(problem))}`),
      ...(suggestion === undefined ? [] : [`A name that would do: ${oneLine(suggestion)}`]),
      ...(warning === undefined ? [] : [style.yellow(`  ${oneLine(warning)}`)]),
    ].join('\n'),
  'blocker.add': ({ blocker }: Answer<typeof blockerAdd>) => `Added ${blocker.ref} ${oneLine(blocker.description)}.`,
  'blocker.resolve': ({ blocker }: Answer<typeof blockerAdd>) =>
    `Resolved ${blocker.ref} ${oneLine(blocker.description)}.`,
  'blocker.list': blockerListText,
  'action.add': ({ action }: Answer<typeof actionAdd>) => `Added ${action.ref} ${oneLine(action.action)}.`,
  'action.update': ({ action }: Answer<typeof actionAdd>) => `Changed ${action.ref} ${oneLine(action.action)}.`,
  'action.complete': ({ action }: Answer<typeof actionAdd>) => `Done: ${action.ref} ${oneLine(action.action)}.`,
  'action.skip': ({ action }: Answer<typeof actionAdd>) => `Skipped ${action.ref} ${oneLine(action.action)}.`,
  'action.list': actionListText,
  'touched.record': ({ recorded, outside }: Answer<typeof touchedRecord>) => {
    const left = outside === 0 ? '' : ` Left out, because they are outside of the work tree: ${outside}.`;
    if (recorded === 0) return `Nothing new.${left}`;
    return `Recorded ${recorded === 1 ? '1 file' : `${recorded} files`}.${left}`;
  },
  'touched.list': touchedListText,
  'compaction.record': ({ compaction }: Answer<typeof compactionRecord>) => `Recorded ${oneLine(compaction.key)}.`,
  'compaction.latest': ({ compaction }: Answer<typeof compactionLatest>, view: View) =>
    compaction === null ? 'No compaction was recorded.' : compactionPage(compaction, view),
  'compaction.packet': ({ packet, enabled }: Answer<typeof compactionPacket>) => {
    if (!enabled) return 'Compaction is off. Turn it on: stateroom compaction settings --enabled';
    return packet === '' ? 'The session has it already.' : manyLines(packet).join('\n');
  },
  'compaction.settings': ({ enabled, source, thresholds }: Answer<typeof compactionSettings>) =>
    `Compaction is ${enabled ? 'on' : 'off'} (${word(source)}), from ${thresholds.tokens.toLocaleString('en')} tokens or ${thresholds.characters.toLocaleString('en')} characters on.`,
} as const;

function decisionListText({ decisions, truncated }: Answer<typeof decisionList>, view: View): string {
  if (decisions.length === 0) return 'No decisions. Record one: stateroom decision record';
  const columns: Column<Decision>[] = [
    idColumn(view),
    { title: 'decision', text: row => oneLine(row.decision), minimum: 20, maximum: 100 },
    { title: 'rationale', text: row => oneLine(row.rationale), minimum: 16, maximum: 80 },
    { title: 'slice', text: row => row.slice ?? '' },
    { title: 'by', text: row => oneLine(row.actor), minimum: 8 },
    timeColumn(row => row.createdAt, view),
  ];
  return listOf(columns, decisions, truncated, view);
}

function blockerListText({ blockers, truncated }: Answer<typeof blockerList>, view: View, asked: Asked): string {
  if (blockers.length === 0) return isNarrow(asked) ? 'No blocker matches.' : 'Nothing blocks the task.';
  const columns: Column<Blocker>[] = [
    idColumn(view),
    { title: 'status', text: row => row.status },
    { title: 'blocker', text: row => oneLine(row.description), minimum: 20 },
    { title: 'resolution', text: row => oneLine(row.resolution ?? ''), minimum: 12 },
    { title: 'by', text: row => oneLine(row.actor), minimum: 8 },
    timeColumn(row => row.resolvedAt ?? row.createdAt, view),
  ];
  return listOf(columns, blockers, truncated, view);
}

function actionListText({ actions, truncated }: Answer<typeof actionList>, view: View, asked: Asked): string {
  if (actions.length === 0) {
    return isNarrow(asked) ? 'No next action matches.' : 'Nothing is to be done next. Add it: stateroom action add';
  }
  const columns: Column<NextAction>[] = [
    idColumn(view),
    { title: 'status', text: row => row.status },
    { title: 'priority', text: row => String(row.priority), alignRight: true },
    { title: 'action', text: row => oneLine(row.action), minimum: 20 },
    { title: 'note', text: row => oneLine(row.note ?? ''), minimum: 12 },
    { title: 'by', text: row => oneLine(row.actor), minimum: 8 },
    timeColumn(row => row.endedAt ?? row.createdAt, view),
  ];
  return listOf(columns, actions, truncated, view);
}

function touchedListText({ files, total }: Answer<typeof touchedList>, view: View): string {
  if (files.length === 0) return 'No file was touched.';
  const { style } = view;
  const columns: Column<TouchedFile>[] = [
    { title: 'file', text: row => oneLine(row.path), minimum: 20 },
    { title: 'change', text: row => row.change },
    { title: 'from', text: row => oneLine(row.oldPath ?? ''), minimum: 12 },
    { title: 'by', text: row => oneLine(row.actor), minimum: 8 },
    timeColumn(row => row.touchedAt, view),
  ];
  const rows = table(columns, files, { width: view.width, head: text => style.dim(text) });
  return total > files.length ? `${rows}\n${style.dim(`${total - files.length} more: --limit`)}` : rows;
}

function compactionPage(compaction: Compaction, view: View): string {
  const { style } = view;
  const sections = Object.entries(compaction.summary).flatMap(([name, entries]) =>
    entries.length === 0 ? [] : [style.dim(word(name)), ...entries.map(entry => `  ${oneLine(entry)}`)],
  );
  return [
    `${style.bold(oneLine(compaction.key))}  ${style.dim(`${fullTime(compaction.createdAt, view)} by ${oneLine(compaction.actor)}`)}`,
    ...sections,
    ...(compaction.residual === null ? [] : manyLines(compaction.residual)),
  ].join('\n');
}

function idColumn<Row extends { readonly ref: string }>({ style }: View): Column<Row> {
  return { title: 'id', text: row => row.ref, paint: text => style.cyan(text) };
}

function timeColumn<Row>(of: (row: Row) => string, view: View): Column<Row> {
  return { title: '', text: row => when(of(row), view), paint: text => view.style.dim(text) };
}

function listOf<Row>(columns: Column<Row>[], rows: readonly Row[], truncated: boolean, view: View): string {
  const { style } = view;
  const text = table(columns, rows, { width: view.width, head: title => style.dim(title) });
  return truncated ? `${text}\n${style.dim('There are more: --limit')}` : text;
}

function isNarrow(asked: Asked): boolean {
  return Object.entries(asked).some(([field, value]) => value !== undefined && !['limit', 'task'].includes(field));
}

/** A field's name in words: `changedFiles` is `changed files`. */
function word(name: string): string {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
