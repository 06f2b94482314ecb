import type { RecordedActor } from '../../domain/actor/sameActor.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { factsOf } from '../../domain/finding/findingSeverity.js';
import { standingRequest } from '../../domain/review/countedReview.js';
import type { ReviewGrade } from '../../domain/review/reviewGrade.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { EarlierTask } from '../../gates/gateSnapshot.js';
import type { Transaction } from '../../store/store.js';
import { gradedRuns } from '../review/gradedRuns.js';
import { authorsOf } from './authorsOf.js';

/** Max unfinished tasks to search, newest first, and max open findings of theirs. */
const maxTasks = 1000;
const maxFindings = 5000;
const maxEvidence = 500;

export interface JudgedWork {
  /** Names of the branch, now and at the start of its task. */
  readonly branches: ReadonlySet<string>;
  readonly commits: ReadonlySet<string>;
  /** Ids of tasks with the same work in other commits. */
  readonly same: ReadonlySet<string>;
  /** Weakest grade of a review that counts. */
  readonly minimumGrade: ReviewGrade;
}

export interface EarlierWork {
  readonly tasks: readonly EarlierTask[];
  readonly requests: readonly ReviewRunRow[];
  readonly authors: readonly RecordedActor[];
}

/**
 * Collects what counts from unfinished tasks on the judged work, so that archiving a task, or renaming or continuing its branch,
 * does not shed findings: archived tasks of its branch; archived or older tasks with a commit in the branch at which their branch
 * was seen or a finding or request for changes was recorded; and tasks with the same work in other commits.
 */
export async function earlierWork(transaction: Transaction, task: TaskRow, work: JudgedWork): Promise<EarlierWork> {
  const others = await otherUnfinished(transaction, task);
  const { findings, requests } = await openOf(transaction, others);
  const found = { tasks: [] as EarlierTask[], requests: [] as ReviewRunRow[], authors: [] as RecordedActor[] };
  for (const row of others) {
    const open = findings.filter(({ task_id }) => task_id === row.id);
    const asked = requests.filter(({ task_id }) => task_id === row.id);
    if (!isPartOf(task, row, work, [row.observed_sha, ...[...open, ...asked].map(({ commit_sha }) => commit_sha)]))
      continue;
    if (!(await counts(transaction, row, open))) continue;
    const archived = row.archived_at !== null;
    if (open.length > 0) found.tasks.push({ number: row.number, archived, openFindings: open });
    found.requests.push(...(await requestOf(transaction, row, asked, work)));
    found.authors.push(...(await authorsOfTask(transaction, row)));
  }
  return found;
}

export async function otherUnfinished(transaction: Transaction, task: TaskRow): Promise<TaskRow[]> {
  return (await transaction.tasks.unfinished(maxTasks)).filter(({ id }) => id !== task.id);
}

/** Open findings and requests of these tasks, except those about plans. */
export async function openOf(
  transaction: Transaction,
  tasks: readonly TaskRow[],
): Promise<{ readonly findings: readonly FindingRow[]; readonly requests: readonly ReviewRunRow[] }> {
  const ids = tasks.map(({ id }) => id);
  const findings = await transaction.findings.openIn(ids, [], maxFindings);
  const requests = await transaction.reviewRuns.requestsIn(ids);
  return { findings: findings.filter(({ mode }) => mode !== 'planning'), requests };
}

function isPartOf(
  task: TaskRow,
  { id, branch, archived_at, number }: TaskRow,
  { branches, commits, same }: JudgedWork,
  known: readonly (string | null)[],
): boolean {
  if (archived_at !== null && branch !== null && branches.has(branch)) return true;
  // A later task on top of this work counts only for itself.
  if (archived_at === null && number > task.number) return false;
  return same.has(id) || known.some(commit => commit !== null && commits.has(commit));
}

/** Versions before this rule archived tasks for good; of those, only tasks with an open high finding count. */
async function counts(
  transaction: Transaction,
  { id, archived_at }: TaskRow,
  open: readonly Pick<FindingRow, 'severity'>[],
): Promise<boolean> {
  if (archived_at === null || open.some(({ severity }) => factsOf(severity).failsReview)) return true;
  const payload = await transaction.events.lastPayload(id, 'task_archived');
  return payload !== undefined && (JSON.parse(payload) as { readonly counts?: unknown }).counts === true;
}

async function requestOf(
  transaction: Transaction,
  { id }: TaskRow,
  asked: readonly ReviewRunRow[],
  { minimumGrade }: JudgedWork,
): Promise<ReviewRunRow[]> {
  if (asked.length === 0) return [];
  const runs = (await transaction.reviewRuns.ofTask(id)).filter(({ mode }) => mode === 'branch');
  const standing = standingRequest(await gradedRuns(transaction, runs), minimumGrade);
  return runs.filter(({ number }) => number === standing?.number);
}

async function authorsOfTask(transaction: Transaction, task: TaskRow): Promise<RecordedActor[]> {
  return authorsOf(transaction, task, {
    findings: await transaction.findings.judgedOfTask(task.id),
    slices: await transaction.slices.ofTask(task.id),
    evidence: await transaction.evidence.ofTask(task.id, maxEvidence),
  });
}
