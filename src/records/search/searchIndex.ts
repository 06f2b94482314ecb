import type { Transaction } from '../../store/store.js';
import type { SearchBlock } from '../../store/tables/searchQueries.js';
import type { TextIndex } from '../../store/textIndex.js';
import type { Context } from '../context.js';

export const archivedGroup = 'archive/';

/** Groups without texts; their stamps identify the source of the others. */
const [commitsGroup, archivesGroup] = ['commits', 'archives'] as const;

export interface SearchIndex {
  readonly index: TextIndex;
  readonly renewed: number;
}

/** Returns the index with all acknowledged commits, reading only changed blocks; undefined without a store. */
export async function searchIndex({ store, progress, signal }: Context): Promise<SearchIndex | undefined> {
  const mark = store.commitMark();
  if (mark === undefined) return undefined;
  const index = await store.textIndex('search');
  const present = index.groups();
  if (present.get(commitsGroup) === mark) return { index, renewed: 0 };
  const { blocks, archives } = await store.read(async ({ search }) => ({
    blocks: await search.blocks(),
    archives: (await search.archives()).join(),
  }));
  const archived = present.get(archivesGroup) === archives ? undefined : await readArchived(store);
  const wanted = new Map(blocks.map(block => [groupOf(block), block]));
  const isGone = (name: string): boolean =>
    name.startsWith(archivedGroup) ? archived !== undefined : name.includes('/') && !wanted.has(name);
  for (const name of present.keys()) if (isGone(name)) index.remove(name);
  for (const [name, rows] of archived ?? []) index.put(name, '', rows);
  const changed = blocks.filter(block => present.get(groupOf(block)) !== block.stamp);
  for (const [done, block] of changed.entries()) {
    signal?.throwIfAborted();
    progress?.(done, changed.length, 'Indexing');
    index.put(groupOf(block), block.stamp, await store.read(({ search }) => search.rows(block)));
    // Yield: the first index of a large store takes seconds.
    await new Promise(resolve => setImmediate(resolve));
  }
  index.put(archivesGroup, archives, []);
  index.put(commitsGroup, mark, []);
  await index.save();
  return { index, renewed: changed.length };
}

function groupOf({ source, block }: SearchBlock): string {
  return `${source}/${block}`;
}

function readArchived(store: Context['store']) {
  return store.readArchived(async ({ search }: Transaction) => {
    const groups = new Map<string, Awaited<ReturnType<typeof search.rows>>>();
    for (const block of await search.blocks()) groups.set(archivedGroup + groupOf(block), await search.rows(block));
    return groups;
  });
}
