import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  headingsOf,
  type IntakeHit,
  type IntakePlan,
  intakeKindOf,
  intakeStems,
  plainScore,
  planOf,
} from '../../../domain/run/intakePlan.js';
import { beginningOf } from '../../../platform/textFiles.js';

/** Max files to read, and max bytes read from the beginning of each. */
const [maxFiles, maxBytes] = [2000, 64 * 1024];
const notLookedAt = /^\.(?!claude$|cursor$)|^(?:node_modules|vendor|dist|build|target|venv|__pycache__)$/;

/** Ranks documents, skills and tests by the request's words in paths and headings; null for none. Skips links. */
export async function folderIntake(root: string, request: string): Promise<IntakePlan | null> {
  const stems = intakeStems(request);
  const hits: IntakeHit[] = [];
  for (const path of await pathsBelow(root)) {
    const kind = intakeKindOf(path);
    if (kind === undefined) continue;
    const text = Buffer.from(await beginningOf(join(root, path), maxBytes).catch(() => new Uint8Array())).toString(
      'utf8',
    );
    const [first = '', ...rest] = headingsOf(kind, text);
    const score = plainScore(stems, `${path} ${first}`, rest.join('\n'));
    if (score > 0) hits.push({ path, kind, score, text: `${path} ${[first, ...rest].join('\n')}` });
  }
  return hits.length === 0 ? null : planOf(stems, hits, []);
}

/** Returns the paths of files below a folder, with `/`, nearest first. */
async function pathsBelow(root: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !notLookedAt.test(entry.name)) folders.push(path);
      if (paths.length >= maxFiles) return paths;
    }
  }
  return paths;
}
