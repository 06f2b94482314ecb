import { gitClient } from './gitClient.js';

/**
 * The `user.name` that git uses in a directory (repository, global or system setting). Undefined when none is set or git
 * cannot be run: a name is a courtesy, its lack stops nothing. Starts one git process.
 */
export async function readGitUser(directory: string): Promise<string | undefined> {
  try {
    const name = await (await gitClient(directory)).raw('config', '--get', 'user.name');
    return name.trim() || undefined;
  } catch {
    return undefined;
  }
}
