import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '../operations/catalogue.js';
import { operationsDocument } from './operationsDocument.js';

/** Updates `docs/operations.md` below a root folder; true if it was outdated. */
export async function writeOperationsDocument(root: string): Promise<boolean> {
  const path = join(root, 'docs', 'operations.md');
  const text = operationsDocument(catalogue);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return false;
  await writeFile(path, text);
  return true;
}
