import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { readBranch } from '../refFiles.js';
import { gitDirectoryOf } from '../repositoryLocation.js';

/** Max seconds between two reflog entries of one `git switch -c`. */
const atOnce = 1;

/**
 * Returns the new name of a worktree's branch that was renamed there, or deleted after `git switch -c`. Undefined if it still
 * exists, and if HEAD is detached or on an older branch. Starts no process; finds nothing if references are not in files.
 */
export async function renamedBranch(commonDir: string, directory: string, branch: string): Promise<string | undefined> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return undefined;
  const now = /^ref: refs\/heads\/([^\n]+)$/.exec((await read(join(gitDir, 'HEAD'))).trim())?.[1];
  if (now === undefined || now === branch) return undefined;
  const [before, after] = await Promise.all([
    readBranch(commonDir, `refs/heads/${branch}`),
    readBranch(commonDir, `refs/heads/${now}`),
  ]);
  if (before !== 'absent' || after === undefined || after === 'absent') return undefined;
  const log = await read(join(commonDir, 'logs', 'refs', 'heads', ...now.split('/')));
  if (log.includes(`renamed refs/heads/${branch} to refs/heads/`)) return now;
  return isMadeHere(log, await read(join(gitDir, 'logs', 'HEAD')), now) ? now : undefined;
}

/** Compares the first entry of a branch's log with the switch to it in the log of HEAD. */
function isMadeHere(log: string, headLog: string, branch: string): boolean {
  const [first = ''] = log.split('\n');
  const switched = headLog.split('\n').find(line => line.endsWith(` to ${branch}`));
  if (switched === undefined || !first.endsWith('\tbranch: Created from HEAD')) return false;
  return Math.abs(secondsOf(first) - secondsOf(switched)) <= atOnce;
}

/** Parses `<id> <id> <name> <mail> <seconds> <zone>\t<what>`. */
function secondsOf(line: string): number {
  return Number(/ (\d+) [+-]\d{4}\t/.exec(line)?.[1]);
}

async function read(file: string): Promise<string> {
  return (await textOfRegularFile(file).catch(() => undefined)) ?? '';
}
