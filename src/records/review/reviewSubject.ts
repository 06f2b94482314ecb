import { normaliseFindingPath } from '../../domain/finding/findingPath.js';
import { isMarkdownPath, readPlanName } from '../../domain/plan/planPath.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { modeOf } from '../../domain/review/reviewRule.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { type ReviewMode, type ReviewSubjectKind, reviewLimits } from '../../domain/review/reviewRunRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../context.js';
import { readPlanFile, workTreeOf } from '../plan/planFile.js';

/** What is reviewed. */
export interface ReviewSubject {
  /** A branch, or a path relative to the worktree root. */
  readonly name: string;
  readonly kind: ReviewSubjectKind;
  readonly mode: ReviewMode;
  /** What it is now: tree hash of a branch, content hash of a document; undefined when there is nothing to read. */
  readonly hash: string | undefined;
}

export interface SubjectInput {
  readonly subject?: string | undefined;
  readonly kind?: ReviewSubjectKind | undefined;
  readonly mode?: ReviewMode | undefined;
}

/** Reads what a call wants reviewed; refuses what is neither a branch nor a file here. Asks git: call it before a transaction. */
export async function readSubject(context: Context, input: SubjectInput): Promise<ReviewSubject> {
  const workTree = workTreeOf(context);
  const { name, kind } = await nameAndKind(workTree, input);
  const hash = await hashOf(workTree, kind, name);
  if (hash !== undefined) return { name, kind, mode: input.mode ?? modeOf(kind), hash };
  const what = kind === 'branch' ? message('reviews.branch') : message('reviews.file');
  throw refusalError('not_found', message('reviews.noSubject', { kind: what, name }), {
    hint: 'reviews.noSubjectHint',
    details: { subject: name, kind },
  });
}

/** What the subjects of these runs are now, by subject; those that is unknown are left out. */
export async function hashesNow(
  { workTree }: Context,
  runs: readonly Pick<ReviewRunRow, 'subject_kind' | 'subject_path'>[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  if (workTree === undefined) return hashes;
  const kinds = new Map(runs.map(run => [run.subject_path, run.subject_kind]));
  for (const [name, kind] of kinds) {
    const hash = await hashOf(workTree, kind, name).catch(refusedToNothing);
    if (hash !== undefined) hashes.set(name, hash);
  }
  return hashes;
}

async function nameAndKind(
  workTree: WorkTree,
  { subject, kind }: SubjectInput,
): Promise<{ name: string; kind: ReviewSubjectKind }> {
  if (subject === undefined) return { name: await branchHere(workTree), kind: kind ?? 'branch' };
  if (kind === 'branch') return { name: subject, kind };
  if (kind === undefined && (await workTree.branchExists(subject))) return { name: subject, kind: 'branch' };
  const found = await findDocument(workTree, subject);
  return { name: found, kind: kind ?? (isMarkdownPath(found) ? 'task_plan' : 'other') };
}

/** The path of a document: as it is named, or a plan's bare name. */
async function findDocument(workTree: WorkTree, subject: string): Promise<string> {
  const path = normaliseFindingPath(subject, workTree.root);
  if (path === undefined) {
    throw refusalError('invalid_input', message('reviews.outside', { path: subject.slice(0, 200) }), {
      hint: 'reviews.outsideHint',
      details: { subject },
    });
  }
  for (const candidate of [path, ...(readPlanName(subject, workTree.root)?.candidates ?? [])]) {
    if ((await workTree.kindOf(candidate)) === 'file') return candidate;
  }
  return path.slice(0, reviewLimits.subject);
}

async function branchHere(workTree: WorkTree): Promise<string> {
  const { branch } = await workTree.head();
  if (branch !== undefined) return branch;
  throw refusalError('invalid_input', 'reviews.detachedHead', { hint: 'reviews.detachedHeadHint' });
}

/**
 * A branch is the tree that a push of it would be judged by: with the changes of the worktree where it is checked out here.
 * A Markdown document counts without its checkbox marks: a tick is not an edit.
 */
async function hashOf(workTree: WorkTree, kind: ReviewSubjectKind, name: string): Promise<string | undefined> {
  if (kind === 'branch') {
    const head = await workTree.head();
    if (head.branch === name && head.commit !== undefined) return workTree.treeHash();
    const commit = (await workTree.branchExists(name)) ? await workTree.resolveCommit(`refs/heads/${name}`) : undefined;
    return commit === undefined ? undefined : workTree.treeHashOf(commit);
  }
  if (isMarkdownPath(name)) return (await readPlanFile(workTree, name))?.contentHash;
  if ((await workTree.kindOf(name)) !== 'file') return undefined;
  const text = await workTree.readText(name);
  return text === undefined ? undefined : sha256(text);
}

function refusedToNothing(error: unknown): undefined {
  if (error instanceof RefusalError) return undefined;
  throw error;
}
