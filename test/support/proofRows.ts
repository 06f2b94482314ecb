import type { EvidenceRow } from '../../src/domain/evidence/evidenceRow.js';
import type { SliceRow } from '../../src/domain/slice/sliceRow.js';
import { randomIds } from '../../src/platform/idSource.js';
import type { NewRow } from '../../src/store/tables/table.js';
import type { TestRepository } from './testRepository.js';

const stamp = {
  actor: 'codex',
  role: 'agent',
  harness: 'codex',
  model: null,
  effort: null,
  session: null,
  lane: null,
  branch: 'main',
  commit_sha: null,
} as const;

/** Writes a closed slice of a task that works on an item of its plan; its ULID. */
export async function closedSlice(
  repository: TestRepository,
  task_id: string,
  plan_item: string,
  more: Partial<SliceRow> = {},
): Promise<string> {
  const row: NewRow<SliceRow> = {
    ...stamp,
    id: randomIds.ulid(repository.now),
    number: await repository.store.transaction(transaction => transaction.slices.takeNumbers(1)),
    task_id,
    title: `Work on ${plan_item}`,
    status: 'closed',
    test_command: 'npm test',
    red_evidence_id: null,
    plan_item,
    base_sha: null,
    changed_files: '[]',
    decision_id: null,
    started_at: repository.now,
    closed_at: repository.now,
    updated_at: repository.now,
    revision: 1,
    ...more,
  };
  await repository.store.transaction(transaction => transaction.slices.insert([row]));
  return row.id;
}

/** Writes evidence that passed, unless `more` says otherwise; its ULID. */
export async function passedProof(repository: TestRepository, more: Partial<EvidenceRow> = {}): Promise<string> {
  const row: NewRow<EvidenceRow> = {
    ...stamp,
    id: randomIds.ulid(repository.now),
    number: await repository.store.transaction(transaction => transaction.evidence.takeNumbers(1)),
    task_id: null,
    slice_id: null,
    command: 'npm test',
    directory: '',
    exit_code: 0,
    passed: 1,
    result: null,
    grade: 'observed',
    tree_hash: null,
    log_hash: null,
    log_bytes: null,
    log_file: null,
    receipt: null,
    duration_ms: 1,
    started_at: repository.now,
    created_at: repository.now,
    ...more,
  };
  await repository.store.transaction(transaction => transaction.evidence.insert([row]));
  return row.id;
}
