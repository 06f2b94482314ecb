import type { Run, RunContent } from '../domain/run/run.js';
import { oneLine } from '../domain/text/oneLine.js';
import { runOperationName } from '../operations/loadRunOperations.js';
import type { Translate } from '../reports/translate.js';
import { baseName } from './baseName.js';
import { iconOf } from './look.js';
import { timeAgo } from './relativeTime.js';
import { commandStatusLooks, hypothesisLooks } from './runLooks.js';
import { runStatusLooks } from './status.js';
import { named, tooltipOf } from './tooltip.js';
import { labelled, type ViewRow } from './viewRow.js';

/** A row of the Investigations view. Its id contains its kind: `R-3`, `R-3/H001`, `R-3/commands`, `closed`. */
export interface RunsRow extends ViewRow {
  readonly type?: 'run' | undefined;
  /** Id to copy: `R-3`, or `H001`. */
  readonly reference?: string | undefined;
  /** Input of the operations in its menu: `{ run: 'R-3', hypothesis: 'H001' }`. */
  readonly input?: Readonly<Record<string, string>> | undefined;
  readonly children?: readonly RunsRow[] | undefined;
}

export interface ShownRuns {
  /** Latest first. */
  readonly runs: readonly Run[];
  /** Known contents by ref. */
  readonly contents: ReadonlyMap<string, RunContent>;
  readonly worktree: string | undefined;
}

/** Active investigations, this worktree's first, then the closed ones under a heading, last closed first. `now` is ms UTC. */
export function runRows({ runs, contents, worktree }: ShownRuns, now: number, t: Translate): RunsRow[] {
  const rowOf = (run: Run): RunsRow => runRow(run, contents.get(run.ref), worktree, now, t);
  const active = runs.filter(({ status }) => status === 'active');
  const here = (run: Run): number => Number(run.worktreePath === (worktree ?? null));
  const closed = runs.filter(({ status }) => status === 'closed');
  return [
    ...active.toSorted((one, other) => here(other) - here(one)).map(rowOf),
    ...heading(
      'closed',
      { label: t('Closed'), count: closed.length, icon: 'archive' },
      closed.toSorted((one, other) => closedAt(other) - closedAt(one)).map(rowOf),
    ),
  ];
}

/** Open hypotheses of this worktree's active investigation; undefined without one. */
export function openHere({ runs, contents, worktree }: ShownRuns): number | undefined {
  const here = runs.find(run => run.status === 'active' && run.worktreePath === (worktree ?? null));
  return here && openOf(contents.get(here.ref));
}

function closedAt({ closedAt: at, updatedAt }: Run): number {
  return Date.parse(at ?? updatedAt);
}

function openOf(content: RunContent | undefined): number {
  return content?.hypotheses.filter(({ status }) => status === 'open').length ?? 0;
}

export function runRow(
  run: Run,
  content: RunContent | undefined,
  worktree: string | undefined,
  now: number,
  t: Translate,
): RunsRow {
  const { ref, status, worktreePath } = run;
  const isActive = status === 'active';
  const open = openOf(content);
  const ago = timeAgo(isActive ? Date.parse(run.createdAt) : closedAt(run), now, t);
  const isElsewhere = isActive && worktreePath !== null && worktreePath !== worktree;
  const facts = [
    ref,
    isActive ? undefined : t('closed'),
    open === 0 ? undefined : t('{0} open', open),
    isElsewhere ? t('in {0}', oneLine(baseName(worktreePath))) : undefined,
    ago.text,
  ];
  return {
    id: ref,
    ...{ type: 'run' as const, reference: ref, input: { run: ref } },
    ...labelled(oneLine(run.request), facts),
    ...iconOf(runStatusLooks[status]),
    contextValue: `run status:${status}`,
    tooltip: tooltipOf({ ref, title: oneLine(run.request), opens: opens(ref) }, [
      [named(t('State'), runStatusLooks[status].word(t)), ago.text],
      named(t('Summary'), run.summary),
      named(t('Left open'), run.openReason),
      [named(t('Task'), run.task), named(t('Finding'), run.finding), named(t('Work item'), run.workItem)],
      named(t('Worktree'), worktreePath, { code: true }),
      named(t('Started by'), oneLine(run.actor)),
    ]),
    command: opens(ref),
    changesAt: ago.changesAt,
    folds: true,
    open: isActive && !isElsewhere,
    children: content === undefined ? [] : contentRows(run, content, t),
  };
}

