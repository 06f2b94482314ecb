import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { findFiles } from './findFiles.mjs';
import { place } from './place.mjs';

/**
 * A row of the table of folders: what may be imported from a folder, or from one file.
 *
 * @typedef {object} Wall
 * @property {string} folder path from the root; a row of one file, which ends in `.ts`, adds to the row of its folder
 * @property {ReadonlySet<string>} mayImport folders of other rows
 * @property {ReadonlySet<string>} packages names of packages; `node:` for those of Node.js
 */

/**
 * One import of a source: the specifier as written, and the file it leads to where that is one of ours.
 *
 * @typedef {object} Import
 * @property {string} specifier
 * @property {string} [file] path from the root
 * @property {boolean} isType true when nothing of it is left in the program
 * @property {boolean} isLate true for `import()`
 */

/** The document that holds the table; it is what a contributor reads, so that there is no second list. */
const document = 'docs/architecture.md';

/** Sources that ship, as paths from the root. */
export async function readSources() {
  const files = [...(await findFiles('src', '.ts')), ...(await findFiles('webview-ui', '.ts'))];
  return files.filter(file => !file.endsWith('.spec.ts') && !file.endsWith('.d.ts'));
}

/**
 * The rows of the table "folder, holds, may import, packages" in a Markdown text; names are in backticks, and a folder below
 * `src` is written without it in the third column.
 *
 * @param {string} markdown
 * @returns {Wall[]} the most specific folder first
 */
export function readWalls(markdown) {
  const rows = markdown.split('\n').flatMap(line => {
    const cells = line.split('|').slice(1, -1);
    return cells.length === 4 && /^ `(src|webview-ui)/.test(cells[0] ?? '') ? [cells.map(namesIn)] : [];
  });
  return rows
    .flatMap(([folders = [], , mayImport = [], packages = []]) =>
      folders.map(folder => ({
        folder,
        mayImport: new Set(mayImport.map(name => (name.startsWith('src') ? name : `src/${name}`))),
        packages: new Set(packages),
      })),
    )
    .sort((a, b) => b.folder.length - a.folder.length);
}

/** @param {string} cell */
function namesIn(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/**
 * What a source imports and exports again.
 *
 * @param {string} file path from the root
 * @param {string} text
 * @returns {Import[]}
 */
export function readImports(file, text) {
  const { module } = parseSync(file, text);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
    isLate: false,
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ specifier: moduleRequest.value, isType, isLate: false });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, '');
    found.push({ specifier, isType: false, isLate: true });
  }
  return found.map(one => (one.specifier.startsWith('.') ? { ...one, file: fileOf(file, one.specifier) } : one));
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function fileOf(file, specifier) {
  return posix.join(dirname(file), specifier).replace(/\.js$/, '.ts');
}

/**
 * One sentence for each import that the table does not allow.
 *
 * @param {readonly Wall[]} walls
 * @param {string} file
 * @param {readonly Import[]} imports
 */
export function findBreaches(walls, file, imports) {
  const own = wallOf(walls, file);
  const alone = walls.find(({ folder }) => folder === file);
  if (own === undefined) return [`${file} is in no folder of the table in ${document}.`];
  return imports.flatMap(({ specifier, file: target }) => {
    if (target === undefined || target === 'package.json') {
      const name = specifier.startsWith('node:') ? 'node:' : (target ?? specifier);
      const packages = [...own.packages, ...(alone?.packages ?? [])];
      const isAllowed = packages.some(one => name === one || name.startsWith(`${one}/`));
      return isAllowed
        ? []
        : [`${file} may not import ${specifier}: ${own.folder} has no such package in ${document}.`];
    }
    const other = wallOf(walls, target);
    if (other === own) return [];
    if (other !== undefined && (own.mayImport.has(other.folder) || alone?.mayImport.has(other.folder))) return [];
    return [
      `${file} may not import ${target}: ${own.folder} may not reach into ${other?.folder ?? 'it'} (${document}).`,
    ];
  });
}

/**
 * @param {readonly Wall[]} walls
 * @param {string} file
 */
function wallOf(walls, file) {
  return walls.find(({ folder }) => file.startsWith(`${folder}/`));
}

/** Every import in the sources that the table in docs/architecture.md does not allow, as sentences. */
export async function checkWalls() {
  const walls = readWalls(await readFile(join(place.root, document), 'utf8'));
  const breaches = [];
  for (const file of await readSources()) {
    const text = await readFile(join(place.root, file), 'utf8');
    breaches.push(...findBreaches(walls, file, readImports(file, text)));
  }
  return breaches;
}
