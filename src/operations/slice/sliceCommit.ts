import * as z from 'zod';
import { type Refusal, RefusalError, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { checkSliceAct } from '../../domain/slice/sliceRule.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskLive, taskName } from '../../domain/task/taskRule.js';
import { GitFailure } from '../../git/gitFailure.js';
import type { WorkTree } from '../../git/workTree.js';
import { type Message, message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { taskField } from '../../records/evidence/evidenceFields.js';
import { requireWorkTree } from '../../records/evidence/runForEvidence.js';
import { findRecord } from '../../records/findRecord.js';
import { recordTicks } from '../../records/plan/recordTicks.js';
import { presentOneSlice, resolveSlice } from '../../records/slice/sliceAccess.js';
import { pathsField, sliceField } from '../../records/slice/sliceFields.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { isStoreError } from '../../store/storeError.js';
import { firstWords } from '../gitWords.js';
import { defineOperation } from '../operation.js';
import { changedSince } from './changedFiles.js';
import { changeSlice } from './changeSlice.js';
import { type CommitTicks, tickForCommit } from './tickForCommit.js';

export const sliceCommit = defineOperation({
  name: 'slice.commit',
  order: 20,
  title: 'Commit Slice',
  menuTitle: 'Commit',
  summary: 'Stages and commits the work of a slice, and records the commit with the slice.',
  input: z.strictObject({
    message: z.string().trim().min(1).max(10_000).optional().describe('Commit message; default: the slice’s title'),
    paths: pathsField('Only these files and folders; default: all tracked changes'),
    untracked: z.boolean().optional().describe('Include new files'),
    slice: sliceField,
    task: taskField,
  }),
  output: z.object({
    commit: z.string(),
    /** False if there was nothing to commit and an existing HEAD was recorded. */
    made: z.boolean(),
    /** False if the commit exists but could not be recorded. */
    recorded: z.boolean(),
    slice: sliceSchema,
    warning: z.string().nullable(),
  }),
  effect: 'external',
  needsHolder: true,
  mcp: {
    tool: 'slices',
    action: 'commit',
    brief: 'message; untracked: new files too',
    rare: ['message', 'paths', 'untracked', 'slice', 'task'],
  },
  cli: {
    paths: { paths: 'path' },
    positionals: ['message'],
    examples: ['slice commit', 'slice commit "Count the retries" --untracked', 'slice commit --paths src,test'],
  },
  palette: 'slice',
  async run(context, { message, paths, untracked = false, ...named }) {
    const workTree = requireWorkTree(context);
    const place = await placeOf(context);
    const before = await context.store.read(async transaction => {
      const { slice, task } = await resolveSlice(transaction, place, {
        task: named.task,
        slice: named.slice,
      });
      return { slice, task, shown: await presentOneSlice(transaction, slice) };
    });
    throwIfRefused(checkTaskLive(before.task));
    throwIfRefused(checkSliceAct(before.slice, 'commit'));
    await requirePlaceToCommit(workTree, before.task);
    const what = { ...(paths === undefined ? {} : { paths }), untracked };
    const files = await filesToCommit(workTree, what);
    // Lanes are loaded lazily.
    const { adviseOfOwners } = await import('../judgeOwners.js');
    const advice = await adviseOfOwners(context, files, rest => ({
      operation: sliceCommit.name,
      input: {
        ...named,
        ...(message === undefined ? {} : { message }),
        paths: rest,
        ...(untracked ? { untracked } : {}),
      },
    }));
    const text = message ?? before.slice.title;
    const { commit, made, ticks } = await makeCommit(context, workTree, before, { text, files, ...what });
    const changedFiles = await changedSince(workTree, before.slice, before.task.base_branch);
    try {
      const slice = await record(context, before.slice, { commit, text, changedFiles, ticks });
      return { commit, made, recorded: true, slice, warning: advice };
    } catch (error) {
      // The commit is kept even if recording it fails.
      const warning = `Created commit ${commit.slice(0, 10)}, but it could not be recorded: ${say(reasonOf(error))} Run slice commit again to record it.`;
      return { commit, made, recorded: false, slice: before.shown, warning };
    }
  },
});

/** Refuses a commit on another branch or during a git operation. */
async function requirePlaceToCommit(workTree: WorkTree, task: TaskRow): Promise<void> {
  const operation = await workTree.operationInProgress();
  if (operation !== undefined) {
    throw conflict(message('git.operationHere', { operation }), message('git.finishOperation', { operation }));
  }
  const { branch } = await workTree.head();
  if (branch === undefined) {
    throw conflict(
      message('slices.detachedHead'),
      message('slices.detachedHeadHint', { branch: task.branch === null ? '' : `: ${task.branch}` }),
    );
  }
  if (task.branch === null || task.branch === branch) return;
  throw conflict(
    message('slices.onOtherBranch', { branch, task: taskName(task), other: task.branch }),
    message('slices.onOtherBranchHint'),
  );
}

/** Files that may be committed: all tracked changes or `paths`, and with `untracked` new files. */
interface Commit {
  readonly paths?: readonly string[];
  readonly untracked: boolean;
}

interface NewCommit extends Commit {
  readonly text: string;
  readonly files: readonly string[];
}

async function makeCommit(
  context: Context,
  workTree: WorkTree,
  { slice, task }: { readonly slice: SliceRow; readonly task: TaskRow },
  { text, files, ...what }: NewCommit,
): Promise<{ commit: string; made: boolean; ticks?: CommitTicks | undefined }> {
  const { commit: head } = await workTree.head();
  if (files.length === 0) {
    // Committed by other means: by hand, by an agent's own tool.
    if (head !== undefined && head !== slice.base_sha) return { commit: head, made: false };
    if (what.untracked) throw conflict(message('input.nothingToCommit'), message('slices.nothingToCommitHint'));
    throw refusalError('conflict', message('input.nothingToCommit'), {
      hint: 'slices.untrackedHint',
      next: [{ operation: 'slice.commit', input: { message: text, untracked: true } }],
    });
  }
  const ticks = await tickForCommit(context, workTree, { slice, task }, what);
  const paths = what.paths === undefined || ticks === undefined ? what.paths : [...what.paths, ticks.path];
  try {
    const commit = await workTree.commit(text, { ...what, ...(paths === undefined ? {} : { paths }) });
    return { commit, made: true, ticks };
  } catch (error) {
    await ticks?.undo();
    if (!(error instanceof GitFailure)) throw error;
    throw conflict(message('git.didNotCommit', { said: firstWords(error.said) }), message('slices.didNotCommitHint'));
  }
}

/** Files that a commit would change, including the old name of a renamed one. */
async function filesToCommit(workTree: WorkTree, { paths, untracked }: Commit): Promise<string[]> {
  // A staged new file is committed like any other change.
  const changes = await workTree.changes({ documents: true, untracked });
  const files = new Set(changes.flatMap(({ path, oldPath = path }) => [oldPath, path]));
  return [...files].filter(
    path => paths === undefined || paths.some(one => path === one || path.startsWith(`${one.replace(/\/+$/, '')}/`)),
  );
}

interface Recorded {
  readonly commit: string;
  readonly text: string;
  readonly changedFiles: readonly string[] | undefined;
  readonly ticks: CommitTicks | undefined;
}

async function record(context: Context, slice: SliceRow, { commit, text, changedFiles, ticks }: Recorded) {
  const now = context.clock.now();
  return context.store.transaction(async transaction => {
    const row = await findRecord(transaction, 'slices', slice.id);
    throwIfRefused(checkSliceAct(row, 'commit'));
    if (row.status === 'committed' && row.commit_sha === commit) return presentOneSlice(transaction, row);
    const change = {
      status: 'committed' as const,
      commit_sha: commit,
      ...(changedFiles === undefined ? {} : { changed_files: JSON.stringify(changedFiles) }),
    };
    const payload = { commit, message: text.split('\n')[0] };
    if (ticks !== undefined) await recordTicks(context, transaction, ticks);
    const changed = await changeSlice(transaction, context, row, change, { type: 'slice_committed', payload, now });
    return presentOneSlice(transaction, changed);
  });
}

function reasonOf(error: unknown): Message {
  if (error instanceof RefusalError) return error.refusal.message;
  if (isStoreError(error)) return error.toRefusal().message;
  throw error;
}

function conflict(message: Message, hint: Message): RefusalError {
  const refusal: Refusal = refuse('conflict', message, { hint });
  return new RefusalError(refusal);
}