/** Open hypotheses first, each above its evidence; then other evidence, commands and learnings. */
function contentRows(run: Run, { hypotheses, evidence, commands, learnings }: RunContent, t: Translate): RunsRow[] {
  const states = Object.keys(hypothesisLooks);
  const own = { input: { run: run.ref } };
  const part = (id: string, kind: string) => ({
    ...{ ...own, id: `${run.ref}/${id}`, reference: id, command: opens(run.ref) },
    contextValue: `${kind} of:${run.status}`,
  });
  const evidenceRow = ({ id, text, actor }: RunContent['evidence'][number]): RunsRow => ({
    ...part(id, 'runEvidence'),
    ...labelled(oneLine(text), [id, oneLine(actor)]),
    icon: 'note',
    tooltip: tooltipOf({ ref: id, title: oneLine(text) }, [named(t('Recorded by'), oneLine(actor))]),
  });
  const hypothesisRow = ({ id, text, status, notes, actor }: RunContent['hypotheses'][number]): RunsRow => {
    const look = hypothesisLooks[status];
    const children = evidence.filter(({ hypothesis }) => hypothesis === id).map(evidenceRow);
    const row = part(id, `hypothesis status:${status}`);
    return {
      ...row,
      // The editor remembers by id if a row is unfolded, so a row without children gets another id.
      id: children.length === 0 ? `${row.id}.bare` : row.id,
      input: { run: run.ref, hypothesis: id },
      ...labelled(oneLine(text), [id, look.word(t)]),
      ...iconOf(look),
      tooltip: tooltipOf({ ref: id, title: oneLine(text) }, [
        [named(t('State'), look.word(t)), named(t('Recorded by'), oneLine(actor))],
        ...notes.map(note => named(t('Note'), oneLine(note))),
      ]),
      open: true,
      children,
    };
  };
  const loose = evidence.filter(({ hypothesis }) => hypothesis === null).map(evidenceRow);
  const group = (id: string, label: string, icon: string, children: readonly RunsRow[]) =>
    heading(`${run.ref}/${id}`, { label, count: children.length, icon, own, of: run.status }, children);
  return [
    ...hypotheses
      .toSorted((one, other) => states.indexOf(one.status) - states.indexOf(other.status))
      .map(hypothesisRow),
    ...group('evidence', t('Evidence'), 'note', loose),
    ...group(
      'commands',
      t('Commands'),
      'terminal',
      commands.map(({ id, command, status }) => ({
        ...part(id, 'runCommand'),
        ...labelled(oneLine(command), [id, commandStatusLooks[status].word(t)]),
        ...iconOf(commandStatusLooks[status]),
      })),
    ),
    ...group(
      'learnings',
      t('Learnings'),
      'lightbulb',
      learnings.map(({ id, summary, path, reason }) => ({
        ...part(id, 'runLearning'),
        ...labelled(oneLine(summary), [id, path === null ? undefined : oneLine(path)]),
        icon: 'lightbulb',
        tooltip: tooltipOf({ ref: id, title: oneLine(summary) }, [
          named(t('File'), path, { code: true }),
          named(t('Reason'), reason),
        ]),
      })),
    ),
  ];
}

interface Heading {
  readonly label: string;
  readonly count: number;
  readonly icon: string;
  readonly own?: Pick<RunsRow, 'input'>;
  /** State of the parent investigation. */
  readonly of?: string;
}

/** Folded heading; left out without rows. */
function heading(id: string, { label, count, icon, own, of }: Heading, children: readonly RunsRow[]): RunsRow[] {
  if (count === 0) return [];
  const group = id.split('/').at(-1);
  return [
    {
      ...{ ...own, id, icon, children },
      ...labelled(label, [String(count)]),
      contextValue: of === undefined ? `runGroup:${group}` : `runGroup:${group} of:${of}`,
      open: false,
    },
  ];
}

function opens(ref: string) {
  return { command: `stateroom.${runOperationName('runShow')}`, arguments: [{ run: ref }] };
}
