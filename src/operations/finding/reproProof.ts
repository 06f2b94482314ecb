import { newEvent } from '../../domain/event/newEvent.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import type { Provenance } from '../provenance.js';
import type { ReproRun } from './runRepro.js';

export interface ReproProof {
  readonly finding: FindingRow;
  readonly repro: string;
  readonly run: ReproRun;
  readonly treeHash: string;
  readonly provenance: Provenance;
}

/** Writes the proof that a repro command gave at a commit, with its event; returns its ref. */
export async function recordReproProof(
  transaction: Transaction,
  { actor, clock, ids }: Context,
  { finding, repro, run, treeHash, provenance }: ReproProof,
): Promise<string> {
  const now = clock.now();
  const passed = run.exitCode === 0;
  const proof: Omit<EvidenceRow, 'repository_id'> = {
    ...provenance,
    id: ids.ulid(now),
    number: await transaction.evidence.takeNumbers(1),
    task_id: finding.task_id,
    slice_id: null,
    command: repro,
    directory: '',
    exit_code: run.exitCode,
    passed: passed ? 1 : 0,
    result: `repro of ${formatRef('finding', finding.number)} ${passed ? 'passed' : `failed with ${run.exitCode}`}`,
    grade: 'observed',
    tree_hash: treeHash,
    log_hash: null,
    log_bytes: null,
    log_file: null,
    receipt: null,
    duration_ms: run.durationMs,
    commit_sha: run.commit,
    started_at: run.startedAt,
    created_at: now,
  };
  await transaction.evidence.insert([proof]);
  const ref = formatRef('evidence', proof.number);
  await transaction.events.append([
    newEvent(
      actor,
      now,
      'evidence_recorded',
      null,
      {
        evidence: ref,
        command: repro,
        passed,
        exitCode: run.exitCode,
        grade: proof.grade,
        commit: run.commit,
        finding: formatRef('finding', finding.number),
      },
      finding.task_id,
    ),
  ]);
  return ref;
}
