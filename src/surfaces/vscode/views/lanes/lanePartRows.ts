import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneTitle } from '../../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { commandOf } from '../../../../operations/commandOf.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { taskShow } from '../../../../operations/task/taskShow.js';
import { type ChangedFiles, laneFileRows } from './laneFileRows.js';
import { part, showChangeCommand } from './lanePart.js';
import type { LanePartRow } from './laneRows.js';
import type { LaneWarning } from './laneWarnings.js';

/** Rows below a lane: warnings, purpose, and changes if read. `called` returns the display name of another lane. */
export function lanePartRows(
  lane: Lane,
  changes: ChangedFiles | undefined,
  warnings: readonly LaneWarning[],
  viewed: ReadonlySet<string>,
  called: (lane: string) => string,
): readonly LanePartRow[] {
  return [
    ...warnings.map(one => warningPart(lane, one, called)),
    ...reasonParts(lane),
    ...waitingParts(lane, called),
    ...belongingParts(lane),
    ...laneFileRows(lane, changes, viewed),
  ];
}

function warningPart(
  lane: Lane,
  { path, meets, lines, shares, conflicts, owner }: LaneWarning,
  called: (lane: string) => string,
): LanePartRow {
  const named = (lanes: readonly string[]): string => lanes.map(called).join(', ');
  const isGrave = meets.length > 0 || conflicts.length > 0 || owner !== undefined;
  return part(lane, `overlap.${path}`, {
    label: oneLine(path),
    facts: [
      conflicts.length === 0 ? undefined : l10n.t('would conflict with {0}', named(conflicts)),
      meets.length === 0 ? undefined : l10n.t('same lines as {0}', named(meets)),
      lines.length === 0 ? undefined : l10n.t('lines {0}', lines.join(', ')),
      owner === undefined ? undefined : ownerText(owner, called),
      shares.length === 0 ? undefined : l10n.t('also changed in {0}', named(shares)),
    ],
    icon: isGrave ? 'warning' : 'info',
    color: isGrave ? 'list.warningForeground' : undefined,
    input: { path },
    command: { command: showChangeCommand, arguments: [{ lane: lane.lane, path }] },
  });
}

function ownerText(owner: string | null, called: (lane: string) => string): string {
  return owner === null ? l10n.t('outside its owned paths') : l10n.t('owned by {0}', called(owner));
}

/** Returns the reason for requested changes, a conflict or a failure. */
function reasonParts(lane: Lane): LanePartRow[] {
  const { worker } = lane;
  if (worker === null || worker.reason === null) return [];
  const isFailed = worker.state === 'FAILED';
  const isStuck = isFailed || worker.state === 'CONFLICTED';
  if (!isStuck && worker.state !== 'WORKING') return [];
  const word = isFailed ? l10n.t('reason for failure') : isStuck ? l10n.t('conflict') : l10n.t('changes requested');
  return [
    part(lane, 'reason', {
      label: oneLine(worker.reason),
      facts: [word],
      icon: isFailed ? 'error' : isStuck ? 'request-changes' : 'comment',
    }),
  ];
}

function waitingParts(lane: Lane, called: (lane: string) => string): LanePartRow[] {
  if (lane.after.length === 0 || lane.status === 'merged') return [];
  const parents = lane.after.map(called).join(', ');
  return [
    part(lane, 'after', {
      label: l10n.t('After {0}', parents),
      facts: [l10n.t('starts after the merge')],
      icon: 'clock',
    }),
  ];
}

function belongingParts(lane: Lane): LanePartRow[] {
  const found: LanePartRow[] = [];
  if (lane.workItem !== null) {
    const command = { command: commandOf(queueShow), arguments: [{ id: lane.workItem }] };
    const label = l10n.t('Work item {0}', lane.workItem);
    found.push(part(lane, 'workItem', { label, facts: [], icon: 'inbox', command }));
  }
  if (lane.task !== null) {
    const command = { command: commandOf(taskShow), arguments: [{ task: lane.task }] };
    const label = l10n.t('Task {0}', lane.task);
    found.push(part(lane, 'task', { label, facts: [], icon: 'rocket', command }));
  }
  // The lane's title is its first line.
  const aim = oneLine(lane.description ?? '');
  if (aim !== '' && aim !== laneTitle(lane)) found.push(part(lane, 'aim', { label: aim, facts: [], icon: 'target' }));
  return found;
}
