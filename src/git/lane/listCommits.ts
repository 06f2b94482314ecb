import { splitNul } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';

interface LaneCommit {
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** ms UTC. */
  readonly committedAt: number;
}

/** Max commits, newest first. */
const maxCommits = 500;

/** Lists commits since the merge base with `base`, newest first; undefined without a common commit. */
export async function listCommits(
  { gitIn }: GitPlace,
  directory: string,
  base: string,
): Promise<{ from: string; head: string; commits: readonly LaneCommit[] } | undefined> {
  const git = gitIn(directory);
  const head = await git.line(['rev-parse', 'HEAD']);
  const from = head && (await git.line(['merge-base', head, base]));
  if (head === undefined || from === undefined) return undefined;
  const format = '--format=%H%n%ct%n%an%n%s';
  const text = await git.text([
    'log',
    '-z',
    '--no-show-signature',
    format,
    `--max-count=${maxCommits}`,
    `${from}..${head}`,
    '--',
  ]);
  const commits = splitNul(text).map(entry => {
    const [commit = '', seconds, author = '', ...subject] = entry.split('\n');
    return { commit, subject: subject.join(' '), author, committedAt: Number(seconds) * 1000 };
  });
  return { from, head, commits };
}
