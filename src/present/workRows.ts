import type { PlanItem } from '../domain/plan/plan.js';
import { type ListedName, listedFacts } from '../domain/records.js';
import { type ShownRecord, shownText } from '../domain/session/openRecords.js';
import type { Slice } from '../domain/slice/slice.js';
import type { NextAction } from '../domain/task/task.js';
import { oneLine } from '../domain/text/oneLine.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { commandOf } from '../operations/commandOf.js';
import type { Now } from '../operations/repository/repositoryNow.js';
import { slicePacket } from '../operations/slice/slicePacket.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import type { Translate } from '../reports/translate.js';
import { inLanguage } from './inLanguage.js';
import { iconOf } from './look.js';
import type { NowRow } from './nowRow.js';
import { timeAgo } from './relativeTime.js';
import { sliceStatusLooks } from './status.js';
import { section } from './taskRows.js';
import { named, type Tooltip, tooltipOf } from './tooltip.js';
import { labelled } from './viewRow.js';

/** Takes the plan's path and a line. */
export const openPlanCommand = 'stateroom.now.openPlan';
export const revealRowCommand = 'stateroom.now.revealRow';

/** The check box means done; the command asks for other outcomes. */
export const actOnActionCommand = 'stateroom.now.actOnAction';

/** The plan's progress; a click opens the first open box. */
export function planRows(plan: Now['plan'], t: Translate): NowRow[] {
  if (plan === null) return [];
  const { path, title } = plan.plan;
  const next = plan.items.find(({ checked }) => !checked);
  const facts = [
    t('{0} of {1} ticked', plan.ticked, plan.items.length),
    plan.exists ? planState(plan.plan.status, plan.plan.stale, t) : t('not in this worktree'),
  ];
  return section(t, {
    id: 'section.plan',
    title: t('Plan'),
    description: facts.join(' · '),
    counted: facts.join(', '),
    icon: 'checklist',
    tooltip: `${oneLine(title)}\n${oneLine(path)}`,
    children: plan.items.map(item => planItemRow(item, path, t)),
    open: false,
    input: { plan: path },
    command: { command: openPlanCommand, arguments: [{ plan: path, line: next?.line ?? 1 }] },
  });
}

function planState(status: string, stale: boolean | null, t: Translate): string {
  if (stale === true) return t('edited since it was accepted');
  switch (status) {
    case 'accepted':
      return t('accepted');
    case 'done':
      return t('done');
    default:
      return t('not accepted');
  }
}

function planItemRow(item: PlanItem, plan: string, t: Translate): NowRow {
  const state = item.checked ? t('ticked') : t('open');
  const kind = item.kind === 'acceptance' ? t('acceptance') : undefined;
  const facts = [state, kind];
  return {
    id: `planItem.${item.id}`,
    ...labelled(oneLine(item.text), facts),
    icon: item.checked ? 'pass' : 'circle-large-outline',
    color: item.checked ? 'charts.green' : undefined,
    contextValue: `now planItem kind:${item.kind} ${item.checked ? 'ticked' : 'open'}`,
    tooltip: oneLine(item.text),
    input: { item: item.id },
    command: { command: openPlanCommand, arguments: [{ plan, line: item.line }] },
  };
}

/** Open slices first. */
export function sliceRows(slices: Now['slices'], isLight: boolean, now: number, t: Translate): NowRow[] {
  const { open, committed, closed, rows } = slices;
  if (isLight && rows.length === 0) return [];
  const counts = [
    open === 0 ? undefined : t('{0} open', open),
    committed === 0 ? undefined : t('{0} committed', committed),
    closed === 0 ? undefined : t('{0} closed', closed),
  ].filter(count => count !== undefined);
  const empty = counts.length === 0;
  return section(t, {
    id: 'section.slices',
    title: t('Slices'),
    description: empty ? t('none yet') : counts.join(' · '),
    counted: empty ? t('none yet') : counts.join(', '),
    icon: 'list-tree',
    tooltip: t('Small steps of the task, each closed with a decision and evidence'),
    children: rows.map(slice => sliceRow(slice, now, t)),
    open: open + committed > 0,
    command: empty ? { command: commandOf(sliceStart), arguments: [] } : undefined,
  });
}

