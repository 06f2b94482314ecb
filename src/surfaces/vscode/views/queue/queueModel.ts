import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { type QueueSection, queueSections, sectionContent, sectionOf } from '../../../../present/queueSection.js';
import { workItemRow } from '../../../../present/workItemRow.js';
import { translate } from '../../support/translate.js';
import { isFiltered, noFilter, type QueueFilter } from './queueFilter.js';
import type { MoreNode, NoticeNode, QueueChange, QueueNode, SectionNode, WorkItemNode } from './queueNode.js';

export interface QueuePage {
  readonly items: readonly WorkItem[];
  /** True when the section holds more than was asked for. */
  readonly more: boolean;
}

/** Where the model reads; rejects when the store cannot be read. */
export interface QueueSource {
  list(section: WorkItemSection, filter: QueueFilter, limit: number): Promise<QueuePage>;
}

export type SectionCounts = Readonly<Record<WorkItemSection, number>>;

/** How many rows a section shows at first, and how many each “Show more” adds. */
export interface QueuePaging {
  readonly page: number;
  readonly done: number;
}

/**
 * What the Queue view shows, kept from one reading of the store to the next, so that a change is told as the few rows it
 * touches. Knows nothing of the editor.
 */
export class QueueModel {
  private readonly source: QueueSource;
  private readonly paging: () => QueuePaging;
  private readonly sections: Readonly<Record<QueueSection, SectionNode>>;
  private readonly items = new Map<string, WorkItemNode>();
  private readonly extra = new Map<QueueSection, number>();
  private readonly open = new Set<QueueSection>();
  private shown: readonly SectionNode[] = [];
  private notice: NoticeNode | undefined;
  filter: QueueFilter = noFilter;

  constructor(source: QueueSource, paging: () => QueuePaging) {
    this.source = source;
    this.paging = paging;
    this.sections = {
      needs_you: emptySection('needs_you'),
      ready: emptySection('ready'),
      in_flight: emptySection('in_flight'),
      waiting: emptySection('waiting'),
      done: emptySection('done'),
    };
  }

  get roots(): readonly QueueNode[] {
    return this.notice === undefined ? this.shown : [this.notice, ...this.shown];
  }

  section(section: QueueSection): SectionNode {
    return this.sections[section];
  }

  /** The row of a work item that is shown, by its ULID. */
  find(id: string): WorkItemNode | undefined {
    return this.items.get(id);
  }

  /** The earliest moment, ms UTC, at which a shown row becomes wrong by time alone. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const node of this.items.values()) {
      const at = this.open.has(node.parent.section) ? node.row.changesAt : undefined;
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at;
    }
    return earliest;
  }

  /** Remembers that a section is unfolded: only such sections are read. False when it was so already. */
  unfold(section: QueueSection): boolean {
    if (this.open.has(section)) return false;
    this.open.add(section);
    return true;
  }

  fold(section: QueueSection): void {
    this.open.delete(section);
  }

  /** Shows one page more of a section from the next reading on. */
  showMore(section: QueueSection): void {
    this.extra.set(section, (this.extra.get(section) ?? 0) + 1);
  }

  /** Reads the store again. `counts` holds for no filter; with one, every section is read to count. */
  async read(counts: SectionCounts, now: number): Promise<QueueChange> {
    const filtered = isFiltered(this.filter);
    const wanted = queueSections.filter(section => filtered || this.open.has(section));
    const pages = await Promise.all(wanted.map(async section => [section, await this.readSection(section)] as const));
    const changed = new Set<QueueNode>();
    const placed = new Map<string, QueueSection>();
    const read = new Map(pages);
    for (const section of queueSections) {
      const node = this.sections[section];
      const page = read.get(section);
      const total = sectionContent[section].reduce((sum, part) => sum + counts[part], 0);
      const count = filtered ? (page?.items.length ?? 0) : Math.max(total, page?.items.length ?? 0);
      const exact = !filtered || page?.more !== true;
      if (count !== node.count || exact !== node.exact) changed.add(node);
      node.count = count;
      node.exact = exact;
      if (page === undefined) this.forget(node, changed);
      else this.place(node, page, now, changed, placed);
    }
    this.dropUnplaced(placed);
    return this.finish(changed);
  }

  /** Words that depend on the time, again. */
  retime(now: number): QueueChange {
    const changed = new Set<QueueNode>();
    for (const node of this.items.values()) {
      if (node.row.changesAt === undefined || node.row.changesAt > now) continue;
      const row = workItemRow(node.item, now, translate);
      if (row.description !== node.row.description) changed.add(node);
      node.row = row;
    }
    return asChange(changed);
  }

