import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import type { Need } from '../../../../domain/lane/need.js';
import { type LaneDistance, laneViewRow } from '../../../../present/laneViewRow.js';
import { needRow } from '../../../../present/needRow.js';
import { translate } from '../../support/translate.js';
import type { LaneGroupNode, LaneNode, LanePartNode, LanesNode, NeedGroupNode, NeedNode } from './laneNode.js';
import { type ChangedFiles, lanePartRows } from './lanePartRows.js';
import { type LaneWarning, troubledWith } from './laneWarnings.js';

/** What must be drawn again: all of it, or only these rows with what is below them. */
export type Redrawing = 'all' | readonly LanesNode[];

const unread: ChangedFiles = { state: 'unread' };

/** What the Lanes view shows, made from what was read without asking anyone. */
export class LanesModel {
  private open: readonly Lane[] = [];
  private ended: readonly Lane[] = [];
  private needs: readonly Need[] = [];
  private distances: ReadonlyMap<string, LaneDistance> = new Map();
  private warnings: ReadonlyMap<string, readonly LaneWarning[]> = new Map();
  private readonly changes = new Map<string, ChangedFiles>();
  private nodes = new Map<string, LaneNode>();
  private readonly parts = new Map<string, LanePartNode>();
  private shown: readonly LanesNode[] = [];
  private readonly needGroup: NeedGroupNode = { type: 'needGroup', id: 'needsYou', children: [] };
  private readonly group: LaneGroupNode = {
    type: 'laneGroup',
    id: 'ended',
    title: '',
    description: '',
    icon: 'archive',
    children: [],
  };
  /** Which rows were drawn last, in their order, and the words of each lane with what is below it. */
  private drawn = { order: '', words: new Map<string, string>() };

  /** What waits for a person, then open lanes in the order they were opened, then those that are over. */
  get roots(): readonly LanesNode[] {
    return this.shown;
  }

  get lanes(): readonly Lane[] {
    return this.open;
  }

  /** How much waits for a person. */
  get waiting(): number {
    return this.needs.length;
  }

  /** The row of a lane, by its ULID, name or `L-3`. */
  find(text: string): LaneNode | undefined {
    return this.nodes.get(text) ?? [...this.nodes.values()].find(({ lane }) => lane.lane === text || lane.ref === text);
  }

  /** When time alone makes a row wrong, ms UTC. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const { row } of [...this.nodes.values(), ...this.needGroup.children]) {
      if (row.changesAt !== undefined) earliest = Math.min(row.changesAt, earliest ?? row.changesAt);
    }
    return earliest;
  }

  /** Takes fresh lists, what waits for a person in the order to be shown; gives what must be drawn again. */
  read(open: readonly Lane[], ended: readonly Lane[], needs: readonly Need[], now: number): Redrawing {
    this.open = open;
    this.ended = ended;
    this.needs = needs;
    for (const id of this.changes.keys()) if (!open.some(lane => lane.id === id)) this.changes.delete(id);
    return this.arrange(now);
  }

  /** Distances by lane's name. */
  setDistances(distances: ReadonlyMap<string, LaneDistance>, now: number): Redrawing {
    this.distances = distances;
    return this.arrange(now);
  }

  /** What may be removed wrong, by lane's name. */
  setWarnings(warnings: ReadonlyMap<string, readonly LaneWarning[]>, now: number): Redrawing {
    this.warnings = warnings;
    return this.arrange(now);
  }

  /** What a lane changes, by its ULID; `unread` forgets it. */
  setChanges(id: string, changes: ChangedFiles, now: number): Redrawing {
    this.changes.set(id, changes);
    return this.arrange(now);
  }

  changesOf(id: string): ChangedFiles {
    return this.changes.get(id) ?? unread;
  }

  /** Makes the rows again, after the time or one of the lists changed. */
  arrange(now: number): Redrawing {
    const nodes = new Map<string, LaneNode>();
    const place = (lane: Lane, parent: LaneGroupNode | undefined): LaneNode => {
      const node = this.nodeOf(lane, parent, now);
      nodes.set(node.id, node);
      return node;
    };
    const open = this.open.map(lane => place(lane, undefined));
    this.group.children = this.ended.map(lane => place(lane, this.group));
    this.group.title = l10n.t('Closed');
    this.group.description = String(this.ended.length);
    this.nodes = nodes;
    this.needGroup.children = this.needs.map(need => this.needNodeOf(need, now));
    for (const [id, part] of this.parts) if (!part.parent.children.includes(part)) this.parts.delete(id);
    this.shown = [
      ...(this.needs.length === 0 ? [] : [this.needGroup]),
      ...open,
      ...(this.ended.length === 0 ? [] : [this.group]),
    ];
    return this.difference();
  }

  private nodeOf(lane: Lane, parent: LaneGroupNode | undefined, now: number): LaneNode {
    const isOpen = parent === undefined;
    const warnings = isOpen ? (this.warnings.get(lane.lane) ?? []) : [];
    const distance = isOpen ? this.distances.get(lane.lane) : undefined;
    const row = laneViewRow(lane, { now, distance, overlapsWith: troubledWith(warnings) }, translate);
    const present = this.nodes.get(lane.id);
    const node: LaneNode =
      present === undefined
        ? { type: 'lane', id: lane.id, lane, row, parent, children: [] }
        : Object.assign(present, { lane, row, parent });
    node.children = lanePartRows(lane, this.changesOf(lane.id), warnings).map(({ id, row: partRow, file }) => {
      const known = this.parts.get(`${lane.id}/${id}`);
      const shown = { row: partRow, ...(file === undefined ? {} : { file }) };
      if (known !== undefined && known.parent === node) return Object.assign(known, shown);
      const part: LanePartNode = { type: 'lanePart', id: `${lane.id}/${id}`, parent: node, ...shown };
      this.parts.set(part.id, part);
      return part;
    });
    return node;
  }

  private needNodeOf(need: Need, now: number): NeedNode {
    const id = `need/${need.kind}.${need.ref}`;
    const shown = { need, row: needRow(need, now, translate) };
    const present = this.needGroup.children.find(node => node.id === id);
    return present === undefined
      ? { type: 'need', id, parent: this.needGroup, ...shown }
      : Object.assign(present, shown);
  }

  /** What differs from what was drawn last. */
  private difference(): Redrawing {
    const last = this.drawn;
    const words = (node: LaneNode | NeedNode): string =>
      JSON.stringify(
        [node.row, ...(node.type === 'lane' ? node.children.map(child => [child.id, child.row]) : [])],
        (key, value) => (key === 'changesAt' ? undefined : value),
      );
    const nodes = [...this.needGroup.children, ...this.nodes.values()];
    const groups = this.shown.filter(node => node.type === 'needGroup' || node.type === 'laneGroup');
    this.drawn = {
      order: JSON.stringify(this.shown.map(({ id }) => id)),
      words: new Map([
        ...groups.map(group => [group.id, idsOf(group)] as const),
        ...nodes.map(node => [node.id, words(node)] as const),
      ]),
    };
    if (this.drawn.order !== last.order) return 'all';
    const differs = ({ id }: LanesNode): boolean => this.drawn.words.get(id) !== last.words.get(id);
    // With a group goes what is in it. Drawing all again takes the other rows from under the hand that presses them.
    const redrawn = groups.filter(differs);
    return [...redrawn, ...nodes.filter(node => differs(node) && !redrawn.some(group => group === node.parent))];
  }
}

function idsOf({ children }: LaneGroupNode | NeedGroupNode): string {
  return children.map(({ id }) => id).join('\n');
}
