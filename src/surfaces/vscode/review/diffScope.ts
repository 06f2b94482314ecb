import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';

/** A subset of a lane's changes, with its titles for diffs. */
export interface DiffScope {
  /** Input of `lane.changes` apart from the lane. */
  readonly input: {
    readonly committed: boolean;
    readonly sinceReview?: true;
    readonly commit?: string;
    readonly slice?: string;
  };
  title(lane: Lane): string;
  fileTitle(lane: Lane, path: string): string;
  /** Message for a scope without files, or without this file. */
  nothing(lane: Lane, path?: string): string;
}

const maxWords = 60;

/** All commits of the lane: the subject of a review. */
export const againstBase: DiffScope = {
  input: { committed: true },
  title: lane => l10n.t('{0} compared with {1}', laneLabel(lane), lane.base),
  fileTitle: (lane, path) => l10n.t('{0} ({2} ↔ {1})', path, laneLabel(lane), lane.base),
  nothing: ({ lane, base }, path) =>
    path === undefined
      ? l10n.t('{0} has no changes compared with {1}.', lane, base)
      : l10n.t('{0} is identical to {1}.', path, base),
};

/** Like `againstBase`, with the files as they are in the worktree. */
export const withUncommitted: DiffScope = {
  ...againstBase,
  input: { committed: false },
  title: lane => l10n.t('{0} with uncommitted changes compared with {1}', laneLabel(lane), lane.base),
  fileTitle: (lane, path) => l10n.t('{0} ({2} with uncommitted changes ↔ {1})', path, laneLabel(lane), lane.base),
};

export const sinceReview: DiffScope = {
  input: { committed: true, sinceReview: true },
  title: lane => l10n.t('{0} since your last review', laneLabel(lane)),
  fileTitle: (lane, path) => l10n.t('{0} ({1} since your last review)', path, laneLabel(lane)),
  nothing: ({ lane }, path) => l10n.t('{0} is unchanged since your last review.', path ?? lane),
};

export function ofCommit(commit: string, subject: string): DiffScope {
  return part({ commit }, `${commit.slice(0, 7)} ${subject}`);
}

/** Scope of a slice; `decision` is the text of the decision that closed it. */
export function ofSlice(slice: string, title: string, decision: string | undefined): DiffScope {
  return part({ slice }, [`${slice} ${title}`, decision].filter(words => words !== undefined).join(' · '));
}

/** Returns true if the last commit of the diff may differ from the lane's. */
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
