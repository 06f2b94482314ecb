import { l10n } from 'vscode';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneLabel } from '../../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { type LaneDistance, type LaneViewRow, laneViewRow } from '../../../../present/laneViewRow.js';
import type { ViewRow } from '../../../../present/viewRow.js';
import { translate } from '../../support/translate.js';
import type { ChangedFiles } from './laneFileRows.js';
import { lanePartRows } from './lanePartRows.js';
import { type LaneWarning, troubledWith } from './laneWarnings.js';

/** The rows of the Lanes view. */
export type LanesRow = LaneRow | LanePartRow | LaneGroupRow;

/** What operations that the menus offer are called with. */
type WithInput = Pick<LaneViewRow, 'input' | 'inputs'>;

/** A lane; its id is the lane's ULID. */
export interface LaneRow extends ViewRow, WithInput {
  readonly type: 'lane';
  readonly lane: Lane;
  readonly children: readonly LanePartRow[];
}

/** What belongs to a lane: a warning, its work item, a changed file; `01J…/file.src/app.ts`. */
export interface LanePartRow extends ViewRow, WithInput {
  readonly type: 'lanePart';
  /** Of a row with a box: the files that a tick in it is for, and the ULID of their lane. */
  readonly viewing?: { readonly lane: string; readonly files: readonly ChangedFile[] } | undefined;
  readonly children?: readonly LanePartRow[] | undefined;
}

/** Lanes that are over. */
interface LaneGroupRow extends ViewRow {
  readonly type: 'laneGroup';
  readonly children: readonly LaneRow[];
}

/** What is known of lanes. */
export interface LanesData {
  /** In the order they were opened. */
  readonly open: readonly Lane[];
  /** Those that are over, the last first. */
  readonly ended: readonly Lane[];
  /** ULIDs of those that are over and whose worktrees were not removed. */
  readonly left?: ReadonlySet<string>;
  /** By lane's name. */
  readonly distances: ReadonlyMap<string, LaneDistance>;
  /** What may go wrong, by lane's name. */
  readonly warnings: ReadonlyMap<string, readonly LaneWarning[]>;
  /** Commands whose last run in a lane failed, by lane's name; nothing of lanes without any. */
  readonly failing: ReadonlyMap<string, readonly string[]>;
  /** What a lane changes, by its ULID. */
  readonly changes: ReadonlyMap<string, ChangedFiles>;
  /** Lanes that may be merged elsewhere (see `mergedElsewhere`). */
  readonly merged?: ReadonlyMap<string, string>;
  /** Comments of the person's own reviews that are not sent, by lane's name. */
  readonly pending?: ReadonlyMap<string, number>;
  /** Keys of the files that the person has viewed (see `viewedKey`). */
  readonly viewed: ReadonlySet<string>;
}

/** Open lanes, then those that are over. */
export function laneRows(data: LanesData): readonly LanesRow[] {
  const ended = data.ended.map(lane => endedRow(lane, data.left?.has(lane.id) === true));
  return [...data.open.map(lane => openRow(lane, data)), ...(ended.length === 0 ? [] : [endedGroup(ended)])];
}

/** What lanes are called beside others, by their names: their numbers, or with their titles too where there is room. */
export function laneNames({ open, ended }: Pick<LanesData, 'open' | 'ended'>) {
  const byName = new Map([...ended, ...open].map(lane => [lane.lane, lane]));
  return {
    short: (name: string): string => byName.get(name)?.ref ?? oneLine(name),
    full: (name: string): string => {
      const lane = byName.get(name);
      return lane === undefined ? oneLine(name) : laneLabel(lane);
    },
  };
}

function openRow(lane: Lane, data: LanesData): LaneRow {
  const own = data.warnings.get(lane.lane) ?? [];
  const distance = data.distances.get(lane.lane);
  const failing = data.failing.get(lane.lane) ?? [];
  const { short, full } = laneNames(data);
  const pending = data.pending?.get(lane.lane) ?? 0;
  const surroundings = {
    distance,
    overlapsWith: troubledWith(own),
    failing,
    pending,
    mergedAs: data.merged?.get(lane.lane),
    called: short,
  };
  const looks = laneViewRow(lane, surroundings, translate);
  const children = lanePartRows(lane, data.changes.get(lane.id), own, data.viewed, full);
  // Its tooltip is made once it is pointed at.
  const revision = JSON.stringify([lane.revision, distance, own, failing]);
  return { type: 'lane', id: lane.id, lane, revision, ...looks, folds: true, children };
}

/** What is over has nothing below it that could still be read. */
function endedRow(lane: Lane, treeLeft: boolean): LaneRow {
  return { type: 'lane', id: lane.id, lane, ...laneViewRow(lane, { treeLeft }, translate), children: [] };
}

function endedGroup(children: readonly LaneRow[]): LaneGroupRow {
  const label = l10n.t('Closed');
  const counted = children.length === 1 ? l10n.t('1 lane') : l10n.t('{0} lanes', children.length);
  return {
    type: 'laneGroup',
    id: 'ended',
    label,
    description: String(children.length),
    icon: 'archive',
    contextValue: 'laneGroup',
    spoken: l10n.t('{0} {1}', label, counted),
    children,
  };
}
