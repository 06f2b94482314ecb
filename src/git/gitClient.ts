import type { SimpleGit, SimpleGitOptions } from 'simple-git';

/**
 * Git in one directory. The only place that makes a client, so that its options hold everywhere. The library is loaded
 * on first use: most commands never need git.
 */
export async function gitClient(directory: string, options: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  return simpleGit({
    baseDir: directory,
    // By default the library also counts 50 ms from git's exit before it answers; its output streams closing is enough.
    completion: { onClose: true, onExit: false },
    ...options,
  });
}
