import { GitProcess } from './gitProcess.js';

/** Returns `user.name`; undefined if it is not set or git cannot be run. Starts one git process. */
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
