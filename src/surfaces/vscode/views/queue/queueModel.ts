import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { type QueueSection, queueSections, sectionContent, sectionOf } from '../../../../present/queueSection.js';
import { isFiltered } from '../rememberedFilter.js';
import type { QueueFilter } from './queueFilter.js';
import { itemRow, moreRow, type SectionRow, sectionRow } from './queueRows.js';

export interface QueuePage {
  readonly items: readonly WorkItem[];
  /** True when the section holds more than was asked for. */
  readonly more: boolean;
}

/** Reads a section for the model; rejects when the store cannot be read. */
export type ListQueue = (section: WorkItemSection, filter: QueueFilter, limit: number) => Promise<QueuePage>;

export type SectionCounts = Readonly<Record<WorkItemSection, number>>;

/** What was read of the queue. */
export interface QueueReading {
  readonly counts: SectionCounts;
  /** Of the sections that were read; each work item once. */
  readonly pages: ReadonlyMap<QueueSection, QueuePage>;
  readonly isFiltered: boolean;
}

/** How many rows a section shows at first, and how many each “Show more” adds. */
export interface QueuePaging {
  readonly page: number;
  readonly done: number;
}

/** What the Queue view reads, and the rows that come of it. Knows nothing of the editor. */
export class QueueModel {
  private readonly extra = new Map<QueueSection, number>();
  private readonly open = new Set<QueueSection>();
  private reading: QueueReading | undefined;

  constructor(
    private readonly list: ListQueue,
    private readonly paging: () => QueuePaging,
  ) {}

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
  async read(counts: SectionCounts, filter: QueueFilter): Promise<QueueReading> {
    const wanted = queueSections.filter(section => isFiltered(filter) || this.open.has(section));
    const read = await Promise.all(
      wanted.map(async section => [section, await this.readSection(section, filter)] as const),
    );
    const placed = new Set<string>();
    const pages = read.map(([section, { items, more }]) => {
      // Sections are read one after another: what moved between two readings would else be in both.
      const own = items.filter(item => !placed.has(item.id) && sectionOf(item.section) === section);
      for (const { id } of own) placed.add(id);
      return [section, { items: own, more }] as const;
    });
    return { counts, pages: new Map(pages), isFiltered: isFiltered(filter) };
  }

  /** Shows this from now on; undefined forgets everything: another repository, or a store that cannot be read any more. */
  take(reading: QueueReading | undefined): void {
    if (reading === undefined) this.extra.clear();
    this.reading = reading;
  }

  /** The parts that hold something, at a moment, ms UTC. A folded part has no rows: unfolding it reads them fresh. */
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
      // One is asked for also where there is no place left: whether there is more.
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
