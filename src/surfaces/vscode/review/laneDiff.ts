import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ChangedFile } from '../../../domain/lane/changedFile.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';
import { sayDone } from '../support/sayDone.js';
import { revisionUri } from './revisionDocument.js';

/** The lane whose changes are shown. */
export interface ComparedLane {
  readonly repository: Repository;
  readonly lane: Lane;
}

/** What a lane changes since `from`. */
interface LaneDiff {
  readonly from: string;
  readonly head: string;
  readonly files: readonly ChangedFile[];
}

/** Both sides of a file; a side that has no such file is an empty document. */
interface Sides {
  readonly original: vscode.Uri;
  readonly modified: vscode.Uri;
}

/**
 * Shows all that a lane changes in one editor: what is committed, since that is what a review judges; where nothing is, and with
 * `uncommitted`, the files as they are in its worktree.
 */
export async function showLaneChanges(compared: ComparedLane, uncommitted: boolean): Promise<{ files: number }> {
  const { lane } = compared;
  const committed = await readDiff(compared, true);
  const isCommitted = !uncommitted && committed.files.length > 0;
  const diff = isCommitted ? committed : await readDiff(compared, false);
  if (diff.files.length === 0) {
    sayDone(l10n.t('{0} has no changes compared with {1}.', lane.lane, lane.base));
    return { files: 0 };
  }
  const rows = diff.files.map(file => {
    const { original, modified } = sidesOf(compared, diff, file, isCommitted);
    const resource = vscode.Uri.file(join(lane.worktreePath, file.path));
    return [resource, file.kind === 'add' ? undefined : original, file.kind === 'delete' ? undefined : modified];
  });
  const title = isCommitted
    ? l10n.t('{0} compared with {1}', lane.lane, lane.base)
    : l10n.t('{0} with uncommitted changes compared with {1}', lane.lane, lane.base);
  await vscode.commands.executeCommand('vscode.changes', title, rows);
  return { files: diff.files.length };
}

/** One file of them; as it is in the worktree where only that differs from the base, and with `uncommitted`. */
export async function showLaneChange(compared: ComparedLane, path: string, uncommitted: boolean): Promise<void> {
  const { lane } = compared;
  const shown = (uncommitted ? undefined : await fileIn(compared, path, true)) ?? (await fileIn(compared, path, false));
  if (shown === undefined) {
    sayDone(l10n.t('{0} is identical to {1}.', path, lane.base));
    return;
  }
  const { original, modified } = sidesOf(compared, shown.diff, shown.file, shown.committed);
  const title = l10n.t('{0} ({2} ↔ {1})', oneLine(shown.file.path), lane.lane, lane.base);
  await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: true });
}

async function fileIn(compared: ComparedLane, path: string, committed: boolean) {
  const diff = await readDiff(compared, committed);
  const file = diff.files.find(one => one.path === path);
  return file && { diff, file, committed };
}

function sidesOf(
  { repository, lane }: ComparedLane,
  { from, head }: LaneDiff,
  { path, oldPath, kind }: ChangedFile,
  isCommitted: boolean,
): Sides {
  const base = { path: oldPath ?? path, commit: kind === 'add' ? '' : from };
  const tip = { path, commit: kind === 'delete' ? '' : head };
  const revision = { repository: repository.id, top: lane.worktreePath, lane: lane.lane };
  const isInWorktree = !isCommitted && kind !== 'delete';
  return {
    original: revisionUri({ ...revision, ...base, side: 'base', across: tip }),
    modified: isInWorktree
      ? vscode.Uri.file(join(lane.worktreePath, path))
      : revisionUri({ ...revision, ...tip, side: 'head', across: base }),
  };
}

async function readDiff({ repository, lane: { lane } }: ComparedLane, committed: boolean): Promise<LaneDiff> {
  return unlessRefused(await repository.invoke((await loadLaneOperations()).laneChanges, { lane, committed }));
}
