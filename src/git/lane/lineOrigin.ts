import { GitFailure } from '../gitFailure.js';
import type { GitProcess } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';

/** The commit that last changed a line. */
export interface LineOrigin {
  /** Null for a line that is not committed. */
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string;
  /** When it was written, which a rebase keeps, ms UTC. */
  readonly writtenAt: number;
  /** The commit of the first-parent line of HEAD that brought it there: a merge, or itself; null if it is not in HEAD. */
  readonly broughtBy: string | null;
}

const none = /^0+$/;

/** Line from 1, in a file of a worktree. Undefined for a file that git does not have, or a line that it lacks. */
export async function lineOrigin(
  { gitIn }: GitPlace,
  directory: string,
  { path, line }: { readonly path: string; readonly line: number },
): Promise<LineOrigin | undefined> {
  const git = gitIn(directory);
  const text = await blame(git, path, line);
  if (text === undefined) return undefined;
  const [head = '', ...lines] = text.split('\n');
  const value = (name: string): string => lines.find(each => each.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const [commit = ''] = head.split(' ');
  const isWritten = !none.test(commit);
  return {
    commit: isWritten ? commit : null,
    subject: isWritten ? value('summary') : '',
    author: isWritten ? value('author') : '',
    writtenAt: Number(value('author-time')) * 1000,
    broughtBy: isWritten ? await broughtBy(git, commit) : null,
  };
}

async function blame(git: GitProcess, path: string, line: number): Promise<string | undefined> {
  try {
    return await git.text(['blame', '--porcelain', '-L', `${line},${line}`, '--', path]);
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

async function broughtBy(git: GitProcess, commit: string): Promise<string> {
  const path = await git.text(['rev-list', '--first-parent', '--ancestry-path', '--reverse', `${commit}..HEAD`]);
  const first = path.split('\n')[0] ?? '';
  if (first === '') return commit;
  // A commit of the first-parent line itself was brought by nothing else.
  const isOwn = (await git.line(['merge-base', commit, `${first}^1`])) === commit;
  return isOwn ? commit : first;
}
