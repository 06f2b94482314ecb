import * as dagre from '@dagrejs/dagre';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { type GraphState, nodeSize, type WorkGraph } from '../../../protocol/workGraph.js';

/** Max items drawn, in the order of the tree. */
export const maxNodes = 150;

type GraphItem = Pick<WorkItem, 'ref' | 'title' | 'section' | 'blockedBy'>;

/** Lays out open items that wait for others, and those, from left to right. */
export function layOutWork(items: readonly GraphItem[]): WorkGraph {
  const known = new Map(items.map(item => [item.ref, item]));
  const all = new Map<string, readonly string[]>();
  for (const { ref, blockedBy } of items) {
    if (blockedBy.length === 0) continue;
    all.set(ref, [...new Set(blockedBy.map(blocker => blocker.ref))]);
    for (const blocker of blockedBy) if (!all.has(blocker.ref)) all.set(blocker.ref, []);
  }
  const order = inTreeOrder(all);
  const shown = new Set(order.slice(0, maxNodes));
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 48, marginx: 4, marginy: 4 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const ref of shown) graph.setNode(ref, { ...nodeSize });
  const after = (ref: string): string[] => (all.get(ref) ?? []).filter(other => shown.has(other));
  for (const ref of shown) for (const other of after(ref)) graph.setEdge(other, ref);
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: finite(width),
    height: finite(height),
    nodes: [...shown].map(ref => {
      const { x = 0, y = 0 } = graph.node(ref);
      const item = known.get(ref);
      return { ref, title: item?.title ?? '', state: stateOf(item), at: { x, y }, after: after(ref) };
    }),
    edges: graph.edges().map(edge => ({
      from: edge.v,
      to: edge.w,
      points: (graph.edge(edge).points ?? []).map(({ x, y }: { x: number; y: number }) => ({ x, y })),
    })),
    hidden: order.length - shown.size,
  };
}

/** Items before what waits for them, each directly after the first item that it waits for, as far as they have one. */
function inTreeOrder(after: ReadonlyMap<string, readonly string[]>): string[] {
  const waiting = new Map<string, string[]>();
  for (const [ref, [first]] of after) if (first !== undefined) waiting.set(first, [...(waiting.get(first) ?? []), ref]);
  const order = new Set<string>();
  const open = [...after].filter(([, blockers]) => blockers.length === 0).map(([ref]) => ref);
  while (open.length > 0) {
    const ref = open.shift() as string;
    if (order.has(ref)) continue;
    order.add(ref);
    open.unshift(...(waiting.get(ref) ?? []));
  }
  return [...order];
}

function stateOf(item: GraphItem | undefined): GraphState {
  return item?.section ?? 'done';
}

/** An empty graph is laid out as infinitely small. */
function finite(size: number): number {
  return Number.isFinite(size) ? size : 0;
}
