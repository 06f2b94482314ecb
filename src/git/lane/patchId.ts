import type { GitProcess } from '../gitProcess.js';

/** Returns git's patch id, independent of line numbers; undefined without a change. */
export async function changeId(git: GitProcess, from: string, to: string): Promise<string | undefined> {
  const [own] = await patchIds(git, await git.text(['diff', '--no-ext-diff', '--full-index', from, to]));
  return own?.id;
}

/** Takes the output of `git log -p`. */
export async function patchIds(git: GitProcess, patch: string): Promise<{ id: string; commit: string }[]> {
  if (patch.trim() === '') return [];
  const listed = await git.text(['patch-id', '--stable'], { input: patch });
  return listed.split('\n').flatMap(line => {
    const [id, commit] = line.split(' ');
    return id === undefined || commit === undefined ? [] : [{ id, commit }];
  });
}
