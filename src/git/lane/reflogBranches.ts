import { type GitProcess, splitNul } from '../gitProcess.js';

/** Max entries to read, newest first. */
const maxEntries = 5000;

/** Maps commits to branches that had them as tip, by reflog; includes deleted branches. */
export async function listCommitsByReflog(git: GitProcess): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const args = ['-g', '-z', '--no-show-signature', `--max-count=${maxEntries}`, '--format=%H%n%gD%n%gs'];
  // Reflogs may be missing.
  const read = async (...revisions: string[]): Promise<string[][]> => {
    const { exitCode, stdout } = await git.run(['log', ...args, ...revisions, '--'], { answers: [128] });
    return exitCode === 0 ? splitNul(stdout).map(entry => entry.split('\n')) : [];
  };
  for (const [commit = '', name = ''] of await read('--branches')) {
    const [, branch] = /^refs\/heads\/(.+)@\{/.exec(name) ?? [];
    if (branch !== undefined && !found.has(commit)) found.set(commit, branch);
  }
  // HEAD, newest first: entries before a checkout belong to the branch that it left.
  let current = (await git.line(['symbolic-ref', '--quiet', '--short', 'HEAD'])) ?? '';
  for (const [commit = '', , ...said] of await read('HEAD')) {
    if (current !== '' && !found.has(commit)) found.set(commit, current);
    const [, left] = /^checkout: moving from (\S+) to /.exec(said.join(' ')) ?? [];
    if (left !== undefined) current = /^[0-9a-f]{40,64}$/.test(left) ? '' : left;
  }
  return found;
}
