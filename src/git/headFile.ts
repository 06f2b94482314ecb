import { join } from 'node:path';
import { textOfRegularFile } from '../platform/regularFile.js';
import type { Head } from './workTree.js';

const fullId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Reads HEAD and its loose branch without starting git, for nearly every write. Undefined if only git can answer. */
export async function readHead(gitDir: string, commonDir: string): Promise<Head | undefined> {
  const text = await read(join(gitDir, 'HEAD'));
  if (text === undefined) return undefined;
  if (fullId.test(text)) return { commit: text, branch: undefined };
  const branch = /^ref: refs\/heads\/([^\n]+)$/.exec(text)?.[1];
  if (branch === undefined || branch === '.invalid') return undefined;
  const commit = await read(join(commonDir, 'refs', 'heads', ...branch.split('/')));
  return commit !== undefined && fullId.test(commit) ? { commit, branch } : undefined;
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await textOfRegularFile(file))?.trim();
  } catch {
    return undefined;
  }
}
