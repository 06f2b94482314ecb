import { GitProcess } from './gitProcess.js';

/**
 * The `user.name` that git uses in a directory (repository, global or system setting). Undefined when none is set or git
 * cannot be run: a name is a courtesy, its lack stops nothing. `environment` is what the process inherited. Starts one git
 * process.
 */
export async function readGitUser(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  try {
    const name = await new GitProcess(directory, environment).line(['config', '--get', 'user.name']);
    return name?.trim() || undefined;
  } catch {
    return undefined;
  }
}
