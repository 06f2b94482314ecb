import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { readImports, readSources } from '../../build/walls.mjs';

/** What a group of operations takes from the files of another one, types and late imports too, and why it is not in `src/records`. */
const allowed: Readonly<Record<string, string>> = {
  'import -> queue': 'entries become work items by the operation that adds many at once',
  'import -> task': 'tasks of another tracker are placed like the file of an exported task',
  'lane -> task': 'a lane that is reopened restores its task by the operation',
  'task -> lane': 'a task that is finished takes its lanes down; loaded late, as all of lanes is',
  'task -> plan': 'a task that is started with a plan registers it by the operation',
};

it('groups of operations do not import each other, except along these arrows', async () => {
  const found = new Map<string, string[]>();
  for (const from of (await readSources()).filter(file => file.startsWith('src/operations/'))) {
    for (const { file: to } of readImports(from, await readFile(join(place.root, from), 'utf8'))) {
      const [group, other] = [groupOf(from), groupOf(to ?? '')];
      if (group === undefined || other === undefined || group === other) continue;
      const arrow = `${group} -> ${other}`;
      found.set(arrow, [...(found.get(arrow) ?? []), `${from} imports ${to}`]);
    }
  }
  expect(Object.fromEntries([...found].filter(([arrow]) => allowed[arrow] === undefined))).toEqual({});
  expect(Object.keys(allowed).filter(arrow => !found.has(arrow))).toEqual([]);
});

/** The folder below `src/operations`; undefined for a file that is in none, which all groups share. */
function groupOf(file: string): string | undefined {
  return /^src\/operations\/([^/]+)\//.exec(file)?.[1];
}
