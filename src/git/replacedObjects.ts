import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';
import type { GitProcess } from './gitProcess.js';
import type { Replaced } from './workTree.js';

const folder = 'refs/replace/';
const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Separates objects replaced in the given commits and between them from all others. Starts git only if any exist. */
export async function findReplaced(git: GitProcess, commonDir: string, ends: readonly string[]): Promise<Replaced> {
  const ids = [...new Set([...(await replacedBy(git, commonDir)), ...(await grafted(commonDir))])];
  if (ids.length === 0) return { here: [], elsewhere: [] };
  if (ends.length === 0) return { here: [], elsewhere: ids };
  const [tips, between] = await Promise.all([
    git.text(['rev-list', '--objects', '--no-walk', '--stdin'], { input: endEach(ends) }),
    ends.length < 2 ? '' : git.text(['rev-list', '--objects', `${ends[0]}...${ends[1]}`, '--']),
  ]);
  const held = new Set(`${tips}\n${between}`.split('\n').map(line => line.split(' ', 1)[0] ?? ''));
  return { here: ids.filter(id => held.has(id)), elsewhere: ids.filter(id => !held.has(id)) };
}

/** Reads git's files, or asks git if references are in tables. */
async function replacedBy(git: GitProcess, commonDir: string): Promise<string[]> {
  const loose = await readdir(join(commonDir, folder), { recursive: true }).catch(
    insteadOf('ENOENT ENOTDIR', undefined),
  );
  const packed = await readFile(join(commonDir, 'packed-refs'), 'utf8').catch(insteadOf('ENOENT', ''));
  const isTable = await readdir(join(commonDir, 'reftable')).then(
    () => true,
    () => false,
  );
  const asked = isTable ? await git.text(['for-each-ref', '--format=%(objectname) %(refname)', folder]) : '';
  const listed = [...`${packed}\n${asked}`.matchAll(/ refs\/replace\/(\S+)/g)].map(([, id = '']) => id);
  return [...(loose ?? []), ...listed].filter(id => fullId.test(id));
}

/** Each line is a commit and its new parents. */
async function grafted(commonDir: string): Promise<string[]> {
  const text = await readFile(join(commonDir, 'info', 'grafts'), 'utf8').catch(insteadOf('ENOENT ENOTDIR', ''));
  return text
    .split('\n')
    .flatMap(line => line.trim().split(' ')[0] ?? [])
    .filter(id => fullId.test(id));
}

function endEach(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}
