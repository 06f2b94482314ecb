/**
 * Shortest path along "depends on" edges, both ends included; adding "goal depends on start" would close a cycle. `budget` counts
 * steps down; below 0 the search ends.
 */
export function findDependencyPath(
  edges: { get(id: string): readonly string[] | undefined },
  start: string,
  isGoal: (id: string) => boolean,
  budget = { left: Number.POSITIVE_INFINITY },
): readonly string[] | undefined {
  if (isGoal(start)) return [start];
  const cameFrom = new Map<string, string>();
  let layer = [start];
  while (layer.length > 0 && budget.left >= 0) {
    const nextLayer: string[] = [];
    for (const id of layer) {
      const targets = edges.get(id) ?? [];
      budget.left -= 1 + targets.length;
      for (const target of targets) {
        if (target === start || cameFrom.has(target)) continue;
        cameFrom.set(target, id);
        if (isGoal(target)) return trace(cameFrom, target);
        nextLayer.push(target);
      }
    }
    layer = nextLayer;
  }
  return undefined;
}

function trace(cameFrom: ReadonlyMap<string, string>, goal: string): readonly string[] {
  const path = [goal];
  for (let id = cameFrom.get(goal); id !== undefined; id = cameFrom.get(id)) path.unshift(id);
  return path;
}

/** Ids in a cycle, or that depend on one. */
export function inCycles(edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const waits = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const [key, targets] of edges) {
    const open = targets.filter(target => edges.has(target));
    waits.set(key, open.length);
    for (const target of open) {
      const list = dependents.get(target) ?? [];
      list.push(key);
      dependents.set(target, list);
    }
  }
  const left = new Set(edges.keys());
  const free = [...left].filter(key => waits.get(key) === 0);
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    left.delete(key);
    for (const dependent of dependents.get(key) ?? []) {
      const count = (waits.get(dependent) ?? 0) - 1;
      waits.set(dependent, count);
      if (count === 0) free.push(dependent);
    }
  }
  return left;
}
