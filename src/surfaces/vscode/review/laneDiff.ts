import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ChangedFile } from '../../../domain/lane/changedFile.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { rememberDiff } from '../repository/diffInSight.js';
import type { Repository } from '../repository.js';
import { asMessage } from '../support/plainText.js';
import { sayDone } from '../support/sayDone.js';
import { againstBase, type DiffScope, isPart, withUncommitted } from './diffScope.js';
import { revisionUri } from './revisionDocument.js';

export interface ComparedLane {
  readonly repository: Repository;
  readonly lane: Lane;
}

export interface LaneDiff {
  readonly scope: DiffScope;
  readonly from: string;
  readonly head: string;
  readonly files: readonly ChangedFile[];
}

/** Both sides of a file; a missing side is an empty document. */
export interface Sides {
  readonly original: vscode.Uri;
  readonly modified: vscode.Uri;
}

/** Shows all files of a scope in one editor; the uncommitted ones if nothing is committed. */
export async function showLaneChanges(compared: ComparedLane, scope: DiffScope): Promise<{ files: number }> {
  const { lane } = compared;
  const diff = await readDiff(compared, scope, ({ files }) => files.length > 0);
  const { files } = diff;
  if (files.length === 0) {
    sayDone(scope.nothing(lane));
    return { files: 0 };
  }
  const rows = files.map(file => {
    const { original, modified } = sidesOf(compared, diff, file);
    const resource = vscode.Uri.file(join(lane.worktreePath, file.path));
    return [resource, file.kind === 'add' ? undefined : original, file.kind === 'delete' ? undefined : modified];
  });
  const title = diff.scope.title(lane);
  await rememberDiff(title, sidesOf(compared, diff, files[0] as ChangedFile).original);
  await vscode.commands.executeCommand('vscode.changes', title, rows);
  tellConflicts(compared, files);
  return { files: files.length };
}

/** Shows one file of a scope, or its uncommitted version if only that differs. False if the scope lacks the file. */
export async function showLaneChange(compared: ComparedLane, path: string, scope: DiffScope): Promise<boolean> {
  const { lane } = compared;
  const find = ({ files }: LaneDiff): ChangedFile | undefined => files.find(file => file.path === path);
  const diff = await readDiff(compared, scope, read => find(read) !== undefined);
  const file = find(diff);
  if (file === undefined) {
    sayDone(scope.nothing(lane, path));
    return false;
  }
  await showFile(compared, diff, file);
  tellConflicts(compared, [file]);
  return true;
}

/** Shows a file of a diff; the cursor of its right side is at `selection`, else at the first change. */
export async function showFile(
  compared: ComparedLane,
  diff: LaneDiff,
  file: ChangedFile,
  selection?: vscode.Range,
): Promise<Sides> {
  const sides = sidesOf(compared, diff, file);
  const { fileTitle } = file.againstBase ? againstBase : diff.scope;
  const title = fileTitle(compared.lane, oneLine(file.path));
  const options = { preview: true, ...(selection && { selection }) };
  await vscode.commands.executeCommand('vscode.diff', sides.original, sides.modified, title, options);
  return sides;
}

export function readCommitted(compared: ComparedLane): Promise<LaneDiff> {
  return readDiff(compared, againstBase, () => true);
}

/** Warns about files whose diffs contain more than the changes since the review. */
function tellConflicts({ lane }: ComparedLane, files: readonly ChangedFile[]): void {
  const paths = files.flatMap(({ path, againstBase }) => (againstBase ? oneLine(path) : []));
  if (paths.length === 0) return;
  const text = l10n.t(
    'What you reviewed conflicts with {0} as it is now, so all changes are shown of: {1}',
    lane.base,
    paths.join(', '),
  );
  void vscode.window.showInformationMessage(asMessage(text));
}

function sidesOf(
  { repository, lane }: ComparedLane,
  { scope, from, head }: LaneDiff,
  { path, oldPath, kind }: ChangedFile,
): Sides {
  const base = { path: oldPath ?? path, commit: kind === 'add' ? '' : from };
  const tip = { path, commit: kind === 'delete' ? '' : head };
  const revision = {
    repository: repository.id,
    top: lane.worktreePath,
    lane: lane.lane,
    ...(isPart(scope) && { part: true as const }),
  };
  const isInWorktree = !scope.input.committed && kind !== 'delete';
  return {
    original: revisionUri({ ...revision, ...base, side: 'base', across: tip }),
    modified: isInWorktree
      ? vscode.Uri.file(join(lane.worktreePath, path))
      : revisionUri({ ...revision, ...tip, side: 'head', across: base }),
  };
}

/** Reads the committed changes against the base; reads uncommitted ones instead if `hasIt` rejects those. */
async function readDiff(
  compared: ComparedLane,
  scope: DiffScope,
  hasIt: (diff: LaneDiff) => boolean,
): Promise<LaneDiff> {
  const { repository, lane } = compared;
  const { laneChanges } = await loadLaneOperations();
  const read = unlessRefused(await repository.invoke(laneChanges, { lane: lane.lane, ...scope.input }));
  const diff = { ...read, scope };
  return scope !== againstBase || hasIt(diff) ? diff : readDiff(compared, withUncommitted, hasIt);
}
