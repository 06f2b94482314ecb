import { describe, expect, it } from 'vitest';
import { workItem } from '../../../../../test/support/workItem.js';
import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { type Redrawing, type RowNode, RowNodes } from '../rowNodes.js';
import type { QueueFilter } from './queueFilter.js';
import { QueueModel, type QueuePaging, type SectionCounts } from './queueModel.js';
import { noticeRow, type QueueNotice, type QueueRow, type SectionRow } from './queueRows.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

const claimed = (number: number, minutes: number): WorkItem =>
  workItem(number, {
    section: 'in_flight',
    status: 'in_flight',
    owner: 'codex',
    ownerRole: 'agent',
    leaseUntil: new Date(now + minutes * 60_000).toISOString(),
    revision: 2,
  });

/** A queue in memory: what it holds may be changed between readings. */
class Queue {
  items: WorkItem[] = [];
  asked: WorkItemSection[] = [];
  filter: QueueFilter = {};
  readonly nodes = new RowNodes<QueueRow>();
  readonly model: QueueModel;

  constructor(paging: QueuePaging = { page: 500, done: 20 }) {
    const list = async (section: WorkItemSection, filter: QueueFilter, limit: number) => {
      this.asked.push(section);
      const found = this.items.filter(item => item.section === section && (filter.kind ?? item.kind) === item.kind);
      return { items: found.slice(0, limit), more: found.length > limit };
    };
    this.model = new QueueModel(list, () => paging);
  }

  get counts(): SectionCounts {
    const of = (section: WorkItemSection): number => this.items.filter(item => item.section === section).length;
    return {
      needs_you: of('needs_you'),
      ready: of('ready'),
      in_flight: of('in_flight'),
      blocked: of('blocked'),
      scheduled: of('scheduled'),
      done: of('done'),
    };
  }

  /** Reads and shows what was read. */
  async read(notice?: QueueNotice): Promise<Told> {
    this.asked = [];
    this.model.take(await this.model.read(this.counts, this.filter));
    return this.show(notice);
  }

  show(notice?: QueueNotice, at = now): Told {
    const rows: readonly QueueRow[] = this.model.rows(at);
    return told(this.nodes.show(notice === undefined ? rows : [noticeRow(notice), ...rows]));
  }

  section(name: string): SectionRow {
    const row = this.nodes.find(`section.${name}`)?.row;
    if (row?.type !== 'section') throw new Error(`There is no ${name}.`);
    return row;
  }

  names(section: string): string[] {
    return this.section(section).children.map(nameOf);
  }

  get roots(): string[] {
    return this.nodes.roots.map(({ row }) => nameOf(row));
  }
}

type Told = 'all' | string[];

const nameOf = (row: QueueRow): string =>
  row.type === 'workItem' ? row.item.ref : row.type === 'section' ? row.section : row.type;

const told = (change: Redrawing<QueueRow>): Told =>
  change === 'all' ? 'all' : change.map(({ row }: RowNode<QueueRow>) => nameOf(row)).sort();

