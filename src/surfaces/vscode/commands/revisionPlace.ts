import type * as vscode from 'vscode';
import type { LineRange } from '../../../domain/finding/lineRange.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import type { Revision } from '../repository/revision.js';
import type { Repository } from '../repository.js';
import { readLanes } from './lanePicker.js';

/** Owner of findings on a lane, as `finding.record` takes it. */
export type LaneHome = { readonly task?: string; readonly repository?: true };

/** Place and owner of a finding on a lane's diff, as `finding.record` takes them. */
export type RevisionPlace = LaneHome & FilePlace;

interface FilePlace {
  readonly path: string;
  /** `3` or `3-7`; absent for the whole file. */
  readonly line?: string;
  readonly commit: string;
  readonly side: Revision['side'];
}

/** Returns the place of a range in a document of a lane's diff; without a range, the whole file. */
export async function placeInRevision(
  repository: Repository,
  revision: Revision,
  range: vscode.Range | undefined,
): Promise<RevisionPlace> {
  return { ...placeOfLines(revision, linesOf(range)), ...homeInLane(await laneOf(repository, revision)) };
}

/** Returns the lines of a range, from 1, inclusive. A selection of whole lines ends at the start of the next one. */
export function linesOf(range: vscode.Range | undefined): LineRange | null {
  if (range === undefined) return null;
  const { start, end } = range;
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { start: start.line + 1, end: last };
}

/** Returns the place as `finding.record` takes it, without the owner. */
export function placeOfLines({ path, commit, side }: Revision, lines: LineRange | null): FilePlace {
  if (lines === null) return { path, commit, side };
  const { start, end } = lines;
  return { path, commit, side, line: end > start ? `${start}-${end}` : String(start) };
}

/** Owner of findings in a lane: its task. For an open lane without one, `finding.record` decides. */
export function homeInLane(lane: Pick<Lane, 'task' | 'status'> | undefined): LaneHome {
  const task = lane?.task ?? undefined;
  if (task !== undefined) return { task };
  return lane !== undefined && openStatuses.includes(lane.status) ? {} : { repository: true };
}

/** Reads the current lane of a document; undefined once it is gone. */
export async function laneOf(repository: Repository, { lane }: Revision): Promise<Lane | undefined> {
  return (await readLanes(repository, true)).find(one => one.lane === lane);
}
