import { type GitProcess, splitNul } from '../gitProcess.js';

/** Max entries that are read from reflogs, the last ones. */
const maxEntries = 5000;

/** Returns, by commit, the branch whose tip it was at some time, as far as the reflogs know; also deleted branches. */
export async function listCommitsByReflog(git: GitProcess): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const args = ['-g', '-z', '--no-show-signature', `--max-count=${maxEntries}`, '--format=%H%n%gD%n%gs'];
  // There may be no reflogs at all.
  const read = async (...revisions: string[]): Promise<string[][]> => {
    const { exitCode, stdout } = await git.run(['log', ...args, ...revisions, '--'], { answers: [128] });
    return exitCode === 0 ? splitNul(stdout).map(entry => entry.split('\n')) : [];
  };
  for (const [commit = '', name = ''] of await read('--branches')) {
    const [, branch] = /^refs\/heads\/(.+)@\{/.exec(name) ?? [];
    if (branch !== undefined && !found.has(commit)) found.set(commit, branch);
  }
  // HEAD, newest first: entries before a checkout were made on the branch that it left.
  let current = (await git.line(['symbolic-ref', '--quiet', '--short', 'HEAD'])) ?? '';
  for (const [commit = '', , ...said] of await read('HEAD')) {
    if (current !== '' && !found.has(commit)) found.set(commit, current);
    const [, left] = /^checkout: moving from (\S+) to /.exec(said.join(' ')) ?? [];
    if (left !== undefined) current = /^[0-9a-f]{40,64}$/.test(left) ? '' : left;
  }
  return found;
}
