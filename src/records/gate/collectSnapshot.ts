import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { ProofChanges } from '../../domain/proofChange/proofChanges.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { GradedRun } from '../../domain/review/countedReview.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { GateSnapshot, JudgedEvidence, TreeFacts } from '../../gates/gateSnapshot.js';
import type { Head, PathChange, WorkTree } from '../../git/workTree.js';
import { message, messageOf } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import type { Transaction } from '../../store/store.js';
import { configOf, requireWorkTree } from '../baseConfig.js';
import type { Context } from '../context.js';
import { namedRuns } from '../evidence/namedCommand.js';
import { laneAt } from '../lane/laneAt.js';
import { type BranchNow, isSameReview } from '../review/sameReview.js';
import { resolveTask, type TaskPlace } from '../task/taskAccess.js';
import { tasksOfSameWork } from './sameWork.js';
import { judgedEvidence, readPlanOf, taskFacts } from './taskFacts.js';
import { withMissed } from './withMissed.js';

export interface GateSubject {
  /** As named by the caller; undefined for the worktree's task or lane, null for a lane without a task. */
  readonly task?: string | null | undefined;
  /** Base branch of a lane without a task. */
  readonly base?: string | undefined;
  /** Judges this commit as the branch's tip, instead of the worktree. */
  readonly tip?: { readonly branch: string | undefined; readonly commit: string } | undefined;
  /** Also reads a tip's changes to files that its gate commands run; always read for a worktree. */
  readonly withProofChanges?: boolean;
  /** Binding settings; default: those of the task's base branch and the default branch. */
  readonly config?: RepositoryConfig | undefined;
}

export interface CollectedSnapshot {
  readonly snapshot: GateSnapshot;
  readonly task: TaskRow | undefined;
  readonly commit: string | undefined;
}

interface Meant {
  readonly task: TaskRow | undefined;
  readonly candidates: readonly string[];
  readonly planPath: string | undefined;
  /** The lane without a task that is judged; otherwise undefined. */
  readonly lane?: { readonly base: string | undefined };
}

const noTask: Meant = { task: undefined, candidates: [], planPath: undefined };

/** Reads a gate's input, now or at a push's tip. Refuses without a usable store, worktree and base branch's configuration. */
export async function collectSnapshot(context: Context, subject: GateSubject = {}): Promise<CollectedSnapshot> {
  await requireStore(context);
  const workTree = requireWorkTree(context);
  const head: Head = subject.tip ?? (await workTree.head());
  const place: TaskPlace = { directory: workTree.root, branch: head.branch };
  const subjectTask =
    subject.task === null
      ? { ...noTask, lane: { base: subject.base } }
      : await context.store.read(transaction => findMeant(transaction, place, subject.task ?? undefined));
  const { lane } = subjectTask;
  const base = await findBase(workTree, subjectTask.task?.base_branch ?? lane?.base);
  const [config, { commits, ...tree }] = await both(
    subject.config ?? configOf(context, base.name, head.commit),
    readTree(workTree, head, base, subject.tip !== undefined),
  );
  const plan =
    subjectTask.planPath === undefined
      ? undefined
      : await readPlanOf(workTree, subjectTask.planPath, subject.tip?.commit);
  const task = subjectTask.task;
  const { minimumGrade } = config.review;
  const branches = new Set([task?.branch, head.branch].filter(branch => branch != null));
  const same =
    task === undefined
      ? new Set<string>()
      : await tasksOfSameWork(context, workTree, task, { commits, base: base.commit, tip: head.commit });
  const facts =
    task === undefined
      ? undefined
      : await context.store.read(transaction =>
          taskFacts(transaction, task, tree.hash, plan, { branches, commits, same, minimumGrade }),
        );
  const isCommitted = tree.changed.length === 0 && head.commit !== undefined && base.commit !== undefined;
  const now = isCommitted ? { to: head.commit, onto: base.commit } : undefined;
  const asJudged = (proofs: readonly JudgedEvidence[]) =>
    withMissed(
      workTree,
      proofs.map(proof => ({ ...proof, proves: namedRuns(proof, config.gate.commands) })),
      { hash: tree.hash, base: base.commit, tip: head.commit },
    );
  const judged = facts && {
    ...facts,
    proofs: await asJudged(facts.proofs),
    reviewRuns: await asOfNow(context, facts.reviewRuns, tree.hash, now),
  };
  const { commit } = head;
  const withProofChanges = subject.withProofChanges ?? subject.tip === undefined;
  const isWork = task !== undefined || lane !== undefined;
  const isAsked = withProofChanges && commit !== undefined && base.commit !== undefined && isWork;
  const changed = isAsked
    ? await changesOfProof(workTree, base.commit, commit, config.gate.commands)
    : { commands: [], tests: [] };
  const isLimited = config.review.maxLines !== undefined && commit !== undefined && base.commit !== undefined;
  const changedLines = isLimited ? await workTree.countLines(base.commit, commit) : undefined;
  const snapshot = {
    tree: { ...tree, proofChanges: changed, changedLines },
    task: judged,
    ...(lane !== undefined ? { proofs: await asJudged(await proofsOfTree(context, tree.hash)) } : {}),
    candidates: subjectTask.candidates,
    config: withoutSecrets(config),
  };
  return { snapshot, task, commit: head.commit };
}

