import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findFiles } from './findFiles.mjs';
import { place } from './place.mjs';
import { textsOf } from './sourceTexts.mjs';

/** The texts of the editor's code in English, for translators; the editor itself has them in its code. */
export const textFile = 'media/l10n/bundle.l10n.json';

/**
 * The texts for people in the sources, with the files they are in, and the places where a text is not written out.
 *
 * @returns {Promise<{ texts: Map<string, string[]>, handedOn: string[] }>} texts sorted by their words
 */
export async function readTexts() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const handedOn = [];
  for (const file of await editorSources()) {
    for (const { text } of textsOf(await readFile(join(place.root, file), 'utf8'))) {
      if (text === undefined) handedOn.push(file);
      else found.set(text, [...(found.get(text) ?? []), file]);
    }
  }
  const texts = new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { texts, handedOn };
}

/** The TypeScript files that the editor may run, without their tests. */
export async function editorSources() {
  const files = await findFiles('src', '.ts');
  return files.filter(file => !file.endsWith('.spec.ts') && !/^src\/(build|surfaces\/(cli|mcp))\//.test(file));
}

/** Brings `media/l10n/bundle.l10n.json` up to date. @returns {Promise<boolean>} whether it was written */
export async function exportTexts() {
  const { texts } = await readTexts();
  const content = `${JSON.stringify(Object.fromEntries([...texts.keys()].map(text => [text, text])), undefined, 2)}\n`;
  const path = join(place.root, textFile);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
  return true;
}
