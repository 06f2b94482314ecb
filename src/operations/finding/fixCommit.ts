import { anchoredBlob, anchoredSide, holdsLines, parseAnchor } from '../../domain/finding/anchor.js';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { blobIdOf } from '../../git/readBlobs.js';
import type { WorkTree } from '../../git/workTree.js';
import { type Message, message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';

export interface FixRequest {
  readonly commit?: string | undefined;
  /** Branch that has the fix, checked out or not. */
  readonly onBranch?: string | undefined;
  readonly note?: string | undefined;
  /** Evidence that passed on the commit's tree. */
  readonly evidence?: string | undefined;
}

export interface FixCommit {
  /** Full id; null in a repository without commits. */
  readonly commit: string | null;
  readonly pendingUncommitted: boolean;
}

/**
 * The fixing commit: named, else the tip of the named branch, else HEAD; at or after each finding's commit. At that commit
 * itself, a note on why nothing had to change, or evidence, is required, except for findings on uncommitted changes or a plan,
 * which are not about its content. Calls git; throws a refusal.
 */
export async function findFixCommit(
  context: Context,
  rows: readonly FindingRow[],
  request: FixRequest,
): Promise<FixCommit> {
  const { workTree } = context;
  if (workTree === undefined) return withoutRepository(rows, request);
  const tip = await tipOf(workTree, request.onBranch);
  if (tip === undefined && request.commit === undefined) return { commit: null, pendingUncommitted: false };
  const commit = request.commit === undefined ? tip : await requireFixCommit(workTree, request.commit);
  if (commit === undefined || tip === undefined) throw unknownCommit(request.commit ?? '');
  if (commit !== tip && !(await workTree.isAncestor(commit, tip))) {
    throw notAllowed(
      message('findings.commitNotInHistory', { commit: short(commit), branch: request.onBranch ?? 'HEAD' }),
      request.onBranch === undefined ? message('findings.commitNotHereHint') : message('findings.commitElsewhereHint'),
      { commit, tip },
    );
  }
  for (const row of rows) await checkDescent(workTree, row, commit);
  const isImplied = request.commit === undefined && request.onBranch === undefined;
  const pendingUncommitted = isImplied && (await hasPending(workTree, rows));
  for (const row of rows) {
    if (row.commit_sha === commit) await checkChange(workTree, row, { commit, request, pendingUncommitted });
  }
  return { commit, pendingUncommitted };
}

/** Branch of a commit outside of the checked-out history, if all findings were recorded on it: it need not be named. */
export async function branchOfFix(
  { workTree }: Context,
  rows: readonly FindingRow[],
  { commit: named, onBranch }: FixRequest,
): Promise<string | undefined> {
  const [branch, ...others] = new Set(rows.map(row => row.branch));
  if (onBranch !== undefined || named === undefined || workTree === undefined) return onBranch;
  if (typeof branch !== 'string' || others.length > 0) return undefined;
  const [commit, head] = [await workTree.resolveCommit(named), await workTree.head()];
  if (commit === undefined || branch === head.branch || !(await workTree.branchExists(branch))) return undefined;
  const isHere = head.commit !== undefined && (await workTree.isAncestor(commit, head.commit));
  return !isHere && (await workTree.isAncestor(commit, `refs/heads/${branch}`)) ? branch : undefined;
}

export async function requireFixCommit(workTree: WorkTree, text: string): Promise<string> {
  const commit = await workTree.resolveCommit(text);
  if (commit === undefined) throw unknownCommit(text);
  return commit;
}

function unknownCommit(text: string): RefusalError {
  return refusalError('invalid_input', message('evidence.unknownCommit', { commit: text.slice(0, 80) }), {
    hint: 'findings.unknownCommitHint',
    details: { commit: text },
  });
}

/** Tip of a branch, or HEAD; undefined in a repository without commits. */
async function tipOf(workTree: WorkTree, branch: string | undefined): Promise<string | undefined> {
  if (branch === undefined) return (await workTree.head()).commit;
  const tip = (await workTree.branchExists(branch)) ? await workTree.resolveCommit(`refs/heads/${branch}`) : undefined;
  if (tip !== undefined) return tip;
  throw refusalError('not_found', message('git.noBranch', { branch: branch.slice(0, 200) }), {
    hint: 'git.noBranchHint',
    details: { branch },
  });
}

async function checkDescent(workTree: WorkTree, row: FindingRow, commit: string): Promise<void> {
  const found = row.commit_sha;
  if (found === null || found === commit) return;
  const isResolved = (await workTree.resolveCommit(found)) !== undefined;
  if (isResolved && (await workTree.isAncestor(found, commit))) return;
  if (isResolved && (await workTree.isAncestor(commit, found))) {
    throw notAllowed(
      message('findings.fixTooOld', { commit: short(commit), found: short(found), finding: findingName(row) }),
      message('findings.fixTooOldHint'),
      { classification: 'ancestor', commit, foundAt: found },
    );
  }
  // A rebase gave the branch another history: its commits fix what they no longer have.
  if ((await isOn(workTree, row.branch, commit)) && (await isUncommitted(workTree, row, commit))) return;
  throw notAllowed(
    message('findings.historiesParted', { commit: short(commit), found: short(found), finding: findingName(row) }),
    message('findings.historiesPartedHint'),
    { classification: 'diverged', commit, foundAt: found },
  );
}

async function isOn(workTree: WorkTree, branch: string | null, commit: string): Promise<boolean> {
  if (branch === null || !(await workTree.branchExists(branch))) return false;
  return workTree.isAncestor(commit, `refs/heads/${branch}`);
}

interface SameCommit {
  readonly commit: string;
  readonly request: FixRequest;
  readonly pendingUncommitted: boolean;
}

/** Refuses the finding's own commit without an explaining note, or if the fix may still be uncommitted. */
async function checkChange(workTree: WorkTree, row: FindingRow, same: SameCommit): Promise<void> {
  const { commit, request, pendingUncommitted } = same;
  if (row.mode === 'planning' || (await isUncommitted(workTree, row, commit))) return;
  const isExplained = request.note !== undefined || request.evidence !== undefined;
  if (isExplained && !pendingUncommitted) return;
  if (isExplained) {
    throw notAllowed(
      message('findings.uncommittedFix', { finding: findingName(row) }),
      message('findings.uncommittedFixHint'),
      { classification: 'pending_uncommitted', commit },
    );
  }
  throw notAllowed(
    message('findings.sameCommit', { commit: short(commit), finding: findingName(row) }),
    message('findings.sameCommitHint'),
    { classification: 'unchanged', commit, foundAt: commit },
  );
}

/** True if the commit lacks the finding's lines or, for a whole file, differs beyond line ends. False for the base's side. */
async function isUncommitted(workTree: WorkTree, { anchor, path }: FindingRow, commit: string): Promise<boolean> {
  if (anchoredSide(anchor) === 'base') return false;
  const blob = anchoredBlob(anchor);
  if (blob === undefined) return false;
  const text = await workTree.readText(path, commit);
  if (text === undefined) return true;
  const written = [text, text.replace(/\r?\n/g, '\r\n'), text.replaceAll('\r\n', '\n')];
  if (written.some(each => blobIdOf(each, commit.length) === blob)) return false;
  const lines = parseAnchor(anchor);
  return lines === undefined || !holdsLines(lines, text);
}

/** Refuses if only uncommitted changes can have the fix; true if there are others. */
async function hasPending(workTree: WorkTree, rows: readonly FindingRow[]): Promise<boolean> {
  const changes = await workTree.changes();
  const paths = new Set(changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath])));
  const row = rows.find(({ path }) => paths.has(path));
  if (row === undefined) return changes.length > 0;
  throw notAllowed(
    message('findings.uncommittedFile', { finding: findingName(row), path: row.path }),
    message('findings.uncommittedFileHint'),
    { classification: 'pending_uncommitted', path: row.path },
  );
}

function withoutRepository(rows: readonly FindingRow[], request: FixRequest): FixCommit {
  const isChecked =
    request.commit !== undefined || request.onBranch !== undefined || rows.some(row => row.commit_sha !== null);
  if (!isChecked) return { commit: null, pendingUncommitted: false };
  throw refusalError('no_repository', 'findings.fixNeedsRepository', { hint: 'findings.fixNeedsRepositoryHint' });
}

function notAllowed(message: Message, hint: Message, details: Readonly<Record<string, unknown>>): RefusalError {
  return refusalError('transition_not_allowed', message, { hint, details });
}

function short(commit: string): string {
  return commit.slice(0, 10);
}
