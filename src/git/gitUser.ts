import { GitProcess } from './gitProcess.js';

/**
 * Returns git's `user.name` in a directory (repository, global or system setting). Undefined if none is set or git cannot be run: a missing
 * name stops nothing. `environment` is that of the process. Starts one git process.
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
