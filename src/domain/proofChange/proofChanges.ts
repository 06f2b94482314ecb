import { filesNamedBy, isTestFile, pipelineGlobs, settingsGlobs, skipsTests, testGlobs } from './proofFiles.js';
import { type PatchedFile, readPatch } from './readPatch.js';
import { type IsMeant, packageLines, sectionLines } from './settingsLines.js';

/** Changes of a branch to its own proof, each as `path:line`, or the path of a deleted file. */
export interface ProofChanges {
  readonly commands: readonly string[];
  readonly tests: readonly string[];
}

export const noProofChanges: ProofChanges = { commands: [], tests: [] };

/** Max files per kind, with one change reported for each. */
const maxNamed = 20;

export function proofGlobs(commands: readonly string[]): string[] {
  return [...settingsGlobs, ...pipelineGlobs, ...testGlobs, ...filesNamedBy(commands)];
}

/** Ids of the blobs needed to find the relevant lines of a patch. */
export function blobsOfProof(patch: string): string[] {
  return readPatch(patch).flatMap(({ path, kind, blob }) =>
    kind === 'edit' && readerOf(path) !== undefined ? (blob ?? []) : [],
  );
}

/** Finds changes in a patch to the proof by these commands; `texts` are the blobs of `blobsOfProof`. */
export function proofChanges(
  patch: string,
  commands: readonly string[],
  texts: ReadonlyMap<string, string>,
): ProofChanges {
  const files = readPatch(patch);
  const named = new Set(filesNamedBy(commands));
  return {
    commands: files
      .flatMap(file =>
        isTestFile(file.path) && !named.has(file.path) ? [] : settingsChange(file, named, commands, texts),
      )
      .slice(0, maxNamed),
    tests: files.flatMap(testChange).slice(0, maxNamed),
  };
}

/** Reports the first relevant line. */
function settingsChange(
  file: PatchedFile,
  named: ReadonlySet<string>,
  commands: readonly string[],
  texts: ReadonlyMap<string, string>,
): string[] {
  const { path, kind, blob, lines } = file;
  if (!named.has(path) && !isSettings(path)) return [];
  if (kind === 'delete') return [path];
  const reader = named.has(path) ? undefined : readerOf(path);
  // A new package has no required command yet.
  if (reader !== undefined && kind === 'add') return [];
  const text = blob === undefined ? undefined : texts.get(blob);
  const isMeant: IsMeant = reader === undefined || text === undefined ? () => true : reader(text, commands);
  const found = lines.find(({ line, text: content }) => isMeant(line, content));
  return found === undefined ? [] : [`${path}:${found.line}`];
}

type Reader = (text: string, commands: readonly string[]) => IsMeant;

/** Returns the reader of a file with only some lines about tests. */
function readerOf(path: string): Reader | undefined {
  if (/(?:^|\/)package\.json$/.test(path)) return packageLines;
  if (/(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path)) return sectionLines;
  if (/(?:^|\/)\.gitattributes$/.test(path)) return () => (_, content) => /\bfilter\b/.test(content);
  return undefined;
}

const settings = [...settingsGlobs, ...pipelineGlobs].map(asPattern);

function isSettings(path: string): boolean {
  return settings.some(pattern => pattern.test(path));
}

function asPattern(glob: string): RegExp {
  const text = glob
    .replace(/[.+?^$()[\]{}|]/g, '\\$&')
    .replace(/^\*\*\//, '(?:.*/)?')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*');
  return new RegExp(`^${text}$`);
}

function testChange({ path, kind, lines }: PatchedFile): string[] {
  if (!isTestFile(path)) return [];
  if (kind === 'delete') return [path];
  return lines.filter(({ added, text }) => added && skipsTests(text)).map(({ line }) => `${path}:${line}`);
}
