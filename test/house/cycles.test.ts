import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { readImports, readSources } from '../../build/walls.mjs';

type Arrow = readonly [from: string, to: string];

/** Who takes what of whom when it is evaluated: not types, and nothing that is imported late. */
let imports: Arrow[];
/** The same with types. */
let withTypes: Arrow[];

beforeAll(async () => {
  const found = (
    await Promise.all(
      (
        await readSources()
      ).map(async from => {
        const found = readImports(from, await readFile(join(place.root, from), 'utf8'));
        return found.flatMap(({ file, isType, isLate }) =>
          file === undefined || isLate ? [] : [{ arrow: [from, file] as const, isType }],
        );
      }),
    )
  ).flat();
  imports = found.flatMap(({ arrow, isType }) => (isType ? [] : [arrow]));
  withTypes = found.map(({ arrow }) => arrow);
});

/** Circles between the folders right below one; a file that is in none of them stands for itself. */
function folderCycles(root: string, imports: readonly Arrow[]): string[][] {
  const folderOf = (file: string): string => file.slice(root.length + 1).split('/')[0] ?? '';
  const within = imports.filter(arrow => arrow.every(file => file.startsWith(`${root}/`)));
  return findCycles(within.map(([from, to]) => [folderOf(from), folderOf(to)]));
}

/** The folders right below `src`, `src/surfaces` and the page's, and these two. */
function roomsOf(imports: readonly Arrow[]): string[] {
  const room = /^(?:src\/surfaces\/[^/]+|[^/]+\/[^/]+)(?=\/)/;
  return [...new Set(['src', 'src/surfaces', ...imports.flat().flatMap(file => room.exec(file)?.[0] ?? [])])];
}

/** The groups whose members can all be reached from each other, each sorted. */
function findCycles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reached = new Map([...next.keys()].map(node => [node, reachableFrom(node, next)]));
  const groups = new Map<string, string[]>();
  for (const [node, others] of reached) {
    const circle = [...others].filter(other => reached.get(other)?.has(node)).sort();
    if (circle.length > 0) groups.set(circle.join(' '), circle);
  }
  return [...groups.values()];
}

function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(next.get(node) ?? []));
  }
  return found;
}

describe('no circle of imports', () => {
  it('is there between files', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(findCycles(imports)).toEqual([]);
  });

  it('is there between rooms, nor between the folders of any of them', () => {
    const rooms = roomsOf(imports);
    expect(rooms).toEqual(expect.arrayContaining(['src', 'src/domain', 'src/git', 'src/records', 'src/surfaces/cli']));
    expect(rooms.flatMap(room => folderCycles(room, imports).map(circle => `${room}: ${circle.join(', ')}`))).toEqual(
      [],
    );
  });

  it('is there between the folders of the editor, not even of types', () => {
    expect(folderCycles('src/surfaces/vscode', withTypes)).toEqual([]);
  });

  it('escapes this reader', () => {
    const arrows = ['a b', 'b c', 'c a', 'c d', 'd d', 'e f', 'f e'].map(arrow => arrow.split(' ') as [string, string]);
    expect(findCycles(arrows)).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ]);
  });
});
