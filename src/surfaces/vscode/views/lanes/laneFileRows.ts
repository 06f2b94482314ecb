import { join, posix } from 'node:path';
import { l10n } from 'vscode';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { part, showChangeCommand } from './lanePart.js';
import type { LanePartRow } from './laneRows.js';
import { type LaneFile, laneFiles } from './viewedFiles.js';

/** Changes of a lane in reading order, or the reason why they are unknown. */
export type ChangedFiles =
  | { readonly state: 'read'; readonly from: string; readonly files: readonly ChangedFile[] }
  | { readonly state: 'failed'; readonly reason: string };

/** Max rows of changed files below one lane; for more there is the diff. */
export const maxFiles = 300;

/** Opens all of a lane's files in one diff. */
const showChangesCommand = 'stateroom.lane.showChanges';
/** Command of the key on a row with a check box. */
const toggleViewedAct = 'lane.toggleViewed';

/** Cache of the last rows: a view builds its rows on every event and heartbeat. */
const made = new WeakMap<ChangedFiles, { readonly of: readonly unknown[]; readonly rows: LanePartRow[] }>();

/** Returns the row with a lane's changed files and the number viewed; `viewed` holds keys of `viewedKey`. */
export function laneFileRows(
  lane: Lane,
  changes: ChangedFiles | undefined,
  viewed: ReadonlySet<string>,
): LanePartRow[] {
  if (changes === undefined) return [];
  const of = [viewed, lane.lane, lane.base, lane.worktreePath];
  const last = made.get(changes);
  if (last?.of.every((value, index) => value === of[index])) return last.rows;
  const rows = makeRows(lane, changes, viewed);
  made.set(changes, { of, rows });
  return rows;
}

function makeRows(lane: Lane, changes: ChangedFiles, viewed: ReadonlySet<string>): LanePartRow[] {
  if (changes.state === 'failed') {
    return [part(lane, 'changes', { label: oneLine(changes.reason), facts: [], icon: 'warning' })];
  }
  const files = laneFiles(lane.id, changes.files, viewed);
  if (files.length === 0) {
    const label = l10n.t('No changes compared with {0}', oneLine(lane.base));
    return [part(lane, 'changes', { label, facts: [], icon: 'circle-outline' })];
  }
  const shown = files.slice(0, maxFiles);
  const written = shown.filter(({ file }) => file.group !== 'generated');
  const generated = shown.filter(({ file }) => file.group === 'generated');
  const icon = isViewed(files) ? { icon: 'check-all', color: 'charts.green' } : { icon: 'files' };
  return [
    {
      ...part(lane, 'changed', { label: l10n.t('Files'), facts: [countText(files)], ...icon }),
      open: true,
      children: [
        ...written.map(file => filePart(lane, file)),
        ...(generated.length === 0 ? [] : [generatedPart(lane, generated)]),
        ...(files.length === shown.length ? [] : [morePart(lane, files.slice(maxFiles))]),
      ],
    },
  ];
}

function committed(files: readonly LaneFile[]): readonly LaneFile[] {
  return files.filter(file => file.isViewed !== undefined);
}

/** Returns true once all viewable files were viewed, if there are any. */
function isViewed(files: readonly LaneFile[]): boolean {
  return files.some(file => file.isViewed === true) && !files.some(file => file.isViewed === false);
}

function countText(files: readonly LaneFile[]): string {
  const all = committed(files);
  if (all.length === 0) return l10n.t('uncommitted');
  return l10n.t('{0} of {1} viewed', all.filter(file => file.isViewed).length, all.length);
}

/** Adds a check box for these files to a row, unless none of them is in a commit. */
function boxed(row: LanePartRow, lane: Lane, files: readonly LaneFile[]): LanePartRow {
  const all = committed(files).map(({ file }) => file);
  if (all.length === 0) return row;
  return {
    ...row,
    contextValue: `${row.contextValue} viewable`,
    tick: { ticked: isViewed(files), means: l10n.t('Viewed') },
    viewing: { lane: lane.id, files: all },
    inputs: { [toggleViewedAct]: { lane: lane.lane, paths: all.map(({ path }) => path) } },
  };
}

function filePart(lane: Lane, shown: LaneFile): LanePartRow {
  const { file } = shown;
  const folder = posix.dirname(file.path);
  const row = part(lane, `file.${file.path}`, {
    label: oneLine(posix.basename(file.path)),
    facts: [
      kindWord(file),
      shown.isViewed === undefined ? l10n.t('uncommitted') : undefined,
      folder === '.' ? undefined : oneLine(folder),
    ],
    file: join(lane.worktreePath, file.path),
    input: { path: file.path },
    command: { command: showChangeCommand, arguments: [{ lane: lane.lane, path: file.path }] },
  });
  return boxed(row, lane, [shown]);
}

function generatedPart(lane: Lane, files: readonly LaneFile[]): LanePartRow {
  const row = part(lane, 'generated', { label: l10n.t('Generated files'), facts: [countText(files)] });
  return { ...boxed(row, lane, files), children: files.map(file => filePart(lane, file)) };
}

function morePart(lane: Lane, files: readonly LaneFile[]): LanePartRow {
  const row = part(lane, 'more', {
    label: files.length === 1 ? l10n.t('1 more file') : l10n.t('{0} more files', files.length),
    facts: [],
    icon: 'ellipsis',
    command: { command: showChangesCommand, arguments: [{ lane: lane.lane }] },
  });
  return boxed(row, lane, files);
}

function kindWord({ kind, oldPath }: ChangedFile): string {
  switch (kind) {
    case 'add':
      return l10n.t('new');
    case 'edit':
      return l10n.t('changed');
    case 'delete':
      return l10n.t('deleted');
    case 'rename':
      return l10n.t('renamed from {0}', oneLine(oldPath ?? ''));
  }
}
