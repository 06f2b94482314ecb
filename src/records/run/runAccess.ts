import type { Provenance } from '../../domain/actor/provenance.js';
import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { Learning, Run, RunContent } from '../../domain/run/run.js';
import { contentOf } from '../../domain/run/runContent.js';
import type { FolderEntry } from '../../domain/run/runFolder.js';
import { type RunEntryRow, type RunRow, runDefinition, runNamePattern } from '../../domain/run/runRow.js';
import { shortened } from '../../domain/text/shortened.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act, EventPayload } from '../act.js';
import type { Context } from '../context.js';
import { provenanceOf } from '../provenance.js';
import { showRow } from '../showRows.js';
import { findRun } from './findRun.js';
import { activeFile, closingFilesOf, folderOf, ignoreFile, runFiles, type WrittenRun } from './runFiles.js';

export interface WholeRun extends WrittenRun {
  readonly run: Run;
  /** As stored, in recording order. */
  readonly entries: readonly RunEntryRow[];
}

/** Resolves a run by ref, name or ULID, else this worktree's active one. Refuses if there is none. */
export async function resolveRun(
  transaction: Transaction,
  { workTree }: Pick<Context, 'workTree'>,
  named: string | undefined,
): Promise<RunRow> {
  if (named === undefined) {
    const active = await transaction.runs.activeAt(workTree?.root ?? null);
    if (active !== undefined) return active;
    throw refusalError('not_found', 'runs.noneActive', {
      hint: 'runs.noneActiveHint',
      next: [{ operation: 'run.start', input: {} }],
    });
  }
  return findRun(transaction, named);
}

/** Refuses if a run of this worktree (null: of none) is active. */
export async function throwIfActive(transaction: Transaction, worktreePath: string | null): Promise<void> {
  const active = await transaction.runs.activeAt(worktreePath);
  if (active === undefined) return;
  const run = formatRef('run', active.number);
  const values = { run, request: shortened(active.request, 80) };
  throw refusalError(
    'conflict',
    worktreePath === null ? message('runs.alreadyActiveOutside', values) : message('runs.alreadyActive', values),
    { hint: 'runs.alreadyActiveHint', next: [{ operation: 'run.close', input: { run } }], details: { run } },
  );
}

/** Reads a run as stored: new text may have been redacted. */
export async function readWholeRun(transaction: Transaction, { id }: Pick<RunRow, 'id'>): Promise<WholeRun> {
  const [row] = await transaction.runs.ofIds([id]);
  if (row === undefined) throw new Error(`The run ${id} is not there any more.`);
  const entries = await transaction.runEntries.ofRun(id);
  return { run: await showRow(transaction, runDefinition, row), content: contentOf(entries), entries };
}

export interface RunWriting {
  readonly transaction: Transaction;
  readonly row: RunRow;
  readonly now: number;
  /** Adds an entry with the given or the next number of its kind; returns the number. */
  add(entry: NewEntry): Promise<number>;
  change(change: Partial<Omit<RunRow, 'id' | 'repository_id' | 'number' | 'revision'>>): Promise<void>;
}

export type NewEntry = Pick<RunEntryRow, 'kind' | 'text'> &
  Partial<
    Pick<
      RunEntryRow,
      | 'number'
      | 'status'
      | 'hypothesis'
      | 'learning_kind'
      | 'repo_action'
      | 'path'
      | 'path_commit'
      | 'reason'
      | 'created_at'
    >
  >;

/** Runs `write` in one transaction on a run, its result being the event's payload. Refuses a closed one unless `mayBeClosed`. */
export async function writeInRun<Payload extends EventPayload>(
  context: Context,
  named: string | undefined,
  event: OwnEventType,
  write: (writing: RunWriting) => Promise<Payload>,
  { mayBeClosed = false }: { mayBeClosed?: boolean } = {},
): Promise<{ readonly payload: Payload; readonly whole: WholeRun; readonly hasFiles: boolean }> {
  const provenance = await provenanceOf(context);
  const { clock, actor } = context;
  const done = await context.store.transaction(async transaction => {
    const found = await resolveRun(transaction, context, named);
    if (found.status === 'closed' && !mayBeClosed) throw closedRun(found);
    let row = found;
    const now = clock.now();
    const payload = await write({
      ...{ transaction, row, now },
      async add({ kind, number, created_at = now, ...entry }) {
        const present = await transaction.runEntries.ofRun(row.id);
        // Entries of an imported folder may have gaps.
        const next =
          number ?? present.reduce((max, one) => (one.kind === kind ? Math.max(max, one.number) : max), 0) + 1;
        const blank = { status: null, hypothesis: null, learning_kind: null, repo_action: null };
        const nowhere = { path: null, path_commit: null, reason: null };
        const whole = { ...blank, ...nowhere, ...entry, kind, number: next, created_at };
        await insertEntries(context, transaction, row.id, { provenance, present, entries: [whole] });
        return next;
      },
      async change(change) {
        // One writer at a time: the row is still the one read above.
        row = (await transaction.runs.change(row, { ...change, updated_at: now })) ?? row;
      },
    });
    if (row === found) row = (await transaction.runs.change(row, { updated_at: now })) ?? row;
    await tellOfRun({ transaction, actor, now }, row, event, payload);
    return { payload, whole: await readWholeRun(transaction, row) };
  });
  return { ...done, hasFiles: await writeRunFiles(context, done.whole) };
}

export async function insertEntries(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  transaction: Transaction,
  runId: string,
  {
    provenance,
    present,
    entries,
  }: { provenance: Provenance; present: readonly unknown[]; entries: readonly FolderEntry[] },
): Promise<void> {
  const now = clock.now();
  await transaction.runEntries.insert(
    entries.map((entry, index) => ({
      ...{ ...entry, ...provenance, id: ids.ulid(now), run_id: runId, position: present.length + index + 1 },
    })),
  );
}

