import { loadsOfNpm, type RunVariable } from '../../domain/evidence/runFacts.js';
import type { WorkTree } from '../../git/workTree.js';
import { textOfRegularFile } from '../../platform/regularFile.js';

const maxBytes = 256 * 1024;

/** Returns npm settings that load other code from ignored `.npmrc` files of `folder` and its parents. May call git. */
export async function ignoredNpmSettings(workTree: WorkTree, folder: string): Promise<readonly RunVariable[]> {
  const parts = folder.split('/').filter(part => part !== '');
  const paths = [...parts, ''].map((_, count) => [...parts.slice(0, count), '.npmrc'].join('/'));
  const found = new Map<string, RunVariable[]>();
  for (const path of paths) {
    const text = await textOfRegularFile(`${workTree.root}/${path}`, { maxBytes }).catch(() => undefined);
    const settings = loadsOfNpm(text ?? '').map(({ name, value }) => ({ name: `${path}: ${name}`, value }));
    if (settings.length > 0) found.set(path, settings);
  }
  if (found.size === 0) return [];
  const { commit } = await workTree.head();
  const committed = commit === undefined ? undefined : await workTree.blobsOf([...found.keys()], commit);
  const changes = new Map((await workTree.changes()).map(({ path, kind }) => [path, kind]));
  return [...found].flatMap(([path, settings]) => {
    const kind = changes.get(path);
    const isInTree = kind === undefined ? committed?.has(path) === true : kind !== 'delete';
    return isInTree ? [] : settings;
  });
}
