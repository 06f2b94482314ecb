import type { SimpleGit, SimpleGitOptions } from 'simple-git';

/** Makes a client for git, the only place to, so that its options apply everywhere. Loads the library late: few commands need git. */
export async function gitClient(directory: string, options: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const client = simpleGit({
    baseDir: directory,
    // By default the library also waits 50 ms after git's exit; the end of its output streams is enough.
    completion: { onClose: true, onExit: false },
    ...options,
  });
  // After a command without output the library waits 50 ms for late output; an empty chunk ends that.
  return client.outputHandler((_, stdout) => {
    stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
  });
}
