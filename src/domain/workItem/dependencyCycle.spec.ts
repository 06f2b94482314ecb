import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDependencyPath } from './dependencyCycle.js';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

describe('looking for a cycle', () => {
  it.each<[string, Record<string, string[]>, string[] | undefined]>([
    ['one step', { a: ['b'] }, ['a', 'b']],
    ['several steps', { a: ['x'], x: ['y'], y: ['b'] }, ['a', 'x', 'y', 'b']],
    ['the shortest of two ways', { a: ['x', 'b'], x: ['b'] }, ['a', 'b']],
    ['no way', { a: ['x'], x: ['y'], b: ['a'] }, undefined],
    ['a cycle elsewhere', { a: ['x'], x: ['y'], y: ['x'] }, undefined],
    ['nothing', {}, undefined],
  ])('finds %s', (_name, edges, path) => {
    expect(findDependencyPath(graph(edges), 'a', id => id === 'b')).toEqual(path);
  });

  it('takes an item for its own cycle', () => {
    expect(findDependencyPath(new Map(), 'a', id => id === 'a')).toEqual(['a']);
  });

  it('finds a way exactly when there is one', () => {
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 14 }), pairs => {
        const edges = new Map<string, string[]>();
        for (const [from, to] of pairs) edges.set(from, [...(edges.get(from) ?? []), to]);
        // All that can be reached, by widening until nothing is added.
        const reached = new Set(['a']);
        for (let size = 0; size !== reached.size; ) {
          size = reached.size;
          for (const [from, to] of pairs) if (reached.has(from)) reached.add(to);
        }
        const path = findDependencyPath(edges, 'a', id => id === 'f');
        expect(path !== undefined).toBe(reached.has('f'));
        if (path === undefined) return;
        expect([path[0], path.at(-1)]).toEqual(['a', 'f']);
        path.slice(1).forEach((to, index) => {
          expect(pairs.some(([source, target]) => source === path[index] && target === to)).toBe(true);
        });
      }),
    );
  });

  it('walks a long chain without running out of stack', () => {
    const edges = new Map(Array.from({ length: 50_000 }, (_, index) => [`n${index}`, [`n${index + 1}`]]));
    expect(findDependencyPath(edges, 'n0', id => id === 'n50000')).toHaveLength(50_001);
  });
});
