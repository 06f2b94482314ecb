import type { SimpleGit, SimpleGitOptions } from 'simple-git';

/**
 * Git in one directory. The only place that makes a client, so that its options hold everywhere. The library is loaded
 * on first use: most commands never need git.
 */
export async function gitClient(directory: string, options: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const client = simpleGit({
    baseDir: directory,
    // By default the library also counts 50 ms from git's exit before it answers; its output streams closing is enough.
    completion: { onClose: true, onExit: false },
    ...options,
  });
  // After a command that printed nothing it waits 50 ms for output that might still come; an empty piece of it will do.
  return client.outputHandler((_, stdout) => {
    stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
  });
}
