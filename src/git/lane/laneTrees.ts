import { excludeFiles } from '../excludeFiles.js';
import { GitProcess } from '../gitProcess.js';
import { linkedGitDir } from '../repositoryLocation.js';
import { listRescues } from '../rescue/restoreWorkTree.js';
import { forgetReviewed, keepReviewed, reviewedHead, reviewedHeads } from '../reviewedHeads.js';
import { treesFolder } from '../treePlace.js';
import { abandonMerge, beginMerge } from './beginMerge.js';
import { branchDistances } from './branchDistances.js';
import * as branches from './branches.js';
import { bringBack } from './bringBack.js';
import { branchForLost, commitOfRescue, commitsOfLost, lostCommitAt } from './bringBackLost.js';
import { changesSinceReview } from './changesSinceReview.js';
import { copyIgnored, missingSettings } from './copyIgnored.js';
import { isBareTree } from './discardWorkTree.js';
import { diskUseOf, removeLeftovers } from './diskUse.js';
import { fetchBranch } from './fetchBranch.js';
import { findMerged, isIn } from './findMerged.js';
import { readMark, removeMark } from './gitDirMark.js';
import { isSameChange } from './isSameChange.js';
import { discardTree, forgetRescues, keepTree, removeTree, restoreTree } from './keepTrees.js';
import * as folders from './laneFolders.js';
import type { LanePlace } from './lanePlace.js';
import { readLaneSettings } from './laneSettings.js';
import { forgetSteps, keepStep, listSteps, restoreStep } from './laneSteps.js';
import { lineOrigin } from './lineOrigin.js';
import { listCommits } from './listCommits.js';
import { findLostCommits } from './lostCommits.js';
import { filesOfRescues, forgetGone, goneTrees, mergedCommit } from './lostTrees.js';
import { mendGitFile } from './mendGitFile.js';
import { mergeBranch, unmergedPaths } from './mergeBranch.js';
import { planMerge } from './mergePlan.js';
import { pushBranch, remoteUrl } from './pushBranch.js';
import { rebaseOnto } from './rebaseOnto.js';
import { removalProblem } from './removalProblem.js';
import { settleRemoval } from './settleRemoval.js';
import { simulateMerge } from './simulateMerge.js';
import { predictPairs, surveyLanes } from './surveyLanes.js';
import { unkeepable } from './unkeepable.js';

const acts = {
  ...branches,
  ...folders,
  fetch: fetchBranch,
  distances: branchDistances,
  bringBack,
  mendGitFile,
  exclude: excludeFiles,
  copyIgnored,
  missingSettings,
  diskUse: diskUseOf,
  removeLeftovers,
  isBare: isBareTree,
  unkeepable,
  keep: keepTree,
  remove: removeTree,
  discard: discardTree,
  settleRemoval,
  removalProblem,
  restore: restoreTree,
  forget: forgetRescues,
  /** Newest first; of all lanes without `lane`. */
  rescues: ({ git }: LanePlace, lane?: string) => listRescues(git, lane),
  openingOf: async ({ commonDir }: LanePlace, directory: string) => {
    const gitDir = linkedGitDir(directory, commonDir);
    return gitDir && readMark(gitDir, 'opening');
  },
  forgetOpening: async ({ commonDir }: LanePlace, directory: string) => {
    const gitDir = linkedGitDir(directory, commonDir);
    if (gitDir !== undefined) await removeMark(gitDir, 'opening');
  },
  findLostCommits,
  filesOfRescues,
  goneTrees,
  forgetGone,
  mergedCommit,
  lostCommitAt,
  commitsOfLost,
  commitOfRescue,
  branchForLost,
  keepReviewed,
  reviewedHead,
  reviewedHeads,
  forgetReviewed,
  keepStep,
  listSteps,
  restoreStep,
  forgetSteps,
  changesSinceReview,
  listCommits,
  lineOrigin,
  rebase: rebaseOnto,
  push: pushBranch,
  remoteUrl,
  simulate: simulateMerge,
  merge: mergeBranch,
  findMerged,
  isIn,
  isSameChange,
  planMerge,
  beginMerge,
  abandonMerge,
  conflicts: ({ gitIn }: LanePlace, directory: string) => unmergedPaths(gitIn(directory)),
  survey: surveyLanes,
  predict: predictPairs,
};

type Bound<Acts> = {
  readonly [Name in keyof Acts]: Acts[Name] extends (place: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** Keeps everything before its removal. Rejects with an Error for unexpected failures of git; expected ones are values. */
export type LaneTrees = Bound<typeof acts>;

export interface LaneTreesPlace extends Pick<LanePlace, 'commonDir' | 'secretsFolder' | 'cache' | 'inThrowAwayTree'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function openLaneTrees({ environment, ...where }: LaneTreesPlace): LaneTrees {
  const gitIn = (directory: string): GitProcess => new GitProcess(directory, environment);
  // Git takes its own folder for a bare repository, which `safe.bareRepository=explicit` (set by Copilot) refuses.
  const git = new GitProcess(where.commonDir, environment, ['safe.bareRepository=all']);
  const place: LanePlace = {
    ...where,
    gitIn,
    git,
    ...settingsOf(git),
    treesFolder: top => treesFolder(top, environment),
  };
  const bound = Object.entries(acts).map(([name, act]) => [
    name,
    (act as (place: LanePlace, ...rest: unknown[]) => unknown).bind(undefined, place),
  ]);
  return Object.fromEntries(bound) as LaneTrees;
}

function settingsOf(git: GitProcess): Pick<LanePlace, 'ignoresCase' | 'hasRemote'> {
  let caseless: Promise<boolean> | undefined;
  // A remote found with the other setting saves the look-up for a fetch.
  let sawRemote = false;
  return {
    ignoresCase: () => {
      caseless ??= readLaneSettings(git).then(
        ({ ignoresCase, hasRemote }) => {
          sawRemote = hasRemote;
          return ignoresCase;
        },
        error => {
          // The setting may be readable in the next call.
          caseless = undefined;
          throw error;
        },
      );
      return caseless;
    },
    hasRemote: async () => {
      const isSeen = sawRemote;
      sawRemote = false;
      return isSeen || (await readLaneSettings(git)).hasRemote;
    },
  };
}
