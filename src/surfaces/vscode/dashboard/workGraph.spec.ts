import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { layOutWork, maxNodes } from './workGraph.js';

const item = (number: number, ...after: number[]) => ({
  ref: `W-${number}`,
  title: `About ${number}`,
  section: after.length === 0 ? ('ready' as const) : ('blocked' as const),
  blockedBy: after.map(other => ({ ref: `W-${other}`, status: 'pending' as const })),
});

it('has the items that wait for others and those, each after the first one that it waits for', () => {
  const graph = layOutWork([item(1), item(2, 1), item(3, 1, 5), item(4, 2), item(5), item(6)]);
  expect(graph.nodes.map(({ ref, title, state, after }) => [ref, title, state, after])).toEqual([
    ['W-1', 'About 1', 'ready', []],
    ['W-2', 'About 2', 'blocked', ['W-1']],
    ['W-4', 'About 4', 'blocked', ['W-2']],
    ['W-3', 'About 3', 'blocked', ['W-1', 'W-5']],
    ['W-5', 'About 5', 'ready', []],
  ]);
  expect(graph.edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
    'W-1 W-2',
    'W-1 W-3',
    'W-2 W-4',
    'W-5 W-3',
  ]);
  const at = new Map(graph.nodes.map(({ ref, at: { x } }) => [ref, x]));
  for (const { from, to, points } of graph.edges) {
    expect(at.get(from)).toBeLessThan(at.get(to) ?? 0);
    expect(points.length).toBeGreaterThan(1);
  }
});

it('knows of a blocker that is not open its reference alone, and is empty without dependencies', () => {
  const { nodes } = layOutWork([item(2, 1)]);
  expect(nodes.map(({ ref, title, state }) => [ref, title, state])).toEqual([
    ['W-1', '', 'done'],
    ['W-2', 'About 2', 'blocked'],
  ]);
  expect(layOutWork([item(1)])).toEqual({ width: 0, height: 0, nodes: [], edges: [], hidden: 0 });
});

it('leaves out what is too much to draw, and says how much', () => {
  const many = Array.from({ length: maxNodes + 10 }, (_, at) => (at === 0 ? item(1) : item(at + 1, at)));
  const { nodes, hidden } = layOutWork(many);
  expect([nodes.length, hidden]).toEqual([maxNodes, 10]);
});

it('lays out a hundred items in 300 ms', () => {
  const hundred = Array.from({ length: 100 }, (_, at) =>
    at < 10 ? item(at + 1) : item(at + 1, at - 9, ...(at % 3 === 0 ? [at - 5] : [])),
  );
  layOutWork(hundred);
  const begun = performance.now();
  expect(layOutWork(hundred).nodes).toHaveLength(100);
  expect(performance.now() - begun).toBeLessThan(300);
});
