import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, listText } from './table.js';
import { oneLine } from './text.js';
import { count, when } from './view.js';

type Lost = Answer<LaneOperations['laneLost']>['lost'][number];

export const texts: TextsOf<LaneOperations> = {
  laneLost: ({ lost, more, complete }, view, asked) => {
    const none =
      asked.since === undefined
        ? 'No lost work in the last 30 days.'
        : `No lost work in the last ${String(asked.since)}.`;
    const listed = listText(lostColumns, lost, view, none);
    return [
      listed,
      ...(complete
        ? []
        : ['Only what git’s reflogs know was searched: the repository is too large to search all objects.']),
      ...(more === 0 ? [] : [`${more} more, which are older. To list them: --limit ${lost.length + more}`]),
      ...(lost.length === 0 ? [] : ['To bring one back as a new branch: stateroom lost bring-back <id>']),
      ...restores(lost),
    ].join('\n');
  },
  laneBringBack: ({ branch, commit, made, leftOut }) =>
    [
      made
        ? `Created branch ${oneLine(branch)} at ${commit.slice(0, shortCommit)}. Nothing was checked out.`
        : `Branch ${oneLine(branch)} is at ${commit.slice(0, shortCommit)} already.`,
      ...(leftOut.length === 0
        ? []
        : [
            `  Left out, because ${count(leftOut.length, 'file')} may hold secrets: ${leftOut.map(oneLine).join(', ')}`,
          ]),
      ...(made ? ['  To undo it, delete the branch.'] : []),
    ].join('\n'),
};

const shortCommit = 10;

const kindWords: Readonly<Record<Lost['kind'], string>> = {
  stash: 'stash',
  droppedStash: 'dropped stash',
  commit: 'commit',
  backup: 'backup',
  worktree: 'worktree',
};

const lostColumns: readonly Column<Lost>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'kind', text: ({ kind }) => kindWords[kind] },
  { title: 'when', text: ({ at }, view) => when(at, view) },
  { title: 'who', text: ({ who }) => who },
  { title: 'lane', text: ({ lane }) => lane },
  { title: 'branch', text: ({ branch }) => branch },
  { title: 'files', text: ({ files }) => (files === null ? null : String(files)) },
  { title: 'what', text: ({ what }) => what, minimum: 20 },
];

function restores(lost: readonly Lost[]): string[] {
  const lanes = [...new Set(lost.flatMap(({ restorable, lane }) => (restorable && lane !== null ? [lane] : [])))];
  return lanes.map(lane => `To restore lane ${lane} with all its files: stateroom worker restore ${lane}`);
}
