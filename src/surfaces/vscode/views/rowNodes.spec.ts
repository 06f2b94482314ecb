import { describe, expect, it } from 'vitest';
import type { ViewRow } from '../../../present/viewRow.js';
import { RowNodes } from './rowNodes.js';

interface Row extends ViewRow {
  readonly children?: readonly Row[];
}

const row = (id: string, children?: readonly Row[], more: Partial<ViewRow> = {}): Row => ({
  id,
  label: id,
  description: '',
  contextValue: '',
  spoken: id,
  ...more,
  ...(children === undefined ? {} : { children }),
});

const shown = (nodes: RowNodes<Row>, ...rows: Row[]): 'all' | string[] => {
  const redrawing = nodes.show(rows);
  return redrawing === 'all' ? 'all' : redrawing.map(({ id }) => id);
};

describe('RowNodes', () => {
  it('draws all when rows at the top come, go or move, and nothing when nothing differs', () => {
    const nodes = new RowNodes<Row>();
    expect(shown(nodes, row('a'), row('b'))).toBe('all');
    expect(shown(nodes, row('a'), row('b'))).toEqual([]);
    expect(shown(nodes, row('b'), row('a'))).toBe('all');
    expect(shown(nodes, row('b'))).toBe('all');
    expect(nodes.find('a')).toBeUndefined();
  });

  it('draws a row with what is below it, and not these again', () => {
    const nodes = new RowNodes<Row>();
    shown(nodes, row('a', [row('a1'), row('a2')]), row('b', [row('b1')]));
    const b1 = nodes.find('b1');
    expect(shown(nodes, row('a', [row('a1'), row('a2', [], { label: 'new' })]), row('b', [row('b1')]))).toEqual(['a2']);
    expect(shown(nodes, row('a', [row('a1', [], { label: 'new' }), row('b1')]), row('b'))).toEqual(['a', 'b']);
    expect(nodes.find('b1')).toBe(b1);
    expect(b1?.parent?.id).toBe('a');
  });

  it('draws a row of which only what is read on pointing at it differs', () => {
    const nodes = new RowNodes<Row>();
    shown(nodes, row('a', undefined, { revision: 1, changesAt: 5 }));
    expect(shown(nodes, row('a', undefined, { revision: 1, changesAt: 7 }))).toEqual([]);
    expect(nodes.changesAt).toBe(7);
    expect(shown(nodes, row('a', undefined, { revision: 2 }))).toEqual(['a']);
  });
});
