import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { type QueueSection, queueSections, sectionContent, sectionOf } from '../../../../present/queueSection.js';
import { isFiltered } from '../rememberedFilter.js';
import type { QueueFilter } from './queueFilter.js';
import { itemRow, moreRow, type SectionRow, sectionRow } from './queueRows.js';

export interface QueuePage {
  readonly items: readonly WorkItem[];
  /** True if the section has more items than requested. */
  readonly more: boolean;
}

/** Reads a section; rejects if the store cannot be read. */
export type ListQueue = (section: WorkItemSection, filter: QueueFilter, limit: number) => Promise<QueuePage>;

export type SectionCounts = Readonly<Record<WorkItemSection, number>>;

export interface QueueReading {
  readonly counts: SectionCounts;
  /** Sections that were read; each work item appears once. */
  readonly pages: ReadonlyMap<QueueSection, QueuePage>;
  readonly isFiltered: boolean;
}

/** Initial number of rows of a section, also added by each “Show more”. */
export interface QueuePaging {
  readonly page: number;
  readonly done: number;
}

/** Data and rows of the Queue view, independent of the editor. */
export class QueueModel {
  private readonly extra = new Map<QueueSection, number>();
  private readonly open = new Set<QueueSection>();
  private reading: QueueReading | undefined;

  constructor(
    private readonly list: ListQueue,
    private readonly paging: () => QueuePaging,
  ) {}

  /** Marks a section as unfolded: only those are read. Returns false if it already was. */
  unfold(section: QueueSection): boolean {
    if (this.open.has(section)) return false;
    this.open.add(section);
    return true;
  }

  fold(section: QueueSection): void {
    this.open.delete(section);
  }

  showMore(section: QueueSection): void {
    this.extra.set(section, (this.extra.get(section) ?? 0) + 1);
  }

  /** Reads the store. `counts` are unfiltered; with a filter, every section is read to count. */
  async read(counts: SectionCounts, filter: QueueFilter): Promise<QueueReading> {
    const wanted = queueSections.filter(section => isFiltered(filter) || this.open.has(section));
    const read = await Promise.all(
      wanted.map(async section => [section, await this.readSection(section, filter)] as const),
    );
    const placed = new Set<string>();
    const pages = read.map(([section, { items, more }]) => {
      // Sections are read one after another, so an item that moved between two reads would appear twice.
      const own = items.filter(item => !placed.has(item.id) && sectionOf(item.section) === section);
      for (const { id } of own) placed.add(id);
      return [section, { items: own, more }] as const;
    });
    return { counts, pages: new Map(pages), isFiltered: isFiltered(filter) };
  }

  /** Replaces the data; undefined clears it, for another repository or an unreadable store. */
  take(reading: QueueReading | undefined): void {
    if (reading === undefined) this.extra.clear();
    this.reading = reading;
  }

  /** Returns the non-empty sections at `now` (ms UTC). A folded section has no rows: unfolding reads them. */
  rows(now: number): readonly SectionRow[] {
    const { reading } = this;
    return reading === undefined
      ? []
      : queueSections.map(section => rowOf(section, reading, now)).filter(({ count }) => count > 0);
  }

  private async readSection(section: QueueSection, filter: QueueFilter): Promise<QueuePage> {
    const { page, done } = this.paging();
    const size = section === 'done' ? done : page;
    let left = size + (this.extra.get(section) ?? 0) * Math.max(size, 50);
    const items: WorkItem[] = [];
    let more = false;
    for (const part of sectionContent[section]) {
      // Requests at least one item, to learn if there are more.
      const found = await this.list(part, filter, Math.max(left, 1));
      more ||= found.more || found.items.length > left;
      items.push(...found.items.slice(0, left));
      left = Math.max(0, left - found.items.length);
    }
    return { items, more };
  }
}

function rowOf(section: QueueSection, { counts, pages, isFiltered: filtered }: QueueReading, now: number): SectionRow {
  const page = pages.get(section);
  const rows = page?.items.map(item => itemRow(item, now)) ?? [];
  const total = sectionContent[section].reduce((sum, part) => sum + counts[part], 0);
  const count = filtered ? rows.length : Math.max(total, rows.length);
  const more = page?.more === true ? [moreRow(section, filtered ? undefined : count - rows.length)] : [];
  return sectionRow(section, { count, exact: !filtered || more.length === 0, children: [...rows, ...more] });
}
