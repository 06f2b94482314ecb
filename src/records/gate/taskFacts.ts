import type { RecordedActor } from '../../domain/actor/sameActor.js';
import { authorTypes, eventFacts } from '../../domain/event/ownEvents.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingStatusFacts } from '../../domain/finding/findingStatus.js';
import { type EntityKind, formatRef } from '../../domain/identifier/identifier.js';
import { compareChecklist } from '../../domain/plan/checklist.js';
import type { Attestation } from '../../domain/plan/plan.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { PlanFacts, TaskFacts } from '../../gates/gateSnapshot.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Transaction } from '../../store/store.js';
import { type PlanContent, readContent, readPlanFile } from '../plan/planFile.js';
import { gradedRuns, planAuthors, planningRuns } from '../review/gradedRuns.js';

/** Maximum number of evidence rows read per task, newest first. */
const proofsLookedAt = 500;

/** The plan in the worktree, or as a commit holds it; undefined when it is not there or cannot be read as a plan. */
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

/** What the store holds about a task, for a tree with this hash and the plan as it is there. */
export async function taskFacts(
  transaction: Transaction,
  task: TaskRow,
  treeHash: string | undefined,
  content: PlanContent | undefined,
): Promise<TaskFacts> {
  const findings = await transaction.findings.judgedOfTask(task.id);
  const own = await transaction.evidence.ofTask(task.id, proofsLookedAt);
  const ofTree = treeHash === undefined ? [] : await transaction.evidence.ofTree(treeHash);
  const slices = await transaction.slices.ofTask(task.id);
  const runs = await transaction.reviewRuns.ofTask(task.id);
  const [plan] = task.plan_id === null ? [] : await transaction.plans.ofIds([task.plan_id]);
  const proofs = new Map([...own, ...ofTree].map(proof => [proof.id, proof]));
  return {
    row: task,
    openFindings: findings.filter(({ status }) => status === 'open'),
    fixedWithoutCommit: findings.filter(({ status, fixed_sha }) => status === 'fixed' && fixed_sha === null),
    fixedUnchanged: findings.filter(
      ({ status, mode, fixed_sha, commit_sha }) =>
        status === 'fixed' && mode !== 'planning' && fixed_sha !== null && fixed_sha === commit_sha,
    ),
    deferredFindings: findings.filter(({ status }) => status === 'deferred'),
    proofs: [...proofs.values()].sort((one, other) => other.number - one.number),
    ownProofs: new Set(own.map(({ number }) => number)),
    slices,
    openBlockers: await transaction.blockers.ofTask(task.id, 'open'),
    pendingActions: await transaction.nextActions.ofTask(task.id, 'pending'),
    reviewRuns: await gradedRuns(
      transaction,
      runs.filter(({ mode }) => mode === 'branch'),
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
    authors: await authorsOf(transaction, task, { findings, slices, evidence: own }),
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

function withoutModel(kind: EntityKind, rows: readonly Pick<EvidenceRow, 'number' | 'role' | 'model'>[]): string[] {
  return rows
    .filter(({ role, model }) => role === 'agent' && model === null)
    .map(({ number }) => formatRef(kind, number));
}

/**
 * Who worked on a task: who started, committed or closed its slices, touched its files or fixed its findings, and the agents
 * that started or imported it or ran its evidence. A person who starts a task for an agent, or runs its tests, is not an author.
 */
async function authorsOf(
  transaction: Transaction,
  task: TaskRow,
  rows: {
    readonly findings: readonly Pick<FindingRow, 'status' | 'resolved_by'>[];
    readonly slices: readonly RecordedActor[];
    readonly evidence: readonly (RecordedActor & Pick<EvidenceRow, 'grade'>)[];
  },
): Promise<RecordedActor[]> {
  const acts = await transaction.events.actorsOf(task.id, authorTypes);
  const named = [
    ...(await transaction.touchedFiles.actorsOf(task.id)),
    ...rows.findings.flatMap(({ status, resolved_by: actor }) =>
      findingStatusFacts[status].ending === 'fixed' && actor !== null ? [{ actor, session: null }] : [],
    ),
  ];
  const names = new Set(named.map(({ actor }) => actor));
  const relevant = acts.filter(({ type, role, actor }) => {
    const of = eventFacts(type)?.authors;
    return of === 'everybody' || (of === 'agents' ? role === 'agent' : names.has(actor));
  });
  const actors = new Set(relevant.map(({ actor }) => actor));
  return [
    ...relevant,
    ...rows.slices,
    ...rows.evidence.filter(({ role, grade }) => role === 'agent' && grade === 'observed'),
    // Rows without a role, of which no event says whose they are.
    ...named
      .filter(({ actor }) => !actors.has(actor))
      .map(one => ({ ...one, role: null, harness: null, model: null, lane: null })),
  ];
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
