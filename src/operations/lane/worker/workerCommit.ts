import * as z from 'zod';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { type RefusalError, refusalError, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { nextItem } from '../../../domain/refusal/steps.js';
import { GitFailure } from '../../../git/gitFailure.js';
import type { WorkTree } from '../../../git/workTree.js';
import { errorText } from '../../../messages/errorText.js';
import { type Message, message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled, requireLanes, tellOfLane } from '../../../records/lane/laneAccess.js';
import { ownWorker } from '../../../records/worker/workerAccess.js';
import { firstWords } from '../../gitWords.js';
import { adviseOfOwners } from '../../judgeOwners.js';
import { defineOperation } from '../../operation.js';
import { refuseOutside } from '../checkOwnedPaths.js';

export const workerCommit = defineOperation({
  name: 'worker.commit',
  order: 50,
  title: 'Commit in Lane',
  summary: 'Commits all changes in the lane (use when the lane’s git access is managed by Stateroom).',
  input: z.strictObject({
    message: z.string().trim().min(1).max(10_000).describe('Commit message'),
    paths: z
      .array(z.string().trim().min(1).max(1000))
      .min(1)
      .max(1000)
      .optional()
      .describe('Only these files and folders, relative to the worktree root'),
  }),
  output: z.object({
    lane: z.string(),
    branch: z.string(),
    commit: z.string(),
    files: z.array(z.string()),
    /** Owners of the files of a person’s commit; otherwise null. */
    warning: z.string().nullable(),
  }),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'commit', brief: '', rare: ['paths'] },
  cli: {
    paths: { paths: 'path' },
    positionals: ['message'],
    examples: ['worker commit "Limit the rate of logins"', 'worker commit -m "Count the retries" --paths src,test'],
  },
  writesShim: true,
  palette: false,
  async run(context, { message: text, paths }) {
    const { workTree } = requireLanes(context);
    const lane = await laneOfWorkTree(context);
    await refuseElsewhere(workTree, lane);
    const isMeant = (path: string): boolean =>
      paths === undefined || paths.some(one => path === one || path.startsWith(`${one.replace(/\/+$/, '')}/`));
    const changes = await workTree.changes({ documents: true });
    const files = [...new Set(changes.flatMap(({ path, oldPath = path }) => [oldPath, path]))].filter(isMeant).sort();
    if (files.length === 0) throw refused(message('input.nothingToCommit'), message('slices.nothingToCommitHint'));
    throwIfRefused(await refuseOutside(context, lane, files));
    const warning = await adviseOfOwners(context, files, rest => ({
      operation: workerCommit.name,
      input: { message: text, paths: rest },
    }));
    const commit = await commitIn(workTree, text, paths);
    await tell(context, lane, commit, files.length);
    return { lane: lane.name, branch: lane.branch, commit, files, warning };
  },
});

/** Records the commit's author; a failure does not undo the commit. */
async function tell(
  { store, actor, clock, log }: Context,
  lane: LaneRow,
  commit: string,
  files: number,
): Promise<void> {
  const event = { actor, now: clock.now(), type: 'worker_committed', payload: { commit, files } } as const;
  try {
    await store.transaction(transaction => tellOfLane(transaction, lane, event));
  } catch (error) {
    log.warn(`Could not record who made the commit ${commit.slice(0, 10)}: ${errorText(error)}`);
  }
}

async function laneOfWorkTree(context: Context): Promise<LaneRow> {
  const { lane } = await ownWorker(context, undefined);
  if (openStatuses.includes(lane.status)) return lane;
  const state = message(`state.${lane.status}`);
  throw refusalError('conflict', message('input.isState', { subject: laneCalled(lane), state }), {
    hint: 'workers.newLaneNeeded',
    next: [nextItem],
  });
}

/** Refuses a commit on another branch or during a git operation. */
async function refuseElsewhere(workTree: WorkTree, lane: LaneRow): Promise<void> {
  const operation = await workTree.operationInProgress();
  if (operation !== undefined) {
    throw refused(message('git.operationHere', { operation }), message('git.finishOperation', { operation }));
  }
  const { branch } = await workTree.head();
  if (branch === lane.branch) return;
  throw refused(
    message('workers.otherBranchHere', {
      branch: branch ?? message('workers.noBranchHere'),
      lane: laneCalled(lane),
      other: lane.branch,
    }),
    message('workers.switchFirst'),
  );
}

async function commitIn(workTree: WorkTree, text: string, paths: readonly string[] | undefined): Promise<string> {
  try {
    return await workTree.commit(text, { ...(paths === undefined ? {} : { paths }), untracked: true });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw refused(message('git.didNotCommit', { said: firstWords(error.said) }), message('slices.didNotCommitHint'));
  }
}

function refused(message: Message, hint: Message): RefusalError {
  return refusalError('conflict', message, { hint });
}
