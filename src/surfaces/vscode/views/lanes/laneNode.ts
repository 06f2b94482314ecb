import type { Lane } from '../../../../domain/lane/lane.js';
import type { Need } from '../../../../domain/lane/need.js';
import type { LaneViewRow } from '../../../../present/laneViewRow.js';

/** The rows of the Lanes view. A node stays the same object while what it stands for is shown. */
export type LanesNode = LaneNode | LanePartNode | LaneGroupNode | NeedNode | NeedGroupNode;

/** A file that a lane changes. */
export interface ChangedFile {
  /** Relative to the worktree's top, with `/`. */
  readonly path: string;
  readonly kind: 'add' | 'edit' | 'delete' | 'rename';
  readonly oldPath?: string | undefined;
}

export interface LaneNode {
  readonly type: 'lane';
  /** ULID. */
  readonly id: string;
  lane: Lane;
  row: LaneViewRow;
  parent: LaneGroupNode | undefined;
  children: LanePartNode[];
}

/** What belongs to a lane: a warning, its work item, a changed file. */
export interface LanePartNode {
  readonly type: 'lanePart';
  /** The lane's ULID, then what it is: `01J…/file.src/app.ts`. */
  readonly id: string;
  row: LaneViewRow;
  readonly parent: LaneNode;
  /** Of a changed file. */
  file?: ChangedFile;
}

/** Lanes that are over. */
export interface LaneGroupNode {
  readonly type: 'laneGroup';
  readonly id: string;
  title: string;
  description: string;
  readonly icon: string;
  children: LaneNode[];
}

/** Something that waits for a person. */
export interface NeedNode {
  readonly type: 'need';
  /** `need/question.M-7` */
  readonly id: string;
  need: Need;
  row: LaneViewRow;
  readonly parent: NeedGroupNode;
}

/** What waits for a person in all lanes, first what holds up most. */
export interface NeedGroupNode {
  readonly type: 'needGroup';
  readonly id: string;
  children: NeedNode[];
}