describe('QueueModel', () => {
  it('shows the parts that hold something, and reads only the unfolded ones', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2), workItem(3, { section: 'done', status: 'done' })];
    queue.model.unfold('ready');
    expect(await queue.read()).toBe('all');
    expect(queue.roots).toEqual(['ready', 'done']);
    expect(queue.asked).toEqual(['ready']);
    expect(queue.names('ready')).toEqual(['W-1', 'W-2']);
    expect(queue.section('done').count).toBe(1);
  });

  it('tells nothing when nothing changed', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    queue.model.unfold('ready');
    await queue.read();
    expect(await queue.read()).toEqual([]);
  });

  it('tells the one row that changed, as the same node', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2)];
    queue.model.unfold('ready');
    await queue.read();
    const node = queue.nodes.find('id-2');
    queue.items = [workItem(1), workItem(2, { title: 'New title', revision: 2 })];
    expect(await queue.read()).toEqual(['W-2']);
    expect(queue.nodes.find('id-2')).toBe(node);
    expect(node?.row.label).toBe('New title');
  });

  it('tells the parts between which a row moved, and not its neighbours', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2), claimed(3, 15)];
    queue.model.unfold('ready');
    queue.model.unfold('in_flight');
    await queue.read();
    queue.items = [workItem(1), claimed(2, 15), claimed(3, 15)];
    expect(await queue.read()).toEqual(['in_flight', 'ready']);
    expect(queue.names('in_flight')).toEqual(['W-2', 'W-3']);
    expect(queue.nodes.find('id-2')?.parent?.id).toBe('section.in_flight');
  });

  it('draws everything anew when a part appears or goes', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    await queue.read();
    queue.items = [workItem(1), claimed(2, 15)];
    expect(await queue.read()).toBe('all');
  });

  it('tells a new order of a part', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2)];
    queue.model.unfold('ready');
    await queue.read();
    queue.items = [workItem(2, { revision: 2 }), workItem(1)];
    expect(await queue.read()).toEqual(['ready']);
  });

  it('forgets the rows of a folded part and reads them again when it is unfolded', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    queue.model.unfold('ready');
    await queue.read();
    queue.model.fold('ready');
    expect(await queue.read()).toEqual(['ready']);
    expect(queue.asked).toEqual([]);
    queue.model.unfold('ready');
    await queue.read();
    expect(queue.names('ready')).toEqual(['W-1']);
  });

  it('shows a page, says how much is hidden, and shows more on demand', async () => {
    const queue = new Queue({ page: 50, done: 20 });
    queue.items = Array.from({ length: 120 }, (_, index) => workItem(index + 1));
    queue.model.unfold('ready');
    await queue.read();
    expect(queue.section('ready').children).toHaveLength(51);
    expect(queue.section('ready').children.at(-1)?.label).toBe('Show more (70 not shown)');
    queue.model.showMore('ready');
    expect(await queue.read()).toEqual(['ready']);
    expect(queue.section('ready').children.at(-1)?.label).toBe('Show more (20 not shown)');
    queue.model.showMore('ready');
    await queue.read();
    expect(queue.section('ready').children.at(-1)?.type).toBe('workItem');
  });

  it('puts blocked work before scheduled work in one part', async () => {
    const queue = new Queue();
    queue.items = [
      workItem(1, { section: 'scheduled', notBefore: new Date(now + 60_000).toISOString() }),
      workItem(2, { section: 'blocked', blockedBy: [{ ref: 'W-9', status: 'pending' }] }),
    ];
    queue.model.unfold('waiting');
    await queue.read();
    expect(queue.names('waiting')).toEqual(['W-2', 'W-1']);
  });

  it('shows an item that moved between two reads only once', async () => {
    const queue = new Queue();
    queue.model.unfold('ready');
    queue.model.unfold('in_flight');
    const list = async (section: WorkItemSection) => ({
      items: section === 'ready' ? [workItem(1)] : section === 'in_flight' ? [claimed(1, 15)] : [],
      more: false,
    });
    const model = new QueueModel(list, () => ({ page: 500, done: 20 }));
    model.unfold('ready');
    model.unfold('in_flight');
    model.take(await model.read({ ...queue.counts, ready: 1, in_flight: 1 }, {}));
    expect(model.rows(now).flatMap(({ children }) => children.map(nameOf))).toEqual(['W-1']);
  });

  it('shows what waits for a person among what waits, as everything that needs one has a view of its own', async () => {
    const queue = new Queue();
    queue.items = [
      workItem(1, { section: 'blocked' }),
      workItem(2, { section: 'needs_you', status: 'waiting_human', question: 'Red or blue?' }),
      workItem(3, { section: 'scheduled' }),
    ];
    queue.model.unfold('waiting');
    await queue.read();
    expect(queue.roots).toEqual(['waiting']);
    expect([queue.section('waiting').label, queue.section('waiting').description]).toEqual(['Waiting', '3']);
    expect(queue.names('waiting')).toEqual(['W-2', 'W-1', 'W-3']);
  });

  it('counts what a filter finds, and hides what it does not', async () => {
    const queue = new Queue();
    queue.items = [workItem(1, { kind: 'bug' }), workItem(2), workItem(3, { section: 'done', status: 'done' })];
    queue.filter = { kind: 'bug' };
    await queue.read();
    expect(queue.roots).toEqual(['ready']);
    expect(queue.section('ready').count).toBe(1);
  });

  it('knows when the first of its rows becomes wrong, and words it anew then', async () => {
    const queue = new Queue();
    const due = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    queue.items = [workItem(1, { due: due(15) }), workItem(2, { due: due(9.5) })];
    queue.model.unfold('ready');
    await queue.read();
    expect(queue.nodes.changesAt).toBe(now + 30_000);
    expect(queue.show(undefined, now + 30_000)).toEqual(['W-2']);
    expect(queue.nodes.find('id-2')?.row.description).toBe('W-2 · due in 9 min');
    expect(queue.nodes.changesAt).toBe(now + 60_000);
  });

  it('minds no time in folded parts', async () => {
    const queue = new Queue();
    queue.items = [workItem(1, { due: new Date(now + 60_000).toISOString() })];
    queue.model.unfold('ready');
    await queue.read();
    queue.model.fold('ready');
    await queue.read();
    expect(queue.nodes.changesAt).toBeUndefined();
  });

  it('shows a notice above the parts, changes it in place, and takes it away', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    await queue.read();
    expect(queue.show({ state: 'readOnly', text: 'no' })).toBe('all');
    expect(queue.roots).toEqual(['notice', 'ready']);
    expect(queue.show({ state: 'readOnly', text: 'no' })).toEqual([]);
    expect(queue.show({ state: 'corrupt', text: 'bad' })).toEqual(['notice']);
    expect(queue.show(undefined)).toBe('all');
    expect(queue.roots).toEqual(['ready']);
  });

  it('says in the notice that an update is ready, and for whom it waits', () => {
    const text = 'Update ready; it applies when L-3 and L-7 end.';
    expect(noticeRow({ state: 'updatePending', text })).toMatchObject({
      label: 'Update ready',
      tooltip: text,
      icon: 'lock',
      spoken: `Update ready. ${text}`,
      command: { command: 'stateroom.showStatus' },
    });
  });

  it('keeps a thousand rows apart from what did not change', async () => {
    const queue = new Queue({ page: 1000, done: 20 });
    queue.items = Array.from({ length: 1000 }, (_, index) => workItem(index + 1));
    queue.model.unfold('ready');
    await queue.read();
    queue.items = queue.items.map(item => (item.id === 'id-500' ? { ...item, priority: 1, revision: 2 } : item));
    expect(await queue.read()).toEqual(['W-500']);
  });
});
