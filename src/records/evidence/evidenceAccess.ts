import type { Evidence } from '../../domain/evidence/evidence.js';
import { type EvidenceRow, evidenceDefinition } from '../../domain/evidence/evidenceRow.js';
import { presentEvidence } from '../../domain/evidence/presentEvidence.js';
import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { listEvidence } from '../../domain/refusal/steps.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { refsOf } from '../showRows.js';

type Row = Omit<EvidenceRow, 'repository_id'>;

export async function findEvidence(transaction: Transaction, text: string): Promise<EvidenceRow> {
  const row = await transaction.evidence.find(parseIdentifier('evidence', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('evidence.unknown', { evidence: text.trim().slice(0, 80) }), {
    next: [listEvidence],
    details: { evidence: text },
  });
}

export async function presentEvidenceRows(
  transaction: Transaction,
  rows: readonly Row[],
  judgedTree: string | undefined,
): Promise<Evidence[]> {
  const refs = await refsOf(transaction, evidenceDefinition, rows);
  return rows.map(row => presentEvidence(row, judgedTree, refs));
}

export async function presentEvidenceRow(
  transaction: Transaction,
  row: Row,
  judgedTree: string | undefined,
): Promise<Evidence> {
  const [evidence] = await presentEvidenceRows(transaction, [row], judgedTree);
  if (evidence === undefined) throw new Error(`${formatRef('evidence', row.number)} could not be shown.`);
  return evidence;
}

/** Returns the full id of a commit; refuses an unknown one. */
export async function requireCommit({ workTree }: Context, text: string): Promise<string> {
  const commit = await workTree?.resolveCommit(text);
  if (commit !== undefined) return commit;
  throw refusalError('not_found', message('evidence.unknownCommit', { commit: text.trim().slice(0, 80) }), {
    hint: 'evidence.unknownCommitHint',
    details: { commit: text },
  });
}

/** Tree to compare evidence with: a commit's, or the current worktree's; undefined without one. */
export async function judgedTreeOf(context: Context, at: string | undefined): Promise<string | undefined> {
  const { workTree } = context;
  if (at !== undefined) return workTree?.treeHashOf(await requireCommit(context, at));
  return workTree?.treeHash();
}
