import type { z } from 'zod';
import type { Compaction } from '../../../domain/compaction/compaction.js';
import type { Decision } from '../../../domain/decision/decision.js';
import type { Blocker, NextAction, TouchedFile } from '../../../domain/task/task.js';
import type { actionList } from '../../../operations/action/actionList.js';
import type { blockerList } from '../../../operations/blocker/blockerList.js';
import type { decisionList } from '../../../operations/decision/decisionList.js';
import type { touchedList } from '../../../operations/touched/touchedList.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;

export function decisionListText({ decisions, truncated }: Answer<typeof decisionList>, view: View): string {
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

export function blockerListText({ blockers, truncated }: Answer<typeof blockerList>, view: View, asked: Asked): string {
  if (blockers.length === 0) return isNarrow(asked) ? 'No matching blockers.' : 'No blockers.';
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

export function actionListText({ actions, truncated }: Answer<typeof actionList>, view: View, asked: Asked): string {
  if (actions.length === 0) {
    return isNarrow(asked) ? 'No matching next actions.' : 'No next actions. Add one: stateroom action add';
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

export function touchedListText({ files, total }: Answer<typeof touchedList>, view: View): string {
  if (files.length === 0) return 'No touched files.';
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

export function compactionPage(compaction: Compaction, view: View): string {
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
  return truncated ? `${text}\n${style.dim('For more: --limit')}` : text;
}

function isNarrow(asked: Asked): boolean {
  return Object.entries(asked).some(([field, value]) => value !== undefined && !['limit', 'task'].includes(field));
}

/** A field's name in words: `changedFiles` is `changed files`. */
export function word(name: string): string {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
