import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import baseline from './docComments.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
/** A clause in place of the value's name. */
const clause = /^[ \t]*\/\*\*\s*(?:\*\s*)?(?:What|Who|Whose|Whether|Which|Where|Why|How|Of)\b/gm;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap(name => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return name.endsWith('.ts') && !name.endsWith('.spec.ts') ? [path] : [];
  });
}

it('doc comments begin with a verb or name the value; the folders that have others lose them', () => {
  const found: Record<string, number> = {};
  for (const path of ['src', 'webview-ui/src'].flatMap(sources)) {
    const count = [...readFileSync(join(root, path), 'utf8').matchAll(clause)].length;
    const folder = dirname(path);
    if (count > 0) found[folder] = (found[folder] ?? 0) + count;
  }
  const grown = Object.entries(found).filter(
    ([folder, count]) => count > ((baseline as Record<string, number>)[folder] ?? 0),
  );
  expect(grown).toEqual([]);
  // Fewer: the baseline is lowered in the same commit, so that they do not come back.
  expect(found).toEqual(baseline);
});