  /** Shows, changes or takes away the row about the store's condition. */
  setNotice(notice: Omit<NoticeNode, 'type'> | undefined): QueueChange {
    if (notice === undefined) {
      if (this.notice === undefined) return { what: 'nothing' };
      this.notice = undefined;
      return { what: 'everything' };
    }
    if (this.notice === undefined) {
      this.notice = { type: 'notice', ...notice };
      return { what: 'everything' };
    }
    if (this.notice.state === notice.state && this.notice.text === notice.text) return { what: 'nothing' };
    Object.assign(this.notice, notice);
    return { what: 'nodes', nodes: [this.notice] };
  }

  /** Forgets everything that was read: another repository, or a store that cannot be read any more. */
  clear(): QueueChange {
    this.items.clear();
    this.extra.clear();
    for (const section of queueSections) Object.assign(this.sections[section], { count: 0, exact: true, children: [] });
    const wasEmpty = this.shown.length === 0;
    this.shown = [];
    return wasEmpty ? { what: 'nothing' } : { what: 'everything' };
  }

  private async readSection(section: QueueSection): Promise<QueuePage> {
    const { page, done } = this.paging();
    const size = section === 'done' ? done : page;
    let repository = size + (this.extra.get(section) ?? 0) * Math.max(size, 50);
    const items: WorkItem[] = [];
    let more = false;
    for (const part of sectionContent[section]) {
      if (repository === 0) {
        more ||= (await this.source.list(part, this.filter, 1)).items.length > 0;
        continue;
      }
      const found = await this.source.list(part, this.filter, repository);
      items.push(...found.items);
      more ||= found.more;
      repository -= found.items.length;
    }
    return { items, more };
  }

  /** Puts the rows of one section in place and notes which must be drawn again. */
  private place(
    node: SectionNode,
    page: QueuePage,
    now: number,
    changed: Set<QueueNode>,
    placed: Map<string, QueueSection>,
  ): void {
    const before = node.children;
    const children: (WorkItemNode | MoreNode)[] = [];
    for (const item of page.items) {
      // Sections are read one after another: what moved between two readings would else are in both.
      if (placed.has(item.id) || sectionOf(item.section) !== node.section) continue;
      placed.set(item.id, node.section);
      children.push(this.placeItem(node, item, now, changed));
    }
    if (page.more) {
      const present = before.find(child => child.type === 'more');
      const hidden = node.exact && !isFiltered(this.filter) ? node.count - children.length : undefined;
      if (present !== undefined && present.hidden !== hidden) changed.add(present);
      if (present !== undefined) present.hidden = hidden;
      children.push(present ?? { type: 'more', parent: node, hidden });
    }
    node.children = children;
    if (before.length !== children.length || before.some((child, index) => child !== children[index]))
      changed.add(node);
  }

  private placeItem(parent: SectionNode, item: WorkItem, now: number, changed: Set<QueueNode>): WorkItemNode {
    const row = workItemRow(item, now, translate);
    const present = this.items.get(item.id);
    if (present === undefined) {
      const node: WorkItemNode = { type: 'workItem', id: item.id, item, row, parent };
      this.items.set(item.id, node);
      return node;
    }
    if (item.revision !== present.item.revision || !sameRow(row, present.row)) changed.add(present);
    Object.assign(present, { item, row, parent });
    return present;
  }

  /** A folded section keeps no rows: unfolding it reads them fresh. */
  private forget(node: SectionNode, changed: Set<QueueNode>): void {
    if (node.children.length > 0) changed.add(node);
    node.children = [];
  }

  private dropUnplaced(placed: ReadonlyMap<string, QueueSection>): void {
    for (const id of this.items.keys()) {
      if (!placed.has(id)) this.items.delete(id);
    }
  }

  private finish(changed: Set<QueueNode>): QueueChange {
    const shown = queueSections.map(section => this.sections[section]).filter(section => section.count > 0);
    const same = shown.length === this.shown.length && shown.every((section, index) => section === this.shown[index]);
    this.shown = shown;
    if (!same) return { what: 'everything' };
    // A section that is drawn again draws its rows again.
    for (const node of changed) {
      if ((node.type === 'workItem' || node.type === 'more') && changed.has(node.parent)) changed.delete(node);
    }
    return asChange(changed);
  }
}

function emptySection(section: QueueSection): SectionNode {
  return { type: 'section', section, count: 0, exact: true, children: [] };
}

function sameRow(a: WorkItemNode['row'], b: WorkItemNode['row']): boolean {
  return (
    a.label === b.label && a.description === b.description && a.icon === b.icon && a.contextValue === b.contextValue
  );
}

function asChange(changed: ReadonlySet<QueueNode>): QueueChange {
  return changed.size === 0 ? { what: 'nothing' } : { what: 'nodes', nodes: [...changed] };
}
