import type { Lane } from '../../../../domain/lane/lane.js';
import type { Need } from '../../../../domain/lane/need.js';

/** The rows of the Lanes view. A node stays the same object while what it stands for is shown. */
export type LanesNode = LaneNode | LanePartNode | LaneGroupNode | NeedNode | NeedGroupNode;

/** What a row of the view shows. Every icon has its meaning in words beside it. */
export interface LaneViewRow {
  readonly label: string;
  readonly description: string;
  /** Undefined leaves it to the icons that the person chose for files. */
  readonly icon: string | undefined;
  /** Theme colour of the icon; undefined takes the usual one. */
  readonly color: string | undefined;
  /** For when clauses of menus: `lane state:WORKING status:active`. */
  readonly contextValue: string;
  /** What a screen reader says. */
  readonly spoken: string;
  /** When time alone makes this row wrong, ms UTC. */
  readonly changesAt?: number | undefined;
  /** What operations that the menus offer are called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same of single acts that are about something else, by their names: `{ 'lane.answer': { message: 'M-7' } }`. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** What choosing the row runs. */
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
}

/** A file that a lane changes. */
export interface ChangedFile {
  /** Relative to the work tree's top, with `/`. */
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
