import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';

/** A part of what a lane changes, with its words in the titles of diffs. */
export interface DiffScope {
  /** What `lane.changes` is asked besides the lane. */
  readonly input: {
    readonly committed: boolean;
    readonly sinceReview?: true;
    readonly commit?: string;
    readonly slice?: string;
  };
  /** Title of all its files. */
  title(lane: Lane): string;
  /** Title of one file, called by its path. */
  fileTitle(lane: Lane, path: string): string;
  /** Where it has no file, or not this one. */
  nothing(lane: Lane, path?: string): string;
}

/** Characters of what people wrote, in a title. */
const maxWords = 60;

/** All that is committed, which is what a review judges. */
export const againstBase: DiffScope = {
  input: { committed: true },
  title: lane => l10n.t('{0} compared with {1}', laneLabel(lane), lane.base),
  fileTitle: (lane, path) => l10n.t('{0} ({2} ↔ {1})', path, laneLabel(lane), lane.base),
  nothing: ({ lane, base }, path) =>
    path === undefined
      ? l10n.t('{0} has no changes compared with {1}.', lane, base)
      : l10n.t('{0} is identical to {1}.', path, base),
};

/** The same with the files as they are in the worktree. */
export const withUncommitted: DiffScope = {
  ...againstBase,
  input: { committed: false },
  title: lane => l10n.t('{0} with uncommitted changes compared with {1}', laneLabel(lane), lane.base),
  fileTitle: (lane, path) => l10n.t('{0} ({2} with uncommitted changes ↔ {1})', path, laneLabel(lane), lane.base),
};

/** What was committed after the person reviewed the lane. */
export const sinceReview: DiffScope = {
  input: { committed: true, sinceReview: true },
  title: lane => l10n.t('{0} since your last review', laneLabel(lane)),
  fileTitle: (lane, path) => l10n.t('{0} ({1} since your last review)', path, laneLabel(lane)),
  nothing: ({ lane }, path) => l10n.t('{0} is unchanged since your last review.', path ?? lane),
};

/** What one commit changes. */
export function ofCommit(commit: string, subject: string): DiffScope {
  return part({ commit }, `${commit.slice(0, 7)} ${subject}`);
}

/** What a slice changes; `decision` is the one that closed it, with its words. */
export function ofSlice(slice: string, title: string, decision: string | undefined): DiffScope {
  return part({ slice }, [`${slice} ${title}`, decision].filter(words => words !== undefined).join(' · '));
}

/** True where the last commit of the diff may be another one than the lane's. */
export function isPart({ input }: DiffScope): boolean {
  return input.commit !== undefined || input.slice !== undefined;
}

function part(input: { readonly commit: string } | { readonly slice: string }, words: string): DiffScope {
  const called = shortened(oneLine(words), maxWords);
  return {
    input: { committed: true, ...input },
    title: lane => l10n.t('{0}: {1}', laneLabel(lane), called),
    fileTitle: (lane, path) => l10n.t('{0} ({1}: {2})', path, laneLabel(lane), called),
    nothing: (_, path) =>
      path === undefined ? l10n.t('{0} changes nothing.', called) : l10n.t('{0} does not change {1}.', called, path),
  };
}
