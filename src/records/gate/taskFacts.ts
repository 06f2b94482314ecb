import type { RecordedActor } from '../../domain/actor/sameActor.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { readLeftOut } from '../../domain/evidence/leftOut.js';
import { readRunFacts } from '../../domain/evidence/runFacts.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { type EntityKind, formatRef } from '../../domain/identifier/identifier.js';
import { compareChecklist } from '../../domain/plan/checklist.js';
import type { Attestation } from '../../domain/plan/plan.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { JudgedEvidence, PlanFacts, TaskFacts } from '../../gates/gateSnapshot.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Transaction } from '../../store/store.js';
import { type PlanContent, readContent, readPlanFile } from '../plan/planFile.js';
import { gradedRuns, planAuthors, planningRuns } from '../review/gradedRuns.js';
import { isMadeForLane } from '../task/taskOfLane.js';
import { authorsOf } from './authorsOf.js';
import { earlierWork, type JudgedWork } from './earlierWork.js';

const maxEvidence = 500;

/** Reads the plan in the worktree or at a commit; undefined if missing or unreadable. */
export async function readPlanOf(
  workTree: WorkTree,
  path: string,
  commit: string | undefined,
): Promise<PlanContent | undefined> {
  try {
    if (commit === undefined) return await readPlanFile(workTree, path);
    const text = await workTree.readText(path, commit);
    return text === undefined ? undefined : await readContent(path, text);
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/** Reads a task's facts in the store, for a tree hash and the plan in that tree. */
export async function taskFacts(
  transaction: Transaction,
  task: TaskRow,
  treeHash: string | undefined,
  content: PlanContent | undefined,
  work: JudgedWork,
): Promise<TaskFacts> {
  const earlier = await earlierWork(transaction, task, work);
  const findings = await transaction.findings.judgedOfTask(task.id);
  const own = await transaction.evidence.ofTask(task.id, maxEvidence);
  const ofTree = treeHash === undefined ? [] : await transaction.evidence.ofTree(treeHash);
  const slices = await transaction.slices.ofTask(task.id);
  const runs = await transaction.reviewRuns.ofTask(task.id);
  const [plan] = task.plan_id === null ? [] : await transaction.plans.ofIds([task.plan_id]);
  const proofs = new Map([...own, ...ofTree].map(proof => [proof.id, proof]));
  return {
    row: task,
    isMadeForLane: await isMadeForLane(transaction, task),
    openFindings: findings.filter(({ status }) => status === 'open'),
    fixedWithoutCommit: findings.filter(({ status, fixed_sha }) => status === 'fixed' && fixed_sha === null),
    fixedUnchanged: findings.filter(
      ({ status, mode, fixed_sha, commit_sha }) =>
        status === 'fixed' && mode !== 'planning' && fixed_sha !== null && fixed_sha === commit_sha,
    ),
    deferredFindings: findings.filter(({ status }) => status === 'deferred'),
    proofs: [...proofs.values()].sort((one, other) => other.number - one.number).map(judgedEvidence),
    ownEvidence: new Set(own.map(({ number }) => number)),
    slices,
    openBlockers: await transaction.blockers.ofTask(task.id, 'open'),
    pendingActions: await transaction.nextActions.ofTask(task.id, 'pending'),
    earlier: earlier.tasks,
    reviewRuns: await gradedRuns(
      transaction,
      [...runs.filter(({ mode }) => mode === 'branch'), ...earlier.requests].sort(latestFirst),
    ),
    withoutModel: [
      ...withoutModel(
        'slice',
        slices.filter(({ status }) => status === 'closed'),
      ),
      ...withoutModel('evidence', own),
      ...withoutModel(
        'reviewRun',
        runs.filter(({ status }) => status === 'recorded'),
      ),
    ],
    authors: [...(await authorsOf(transaction, task, { findings, slices, evidence: own })), ...earlier.authors],
    plan:
      plan === undefined
        ? undefined
        : planFacts(plan, content, {
            runs: await planningRuns(transaction, plan.path),
            findings: [...findings, ...(await transaction.findings.open(null))],
            slices,
            evidence: own,
            authors: await planAuthors(transaction, plan),
          }),
  };
}

/** Runs in progress have no time and come last. */
function latestFirst(one: ReviewRunRow, other: ReviewRunRow): number {
  return (other.reviewed_at ?? 0) - (one.reviewed_at ?? 0) || other.number - one.number;
}

function withoutModel(kind: EntityKind, rows: readonly Pick<EvidenceRow, 'number' | 'role' | 'model'>[]): string[] {
  return rows
    .filter(({ role, model }) => role === 'agent' && model === null)
    .map(({ number }) => formatRef(kind, number));
}

function planFacts(
  plan: PlanRow,
  content: PlanContent | undefined,
  rows: {
    readonly runs: PlanFacts['acceptance']['runs'];
    readonly findings: readonly Pick<FindingRow, 'number' | 'mode' | 'status' | 'path'>[];
    readonly slices: Parameters<typeof compareChecklist>[1]['slices'];
    readonly evidence: Parameters<typeof compareChecklist>[1]['evidence'];
    readonly authors: readonly RecordedActor[];
  },
): PlanFacts {
  const attestations = JSON.parse(plan.attestations) as Attestation[];
  const { slices, evidence } = rows;
  const checklist = compareChecklist(content?.document.items ?? [], { slices, evidence, attestations });
  return {
    acceptance: {
      plan,
      contentHash: content?.contentHash,
      authors: rows.authors,
      runs: rows.runs,
      openFindings: rows.findings.filter(
        ({ mode, status, path }) => mode === 'planning' && status === 'open' && path === plan.path,
      ),
    },
    acceptedHash: plan.accepted_hash,
    dueBoxes: checklist.due.map(({ item }) => item.id),
    unattestedBoxes: checklist.unattested.map(({ id }) => id),
  };
}

/** Evidence with the facts of its run that a gate judges. */
export function judgedEvidence(proof: EvidenceRow): JudgedEvidence {
  return {
    ...proof,
    leftOut: readLeftOut(proof.receipt),
    run: proof.grade === 'observed' ? readRunFacts(proof.receipt) : undefined,
  };
}
