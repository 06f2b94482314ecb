import type { SimpleGit, SimpleGitOptions } from 'simple-git';

/** Creates every git client, with shared options. Imports the library lazily, because few commands need git. */
export async function gitClient(directory: string, options: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const client = simpleGit({
    baseDir: directory,
    // By default the library also waits 50 ms after the exit; the end of both streams suffices.
    completion: { onClose: true, onExit: false },
    ...options,
  });
  // Without output the library waits 50 ms for late output; an empty chunk prevents that.
  return client.outputHandler((_, stdout) => {
    stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
  });
}