function sliceRow(slice: Slice, now: number, t: Translate): NowRow {
  const ago = timeAgo(Date.parse(slice.closedAt ?? slice.updatedAt), now, t);
  const facts = [slice.ref, sliceStatusLooks[slice.status].word(t), oneLine(slice.actor)];
  return {
    id: `slice.${slice.ref}`,
    ...labelled(oneLine(slice.title), facts),
    ...iconOf(sliceStatusLooks[slice.status]),
    contextValue: `now slice status:${slice.status}`,
    tooltip: sliceTooltip(slice, ago.text, t),
    input: { slice: slice.ref },
    command: { command: commandOf(slicePacket), arguments: [{ slice: slice.ref }] },
    changesAt: ago.changesAt,
  };
}

function changedFilesOf({ changedFiles: { length } }: Slice, t: Translate): string | undefined {
  if (length === 0) return undefined;
  return length === 1 ? t('1 file changed') : t('{0} files changed', length);
}

function sliceTooltip(slice: Slice, ago: string, t: Translate): Tooltip {
  const opens = { command: commandOf(slicePacket), arguments: [{ slice: slice.ref }] };
  return tooltipOf({ ref: slice.ref, title: oneLine(slice.title), opens }, [
    [named(t('State'), sliceStatusLooks[slice.status].word(t)), ago],
    named(t('Test command'), slice.testCommand, { code: true }),
    named(t('Decision'), slice.decision),
    changedFilesOf(slice, t),
  ]);
}

/** Ticking an action completes it. */
export function actionRows({ pending, rows }: Now['actions'], t: Translate): NowRow[] {
  return section(t, {
    id: 'section.actions',
    title: t('Next actions'),
    description: pending === 0 ? t('none pending') : String(pending),
    counted: pending === 0 ? t('none pending') : t('{0} pending', pending),
    icon: 'tasklist',
    tooltip: t('Tick finished actions (Space). The task cannot be finished while any are open.'),
    children: rows.map(one => actionRow(one, t)),
    open: true,
    command: rows.length === 0 ? { command: commandOf(actionAdd), arguments: [] } : undefined,
  });
}

function actionRow(action: NextAction, t: Translate): NowRow {
  const pending = action.status === 'pending';
  const state = pending ? undefined : action.status === 'done' ? t('done') : t('skipped');
  const facts = [action.ref, state];
  return {
    id: `action.${action.ref}`,
    ...labelled(oneLine(action.action), facts),
    icon: pending ? 'circle-large-outline' : action.status === 'done' ? 'pass' : 'circle-slash',
    contextValue: `now nextAction status:${action.status}`,
    tooltip: action.note === null ? oneLine(action.action) : `${oneLine(action.action)}\n${oneLine(action.note)}`,
    tick: { action: action.ref, ticked: !pending },
    input: { id: action.ref },
    command: pending ? { command: actOnActionCommand, arguments: [{ id: action.ref }] } : undefined,
  };
}

/** Returns the open rows of a record of the task; a click ends one. */
export function openRows(name: ListedName, rows: readonly ShownRecord[], now: number, t: Translate): NowRow[] {
  if (rows.length === 0) return [];
  const { word, names, look } = listedFacts(name);
  const count = rows.length;
  return section(t, {
    id: `section.${word}s`,
    title: inLanguage(t, names.many),
    description: String(count),
    counted: count === 1 ? t('1 open') : t('{0} open', count),
    ...look,
    children: rows.map(row => openRow(name, row, now, t)),
    open: true,
  });
}

function openRow(name: ListedName, row: ShownRecord, now: number, t: Translate): NowRow {
  const { word, look, endedBy } = listedFacts(name);
  const { ref, actor } = row;
  const title = oneLine(shownText(name, row));
  const ago = timeAgo(Date.parse(row.createdAt), now, t);
  return {
    id: `${word}.${ref}`,
    ...labelled(title, [ref, oneLine(actor)]),
    ...look,
    contextValue: `now ${word}`,
    tooltip: tooltipOf({ ref, title }, [[named(t('Recorded by'), oneLine(actor)), ago.text]]),
    input: { [word]: ref },
    command: { command: `stateroom.${word}.${endedBy}`, arguments: [{ [word]: ref }] },
    changesAt: ago.changesAt,
  };
}
