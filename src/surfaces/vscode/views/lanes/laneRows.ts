import { l10n } from 'vscode';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneLabel } from '../../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import {
  type LaneDistance,
  type LaneSurroundings,
  type LaneViewRow,
  laneViewRow,
} from '../../../../present/laneViewRow.js';
import type { ViewRow } from '../../../../present/viewRow.js';
import { translate } from '../../support/translate.js';
import type { ChangedFiles } from './laneFileRows.js';
import { lanePartRows } from './lanePartRows.js';
import { conflictIn, type LaneWarning, meetsOf } from './laneWarnings.js';

export type LanesRow = LaneRow | LanePartRow | LaneGroupRow;

/** Input for the operations in the row's menus. */
type WithInput = Pick<LaneViewRow, 'input' | 'inputs'>;

/** A lane; the row's id is the lane's ULID. */
export interface LaneRow extends ViewRow, WithInput {
  readonly type: 'lane';
  readonly lane: Lane;
  readonly children: readonly LanePartRow[];
}

/** A detail of a lane: a warning, its work item, a changed file; `01J…/file.src/app.ts`. */
export interface LanePartRow extends ViewRow, WithInput {
  readonly type: 'lanePart';
  /** For a row with a check box: its files and the ULID of their lane. */
  readonly viewing?: { readonly lane: string; readonly files: readonly ChangedFile[] } | undefined;
  readonly children?: readonly LanePartRow[] | undefined;
}

interface LaneGroupRow extends ViewRow {
  readonly type: 'laneGroup';
  readonly children: readonly LaneRow[];
}

export interface LanesData {
  /** In the order they were opened. */
  readonly open: readonly Lane[];
  /** Latest first. */
  readonly ended: readonly Lane[];
  /** ULIDs of ended lanes whose worktrees were not removed. */
  readonly left?: ReadonlySet<string>;
  /** By lane name. */
  readonly distances: ReadonlyMap<string, LaneDistance>;
  /** By lane name. */
  readonly warnings: ReadonlyMap<string, readonly LaneWarning[]>;
  /** Commands whose last run in a lane failed, by lane name; lanes without any are absent. */
  readonly failing: ReadonlyMap<string, readonly string[]>;
  /** By the lane's ULID. */
  readonly changes: ReadonlyMap<string, ChangedFiles>;
  /** Lanes that may be merged elsewhere (see `mergedElsewhere`). */
  readonly merged?: ReadonlyMap<string, string>;
  /** Times of open questions of their agents, in ms UTC, by lane name. */
  readonly asked?: ReadonlyMap<string, number>;
  /** Files changed since the person's review, by lane name. */
  readonly again?: ReadonlyMap<string, NonNullable<LaneSurroundings['again']>>;
  /** Time of the rows, in ms UTC. */
  readonly now?: number;
  /** Numbers of unsent comments of the person's own reviews, by lane name. */
  readonly pending?: ReadonlyMap<string, number>;
  /** Keys of the files that the person has viewed (see `viewedKey`). */
  readonly viewed: ReadonlySet<string>;
}

export function laneRows(data: LanesData): readonly LanesRow[] {
  const ended = data.ended.map(lane => endedRow(lane, data.left?.has(lane.id) === true));
  return [...data.open.map(lane => openRow(lane, data)), ...(ended.length === 0 ? [] : [endedGroup(ended)])];
}

/** Returns display names of lanes by name: the numbers of their items, else their own, or numbers with titles if there is room. */
export function laneNames({ open, ended }: Pick<LanesData, 'open' | 'ended'>) {
  const byName = new Map([...ended, ...open].map(lane => [lane.lane, lane]));
  return {
    short: (name: string): string => byName.get(name)?.workItem ?? byName.get(name)?.ref ?? oneLine(name),
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
  const at = data.asked?.get(lane.lane);
  const surroundings = {
    distance,
    asked: at === undefined || data.now === undefined ? undefined : { at, now: data.now },
    again: data.again?.get(lane.lane),
    conflict: conflictIn(own),
    overlapsWith: meetsOf(own),
    failing,
    pending,
    mergedAs: data.merged?.get(lane.lane),
    called: short,
  };
  const looks = laneViewRow(lane, surroundings, translate);
  const children = lanePartRows(lane, data.changes.get(lane.id), own, data.viewed, full);
  // The tooltip is built on hover.
  const revision = JSON.stringify([lane.revision, distance, own, failing]);
  return { type: 'lane', id: lane.id, lane, revision, ...looks, folds: true, children };
}

/** Ended lanes have no readable details. */
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
