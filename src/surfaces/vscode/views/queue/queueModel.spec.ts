import { describe, expect, it } from 'vitest';
import { workItem } from '../../../../../test/support/workItem.js';
import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import type { QueueFilter } from './queueFilter.js';
import { QueueModel, type QueuePaging, type SectionCounts } from './queueModel.js';
import type { QueueChange, QueueNode } from './queueNode.js';

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
  readonly model: QueueModel;

  constructor(paging: QueuePaging = { page: 500, done: 20 }) {
    const list = async (section: WorkItemSection, filter: QueueFilter, limit: number) => {
      this.asked.push(section);
      const found = this.items.filter(item => item.section === section && (filter.kind ?? item.kind) === item.kind);
      return { items: found.slice(0, limit), more: found.length > limit };
    };
    this.model = new QueueModel({ list }, () => paging);
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

  read(at = now): Promise<QueueChange> {
    this.asked = [];
    return this.model.read(this.counts, at);
  }
}

const names = (nodes: readonly QueueNode[]): string[] =>
  nodes.map(node => (node.type === 'workItem' ? node.item.ref : node.type === 'section' ? node.section : node.type));

const told = (change: QueueChange): string | string[] =>
  change.what === 'nodes' ? names(change.nodes).sort() : change.what;

describe('QueueModel', () => {
  it('shows the parts that hold something, and reads only the unfolded ones', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2), workItem(3, { section: 'done', status: 'done' })];
    queue.model.unfold('ready');
    expect(told(await queue.read())).toBe('everything');
    expect(names(queue.model.roots)).toEqual(['ready', 'done']);
    expect(queue.asked).toEqual(['ready']);
    expect(names(queue.model.section('ready').children)).toEqual(['W-1', 'W-2']);
    expect(queue.model.section('done').count).toBe(1);
  });

  it('tells nothing when nothing changed', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    queue.model.unfold('ready');
    await queue.read();
    expect(told(await queue.read())).toBe('nothing');
  });

  it('tells the one row that changed, as the same node', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2)];
    queue.model.unfold('ready');
    await queue.read();
    const node = queue.model.find('id-2');
    queue.items = [workItem(1), workItem(2, { title: 'New title', revision: 2 })];
    expect(told(await queue.read())).toEqual(['W-2']);
    expect(queue.model.find('id-2')).toBe(node);
    expect(node?.row.label).toBe('W-2 New title');
  });

  it('tells the parts between which a row moved, and not its neighbours', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2), claimed(3, 15)];
    queue.model.unfold('ready');
    queue.model.unfold('in_flight');
    await queue.read();
    queue.items = [workItem(1), claimed(2, 15), claimed(3, 15)];
    expect(told(await queue.read())).toEqual(['in_flight', 'ready']);
    expect(names(queue.model.section('in_flight').children)).toEqual(['W-2', 'W-3']);
    expect(queue.model.find('id-2')?.parent.section).toBe('in_flight');
  });

  it('draws everything anew when a part appears or goes', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    await queue.read();
    queue.items = [workItem(1), claimed(2, 15)];
    expect(told(await queue.read())).toBe('everything');
  });

  it('tells a new order of a part', async () => {
    const queue = new Queue();
    queue.items = [workItem(1), workItem(2)];
    queue.model.unfold('ready');
    await queue.read();
    queue.items = [workItem(2, { revision: 2 }), workItem(1)];
    expect(told(await queue.read())).toEqual(['ready']);
  });

  it('forgets the rows of a folded part and reads them again when it is unfolded', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    queue.model.unfold('ready');
    await queue.read();
    queue.model.fold('ready');
    expect(told(await queue.read())).toEqual(['ready']);
    expect(queue.asked).toEqual([]);
    queue.model.unfold('ready');
    await queue.read();
    expect(names(queue.model.section('ready').children)).toEqual(['W-1']);
  });

  it('shows a page, says how much is hidden, and shows more on demand', async () => {
    const queue = new Queue({ page: 50, done: 20 });
    queue.items = Array.from({ length: 120 }, (_, index) => workItem(index + 1));
    queue.model.unfold('ready');
    await queue.read();
    const ready = queue.model.section('ready');
    expect(ready.children).toHaveLength(51);
    expect(ready.children.at(-1)).toMatchObject({ type: 'more', hidden: 70 });
    queue.model.showMore('ready');
    expect(told(await queue.read())).toEqual(['ready']);
    expect(ready.children.at(-1)).toMatchObject({ type: 'more', hidden: 20 });
    queue.model.showMore('ready');
    await queue.read();
    expect(ready.children.at(-1)?.type).toBe('workItem');
  });

  it('puts blocked work before scheduled work in one part', async () => {
    const queue = new Queue();
    queue.items = [
      workItem(1, { section: 'scheduled', notBefore: new Date(now + 60_000).toISOString() }),
      workItem(2, { section: 'blocked', blockedBy: [{ ref: 'W-9', status: 'pending' }] }),
    ];
    queue.model.unfold('waiting');
    await queue.read();
    expect(names(queue.model.section('waiting').children)).toEqual(['W-2', 'W-1']);
  });

  it('shows an item that moved between two reads only once', async () => {
    const queue = new Queue();
    queue.model.unfold('ready');
    queue.model.unfold('in_flight');
    const list = async (section: WorkItemSection) => ({
      items: section === 'ready' ? [workItem(1)] : section === 'in_flight' ? [claimed(1, 15)] : [],
      more: false,
    });
    const model = new QueueModel({ list }, () => ({ page: 500, done: 20 }));
    model.unfold('ready');
    model.unfold('in_flight');
    await model.read({ ...queue.counts, ready: 1, in_flight: 1 }, now);
    expect([...names(model.section('ready').children), ...names(model.section('in_flight').children)]).toEqual(['W-1']);
  });

  it('counts what a filter finds, and hides what it does not', async () => {
    const queue = new Queue();
    queue.items = [workItem(1, { kind: 'bug' }), workItem(2), workItem(3, { section: 'done', status: 'done' })];
    queue.model.filter = { kind: 'bug' };
    await queue.read();
    expect(names(queue.model.roots)).toEqual(['ready']);
    expect(queue.model.section('ready').count).toBe(1);
  });

  it('knows when the first of its rows becomes wrong, and words it anew then', async () => {
    const queue = new Queue();
    queue.items = [claimed(1, 15), claimed(2, 9.5)];
    queue.model.unfold('in_flight');
    await queue.read();
    expect(queue.model.changesAt).toBe(now + 30_000);
    expect(told(queue.model.retime(now + 30_000))).toEqual(['W-2']);
    expect(queue.model.find('id-2')?.row.description).toBe('codex · 9 min left');
    expect(queue.model.changesAt).toBe(now + 60_000);
  });

  it('minds no time in folded parts', async () => {
    const queue = new Queue();
    queue.items = [claimed(1, 15)];
    queue.model.unfold('in_flight');
    await queue.read();
    queue.model.fold('in_flight');
    expect(queue.model.changesAt).toBeUndefined();
  });

  it('shows a notice above the parts, changes it in place, and takes it away', async () => {
    const queue = new Queue();
    queue.items = [workItem(1)];
    await queue.read();
    expect(told(queue.model.setNotice({ state: 'readOnly', text: 'no' }))).toBe('everything');
    expect(names(queue.model.roots)).toEqual(['notice', 'ready']);
    expect(told(queue.model.setNotice({ state: 'readOnly', text: 'no' }))).toBe('nothing');
    expect(told(queue.model.setNotice({ state: 'corrupt', text: 'bad' }))).toEqual(['notice']);
    expect(told(queue.model.setNotice(undefined))).toBe('everything');
    expect(names(queue.model.roots)).toEqual(['ready']);
  });

  it('keeps a thousand rows apart from what did not change', async () => {
    const queue = new Queue({ page: 1000, done: 20 });
    queue.items = Array.from({ length: 1000 }, (_, index) => workItem(index + 1));
    queue.model.unfold('ready');
    await queue.read();
    queue.items = queue.items.map(item => (item.id === 'id-500' ? { ...item, priority: 1, revision: 2 } : item));
    expect(told(await queue.read())).toEqual(['W-500']);
  });
});
