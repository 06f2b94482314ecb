import { matchesGlob } from '../path/pathGlob.js';
import type { RepositoryConfig } from './repositoryConfig.js';

/** True if the branch must not be edited directly; `protect.branches` takes globs as `protect.paths` does. */
export function isProtectedBranch({ protect }: Pick<RepositoryConfig, 'protect'>, branch: string): boolean {
  return protect.branches.some(pattern => matchesGlob(branch, pattern));
}
