import type * as vscode from 'vscode';
import { findingOfThread } from '../problems/threadOf.js';
import { type RepositoryRef, readStanding, standingOfFile } from '../repository/repositoryRef.js';
import type { Repositories } from '../repository.js';

/**
 * Where a command is to act: as its second argument says, or where the file of a comment's thread is. Undefined where neither
 * tells: then it is the repository that is checked. Every repository has an `F-1`, so what is on a file's lines must say
 * which it means.
 */
export function standingOfCall(
  repositories: Pick<Repositories, 'repositoryFor'>,
  [first, second]: readonly unknown[],
): RepositoryRef | undefined {
  const given = readStanding(second);
  if (given !== undefined || findingOfThread(first) === undefined) return given;
  return standingOfFile(repositories, (first as vscode.CommentThread).uri);
}
