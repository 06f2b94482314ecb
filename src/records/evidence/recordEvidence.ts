import type { Provenance } from '../../domain/actor/provenance.js';
import { newEvent } from '../../domain/event/newEvent.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { readLeftOut } from '../../domain/evidence/leftOut.js';
import { runReceipt } from '../../domain/evidence/runFacts.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { provenanceOf } from '../provenance.js';
import type { MeasuredRun } from './runForEvidence.js';

export type EvidenceDraft = Omit<EvidenceRow, 'number' | 'repository_id' | 'task_id' | 'slice_id'>;

/** Stores a run's output next to the store and drafts the evidence. Call it before the transaction. */
export async function draftRun(context: Context, run: MeasuredRun): Promise<EvidenceDraft> {
  const now = context.clock.now();
  const id = context.ids.ulid(now);
  const logFile = `${id}.log`;
  await context.attachments?.write('evidence', logFile, run.log.content);
  return {
    ...(await draftEvidence(context, id, now)),
    command: run.command,
    directory: run.directory,
    exit_code: run.outcome.exitCode,
    passed: run.passed ? 1 : 0,
    result: verdictOf(run),
    grade: 'observed',
    receipt: runReceipt(run.facts, run.leftOut),
    tree_hash: run.treeHash ?? null,
    log_hash: run.log.hash,
    log_bytes: run.log.bytes,
    log_file: context.attachments === undefined ? null : logFile,
    duration_ms: run.outcome.durationMs,
    started_at: run.startedAt,
  };
}

type Common = Provenance & Pick<EvidenceDraft, 'id' | 'receipt' | 'created_at'>;

export async function draftEvidence(context: Context, id: string, now: number): Promise<Common> {
  return { ...(await provenanceOf(context)), id, receipt: null, created_at: now };
}

export async function insertEvidence(
  transaction: Transaction,
  { actor }: Context,
  draft: EvidenceDraft,
  owner: { readonly taskId: string | null; readonly sliceId: string | null },
): Promise<Omit<EvidenceRow, 'repository_id'>> {
  const row = await writeEvidence(transaction, draft, owner);
  await transaction.events.append([
    newEvent(actor, row.created_at, 'evidence_recorded', null, evidencePayload(row), row.task_id),
  ]);
  return row;
}

/** Writes evidence without an event, for a change whose own event covers it. */
export async function writeEvidence(
  transaction: Transaction,
  draft: EvidenceDraft,
  { taskId, sliceId }: { readonly taskId: string | null; readonly sliceId: string | null },
): Promise<Omit<EvidenceRow, 'repository_id'>> {
  const number = await transaction.evidence.takeNumbers(1);
  const row = { ...draft, number, task_id: taskId, slice_id: sliceId };
  await transaction.evidence.insert([row]);
  return row;
}

export function evidencePayload(
  row: Pick<EvidenceRow, 'number' | 'command' | 'passed' | 'exit_code' | 'grade' | 'tree_hash' | 'receipt'>,
): Readonly<Record<string, unknown>> {
  const leftOut = readLeftOut(row.receipt);
  return {
    evidence: formatRef('evidence', row.number),
    command: row.command,
    passed: row.passed === 1,
    exitCode: row.exit_code,
    grade: row.grade,
    treeHash: row.tree_hash,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

/** Returns the numbers and failing tests of a known test runner, else the last line. */
export function verdictOf({ outcome, timeoutMs = 0, log, summary = log.lastLine }: MeasuredRun): string {
  const { endedBy } = outcome;
  const limit = endedBy === 'timeout' ? ` after ${timeoutMs / 1000} s` : '';
  const how = endedBy === undefined ? summary : `${endings[endedBy]}${limit}; ${summary}`;
  const text = how.trim() === '' ? `ended with ${outcome.exitCode}` : how.replace(/; $/, '');
  return text.length > evidenceLimits.result ? `${text.slice(0, evidenceLimits.result - 1)}…` : text;
}

const endings = {
  signal: 'killed by a signal',
  timeout: 'timed out',
  cancelled: 'cancelled',
  'not-found': 'program not found',
} as const;
