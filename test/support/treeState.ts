import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Stateroom's own files in a lane, made again with its worktree. */
const ours = new Set(['.git', '.env.stateroom', '.worker-ctx.json']);

/** A worktree as git and the file system see it: index, status, and each file with its mode and content. */
export interface TreeState {
  readonly status: string;
  readonly index: string;
  readonly files: string;
}

export function treeState(directory: string): TreeState {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !(entry.parentPath === directory && ours.has(entry.name)))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.startsWith(join(directory, '.git/')))
    .sort()
    .map(path => `${statSync(path).mode.toString(8)} ${path} ${readFileSync(path, 'latin1')}`);
  return {
    status: git(directory, 'status', '--porcelain'),
    index: git(directory, 'ls-files', '--stage'),
    files: files.join('\n'),
  };
}

/** All references of a repository with what they are at. */
export function references(repository: string): string {
  return git(repository, 'for-each-ref', '--format=%(refname) %(objectname)');
}

function git(directory: string, ...words: string[]): string {
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));
  const env = { ...own, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', words, { cwd: directory, env, encoding: 'utf8' });
}