async function proofsOfTree({ store }: Context, hash: string | undefined): Promise<JudgedEvidence[]> {
  if (hash === undefined) return [];
  return (await store.read(transaction => transaction.evidence.ofTree(hash))).map(judgedEvidence);
}

/** Gives runs that passed, or asked for more than, the same change before a rebase the current tree's hash. */
async function asOfNow(
  context: Context,
  runs: readonly GradedRun[],
  hash: string | undefined,
  now: BranchNow | undefined,
): Promise<readonly GradedRun[]> {
  if (now === undefined || hash === undefined) return runs;
  const all: GradedRun[] = [];
  for (const run of runs) {
    const { verdict, subject_hash, commit_sha = null } = run;
    const isOther = (verdict === 'pass' || run.request_changes === 1) && subject_hash !== hash;
    const isSame = isOther && (await isSameReview(context, { commit_sha, subject_hash }, now));
    all.push(isSame ? { ...run, subject_hash: hash } : run);
  }
  return all;
}

/** Redacts the commands that a gate shows; comparisons use the original. */
function withoutSecrets({ gate, ...config }: RepositoryConfig): RepositoryConfig {
  return { ...config, gate: { ...gate, commands: gate.commands.map(redact) } };
}

/** Settles both, then returns both results or throws the first failure. */
async function both<One, Other>(one: One | Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** Refuses without a usable store; creates nothing. */
async function requireStore({ store }: Context): Promise<void> {
  const { state, reason, hint, location } = await store.health();
  if (state === 'ready' || state === 'read-only' || state === 'update-pending') return;
  if (state === 'absent') {
    throw refusalError('store_absent', message('gates.noStore', { location }), { hint: 'gates.noStoreHint' });
  }
  const code = state === 'corrupt' ? 'store_corrupt' : 'store_too_new';
  throw refusalError(
    code,
    reason === undefined ? message('gates.storeUnreadable', { location }) : messageOf(reason),
    hint === undefined ? {} : { hint: messageOf(hint) },
  );
}

/** An ambiguous task is an answer here; an unknown named one is refused. */
async function findMeant(transaction: Transaction, place: TaskPlace, named: string | undefined): Promise<Meant> {
  try {
    const task = await resolveTask(transaction, place, named);
    const [plan] = task.plan_id === null ? [] : await transaction.plans.ofIds([task.plan_id]);
    return { task, candidates: [], planPath: plan?.path };
  } catch (error) {
    if (!(error instanceof RefusalError) || named !== undefined) throw error;
    if (error.refusal.code === 'not_found') {
      const lane = await laneAt(transaction, place.directory);
      return lane?.kind === 'implement' ? { ...noTask, lane: { base: lane.base_branch } } : noTask;
    }
    if (error.refusal.code !== 'ambiguous') throw error;
    const live = await transaction.tasks.live();
    const candidates = live.map(task => formatRef('task', task.number));
    return { task: undefined, candidates, planPath: undefined };
  }
}

interface Base {
  readonly name: string | undefined;
  readonly commit: string | undefined;
}

async function findBase(workTree: WorkTree, branch: string | undefined): Promise<Base> {
  const name = branch ?? (await workTree.defaultBranch());
  if (name === undefined) return { name, commit: undefined };
  const commit =
    (await workTree.resolveCommit(`refs/heads/${name}`)) ??
    (await workTree.resolveCommit(`refs/remotes/origin/${name}`));
  return { name, commit };
}

type ReadTree = Omit<TreeFacts, 'proofChanges' | 'changedLines'> & Pick<Relation, 'commits'>;

async function readTree(workTree: WorkTree, head: Head, base: Base, isTip: boolean): Promise<ReadTree> {
  const { commit, branch } = head;
  const ends = [commit, base.commit].filter(end => end !== undefined);
  const [relation, { changed, hash }, operation, missedHooks, replaced] = await Promise.all([
    relate(workTree, commit, base.commit),
    readContent(workTree, commit, isTip),
    isTip ? undefined : workTree.operationInProgress(),
    // Only a hook asks about a tip.
    isTip ? undefined : workTree.missedHooks(),
    workTree.replacedObjects(ends),
  ]);
  return {
    hasCommit: commit !== undefined,
    branch,
    base: base.name,
    baseExists: base.commit !== undefined,
    ...relation,
    changed: changed.map(({ path }) => path),
    missedHooks,
    operation,
    replaced,
    hash,
  };
}

interface Relation {
  readonly ahead: number;
  readonly commits: ReadonlySet<string>;
  readonly mergesCleanly: boolean | undefined;
}

const relations = new Map<string, Relation>();
const hashes = new Map<string, string>();
const proofs = new Map<string, ProofChanges>();
/** Max cached commits; gates ask about the same few repeatedly. */
const remembered = 200;

async function relate(workTree: WorkTree, commit: string | undefined, base: string | undefined): Promise<Relation> {
  if (commit === undefined || base === undefined) return { ahead: 0, commits: new Set(), mergesCleanly: undefined };
  return remember(relations, `${commit} ${base}`, async () => {
    const { commits, onTop } = await workTree.commitsOn(base, commit);
    const ahead = commits.size;
    // A branch that contains its base, or adds nothing, needs no merge.
    const isMerged = onTop || ahead === 0;
    return { ahead, commits, mergesCleanly: isMerged || (await workTree.mergesCleanly(commit, base)) };
  });
}

/** Cached: two commits never change. */
function changesOfProof(
  workTree: WorkTree,
  base: string,
  tip: string,
  commands: readonly string[],
): Promise<ProofChanges> {
  const key = JSON.stringify([base, tip, commands]);
  return remember(proofs, key, async () => {
    const { readProofChanges } = await import('./readProofChanges.js');
    return readProofChanges(workTree, base, tip, commands);
  });
}

/** Reads the content to judge: a commit, or the worktree, which equals its commit if nothing has changed. */
export async function readContent(
  workTree: WorkTree,
  commit: string | undefined,
  isTip: boolean,
): Promise<{ changed: readonly PathChange[]; hash: string }> {
  const changed = isTip ? [] : await workTree.changes();
  if (commit === undefined || changed.length > 0) return { changed, hash: await workTree.treeHash() };
  return { changed, hash: await remember(hashes, commit, () => workTree.treeHashOf(commit)) };
}

async function remember<Value>(cache: Map<string, Value>, key: string, ask: () => Promise<Value>): Promise<Value> {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const value = await ask();
  if (cache.size >= remembered) cache.clear();
  cache.set(key, value);
  return value;
}
