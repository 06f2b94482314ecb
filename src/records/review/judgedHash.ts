import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { sha256 } from '../../platform/sha256.js';

type Judged = Omit<ReviewRunRow, 'repository_id' | 'id' | 'number' | 'task_id' | 'summary' | 'revision'>;

/** Hashes the judged fields of a recorded review. Stored in its event as `judged`, to detect an edited copy of the row. */
export function judgedHash(run: Judged): string {
  const { subject_path, mode, subject_hash, verdict, request_changes, covered_files, reviewed_at } = run;
  const { actor, role, harness, session, lane } = run;
  const fields = [subject_path, mode, subject_hash, verdict, request_changes, covered_files, reviewed_at];
  return sha256(JSON.stringify([...fields, actor, role, harness, session, lane]));
}
