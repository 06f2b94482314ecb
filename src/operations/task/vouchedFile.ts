import type { Actor } from '../../domain/actor/actor.js';
import { authorOf } from '../../domain/actor/author.js';
import type { Provenance } from '../../domain/actor/provenance.js';
import { readReplies } from '../../domain/finding/findingReply.js';
import { findingLimits } from '../../domain/finding/findingRow.js';
import { findingStatusFacts } from '../../domain/finding/findingStatus.js';
import { type TaskFile, taskFileKinds, taskFileRecords } from '../../domain/taskFile/taskFile.js';

export interface VouchedFile {
  readonly file: TaskFile;
  /** Sentences on facts that count for less here than in the file. */
  readonly notes: readonly string[];
  /** The first people whose acts are attributed to the importer here. */
  readonly people: readonly string[];
}

type Finding = TaskFile['findings'][number];
type Who = Pick<Provenance, 'actor' | 'role' | 'harness' | 'model' | 'session' | 'lane'>;

const maxPeople = 10;

/**
 * Reduces a file to facts that the importer can vouch for. A person vouches for all authors. An agent does not: acts of people
 * and all reviews become its own, evidence run by Stateroom or CI counts as reported, decisions against a finding are reopened,
 * and no plan is accepted or attested.
 */
export function vouchedFile(file: TaskFile, importer: Actor, now: number): VouchedFile {
  if (importer.role === 'human') return { file, notes: [], people: [] };
  // No session: decisions of several people may have the same name, and only one of a session may.
  const self = { ...authorOf(importer), session: null };
  const isAscribed = ({ role }: Who) => role !== 'agent';
  const own = <Row extends Who>(row: Row): Row => (isAscribed(row) ? { ...row, ...self } : row);
  const notes: string[] = [];
  const count = (what: string, rows: readonly unknown[]): void => {
    if (rows.length > 0) notes.push(`${what}: ${rows.length}.`);
  };
  const isOwnWord = ({ grade }: TaskFile['evidence'][number]) => grade === 'observed' || grade === 'ci';
  const isAccepted = (plan: TaskFile['plans'][number]) => plan.accepted_hash !== null || plan.attestations !== '[]';
  const authored = taskFileKinds.filter(kind => 'role' in taskFileRecords[kind].columns);
  const ascribed = authored.flatMap(kind => (kind === 'reviewRuns' ? [] : whoOf(file[kind]).filter(isAscribed)));
  count('Evidence that counts as reported here', file.evidence.filter(isOwnWord));
  count(
    'Reviews imported from a file (not counted)',
    file.reviewRuns.filter(({ status }) => status === 'recorded'),
  );
  count('Findings that were reopened, because a person must decide on them', file.findings.filter(isDismissed));
  count('Plans that must be accepted and attested here', file.plans.filter(isAccepted));
  count(`Other records by people in the file, attributed to ${importer.name} here`, ascribed);
  return {
    notes,
    people: [...new Set([...ascribed, ...file.reviewRuns.filter(isAscribed)].map(({ actor }) => actor))].slice(
      0,
      maxPeople,
    ),
    file: {
      ...file,
      ...Object.fromEntries(authored.map(kind => [kind, whoOf(file[kind]).map(own)])),
      task: { ...file.task, created_by: importer.name, updated_by: importer.name },
      decisions: file.decisions.map(row => ({ ...own(row), origin: 'agent' })),
      touchedFiles: file.touchedFiles.map(row => ({ ...row, actor: self.actor, session: self.session })),
      evidence: file.evidence.map(row => ({ ...own(row), grade: isOwnWord(row) ? 'reported' : row.grade })),
      plans: file.plans.map(plan => (isAccepted(plan) ? { ...plan, ...notAccepted(plan) } : plan)),
      findings: file.findings.map(row => vouchedFinding(row, importer, now)),
      reviewRuns: file.reviewRuns.map(row => ({ ...row, ...self })),
    },
  };
}

/** Rows of a list whose definition has an author. */
function whoOf(rows: readonly object[]): readonly Who[] {
  return rows as readonly Who[];
}

export function vouchedFinding(row: Finding, importer: Actor, now: number): Finding {
  if (importer.role === 'human') return row;
  const self = { ...authorOf(importer), session: null };
  const replies = readReplies(row.replies).map(reply =>
    reply.role === 'agent' ? reply : { ...reply, actor: self.actor, role: self.role },
  );
  const said = { ...row, replies: row.replies === null ? null : JSON.stringify(replies) };
  const own = row.role === 'agent' ? said : { ...said, ...self };
  if (isDismissed(row)) return { ...own, ...reopened(row, now) };
  return { ...own, resolved_by: row.resolved_by === null ? null : self.actor };
}

function isDismissed({ status }: Finding): boolean {
  return findingStatusFacts[status].ending === 'dismissed';
}

function notAccepted({ analysis }: TaskFile['plans'][number]): Partial<TaskFile['plans'][number]> {
  return {
    status: analysis === null ? 'registered' : 'analysed',
    accepted_hash: null,
    accepted_at: null,
    accepted_by: null,
    review_run_id: null,
    attestations: '[]',
  };
}

function reopened(row: Finding, now: number): Partial<Finding> {
  const by = row.resolved_by === null ? '' : ` by ${row.resolved_by}`;
  const note = row.note === null ? '' : `: ${row.note}`;
  const reason = `Imported from a file that marks it as ${row.status}${by}${note}`;
  return {
    status: 'open',
    note: null,
    superseded_by: null,
    resolved_by: null,
    resolved_at: null,
    resolved_ref: null,
    reopen_count: row.reopen_count + 1,
    reopen_reason: reason.slice(0, findingLimits.reason),
    reopened_at: now,
  };
}