export async function tellOfRun(
  { transaction, actor, now }: Act,
  run: Pick<RunRow, 'number' | 'work_item_id' | 'task_id'>,
  type: OwnEventType,
  payload: EventPayload,
): Promise<void> {
  const whole = { run: formatRef('run', run.number), ...payload };
  await transaction.events.append([newEvent(actor, now, type, run.work_item_id, whole, run.task_id)]);
}

function closedRun(run: RunRow): Error {
  const ref = formatRef('run', run.number);
  return refusalError('transition_not_allowed', message('runs.closed', { run: ref }), {
    hint: 'runs.closedHint',
    next: [{ operation: 'run.reopen', input: { run: ref } }],
    details: { run: ref },
  });
}

export function openHypotheses({ hypotheses }: RunContent): string[] {
  return hypotheses.filter(({ status }) => status === 'open').map(({ id }) => id);
}

/** Ids of learnings with a missing path in the run's worktree. Reads files: call it outside of a transaction. */
export async function missingLearnings(
  { workTree }: Pick<Context, 'workTree'>,
  { run, content }: Pick<WholeRun, 'run' | 'content'>,
): Promise<string[]> {
  const own = filesOf(workTree, run.worktreePath);
  const missing: string[] = [];
  for (const learning of content.learnings) if (!(await isResolved(own, learning))) missing.push(learning.id);
  return missing;
}

/** Worktree to search for a run's files: its own, or the caller's if that is gone. */
export function filesOf<Tree extends Context['workTree']>(
  workTree: Tree,
  worktreePath: string | null,
): Tree | WorkTree {
  return (worktreePath === null ? undefined : workTreeAt(workTree, worktreePath)) ?? workTree;
}

/** True for nothing to change, or an existing path; one in a commit was checked when recorded. */
async function isResolved(workTree: Context['workTree'], { repoAction, path, commit }: Learning): Promise<boolean> {
  if (repoAction === 'none' || path === null || commit !== null) return true;
  // Other programs record any path: one that cannot be looked up, as outside of the worktree, is missing.
  return workTree === undefined || (await workTree.kindOf(path).catch(() => undefined)) !== undefined;
}

/** Renews a run's folder in its worktree, for readers of files. True if written to the caller's worktree. */
export async function writeRunFiles({ workTree, store, log }: Context, { run }: WholeRun): Promise<boolean> {
  const own = run.worktreePath === null ? undefined : workTreeAt(workTree, run.worktreePath);
  if (workTree === undefined || own === undefined) return false;
  const { root } = own;
  try {
    // Another process may have written older files afterwards, so repeat until nothing is new.
    for (let written: string | undefined; ; ) {
      const named = await activeName(own);
      const { files, obsolete, keepsActive } = await store.read(async transaction => {
        const active = await transaction.runs.activeAt(root);
        const whole = await readWholeRun(transaction, run);
        return {
          files: runFiles(whole, active?.name),
          // Importing the folder of a reopened run would close it again.
          obsolete: whole.run.status === 'active' ? closingFilesOf(run) : [],
          // It may be the active run of another program.
          keepsActive: named !== undefined && (await transaction.runs.find({ by: 'key', key: named })) === undefined,
        };
      });
      const all = JSON.stringify(files);
      if (all === written) return root === workTree.root;
      for (const [path, text] of files) {
        if (path === activeFile && keepsActive) continue;
        if (!(await isLeft(own, path, text))) await own.writeText(path, text);
      }
      // A page without its JSON is a person's own: closing a run writes both.
      const wasClosed = obsolete[0] !== undefined && (await own.kindOf(obsolete[0])) === 'file';
      for (const path of wasClosed ? obsolete : []) await own.removeFile(path);
      written = all;
    }
  } catch (error) {
    // The files are a copy of the store's record.
    log.warn(`The files of ${run.ref} could not be written: ${(error as Error).message}`);
    return false;
  }
}

/** Worktree with this root; undefined if it is gone. */
function workTreeAt(workTree: Context['workTree'], root: string): Context['workTree'] {
  if (workTree === undefined || workTree.root === root) return workTree;
  const other = workTree.at(root);
  return other?.root === root && other.commonDir === workTree.commonDir ? other : undefined;
}

/** Run in a worktree's `ACTIVE`; undefined if that has no folder. */
async function activeName(workTree: WorkTree): Promise<string | undefined> {
  const name =
    (await workTree.kindOf(activeFile)) === 'file' ? (await workTree.readText(activeFile))?.trim() : undefined;
  if (name === undefined || !runNamePattern.test(name)) return undefined;
  return (await workTree.kindOf(folderOf({ name }))) === 'folder' ? name : undefined;
}

async function isLeft(workTree: WorkTree, path: string, text: string): Promise<boolean> {
  // The repository's own file decides which part of the folder is committed.
  if (path === ignoreFile) return (await workTree.kindOf(path)) !== undefined;
  // Written once: an imported run's may have more content than is kept.
  if (path.endsWith('/problem.json')) return (await workTree.kindOf(path)) === 'file';
  if ((await workTree.kindOf(path)) !== 'file') return false;
  // Reading is faster than writing. An unreadable file is replaced.
  if ((await workTree.readText(path).catch(() => undefined)) === text) return true;
  if (path !== activeFile) return false;
  // A committed file's change would show up in the repository.
  const { commit } = await workTree.head();
  return commit !== undefined && (await workTree.blobsOf([path], commit)).has(path);
}
