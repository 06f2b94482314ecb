import * as vscode from 'vscode';
import { findingOfThread } from '../problems/threadOf.js';
import { diffInSight } from '../repository/diffInSight.js';
import { type RepositoryRef, readStanding, standingOfFile } from '../repository/repositoryRef.js';
import { revisionOf, standingOfRevision } from '../repository/revision.js';
import type { Repositories } from '../repository.js';

/** Worktree of a call, from its second argument or its thread's file, since every repository has an `F-1`. */
export function standingOfCall(
  repositories: Pick<Repositories, 'repositoryFor'>,
  [first, second]: readonly unknown[],
): RepositoryRef | undefined {
  const given = readStanding(second);
  if (given !== undefined || findingOfThread(first) === undefined) return given;
  const { uri } = first as vscode.CommentThread;
  const revision = revisionOf(uri);
  return revision === undefined ? standingOfFile(repositories, uri) : standingOfRevision(revision);
}

/** Worktree of the file or lane's diff in the active editor, even outside the window's folders; else undefined. */
export function standingOfEditor(repositories: Pick<Repositories, 'all' | 'repositoryFor'>): RepositoryRef | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri ?? diffInSight();
  if (uri === undefined) return undefined;
  const revision = revisionOf(uri);
  if (revision !== undefined) return standingOfRevision(revision);
  const repository = repositories.repositoryFor(uri) ?? repositories.all.find(one => one.fileOf(uri) !== undefined);
  return repository && standingOfFile({ repositoryFor: () => repository }, uri);
}
