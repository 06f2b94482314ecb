import { commandText } from '../../domain/evidence/commandText.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { isFresh, latestEvidence } from '../../domain/evidence/freshness.js';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { listEvidence } from '../../domain/refusal/steps.js';
import { type Message, message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';

/**
 * Evidence of each fix at `commit`, in the order of `rows`; undefined if none is required. Named evidence and repro commands must
 * have passed on exactly the commit's tree. Calls git; throws a refusal.
 */
export async function findFixProofs(
  context: Context,
  rows: readonly FindingRow[],
  commit: string | null,
  named: string | undefined,
): Promise<(EvidenceRow | undefined)[]> {
  const needsTree = named !== undefined || rows.some(hasRepro);
  const tree = needsTree && commit !== null ? await context.workTree?.treeHashOf(commit) : undefined;
  return context.store.read(async transaction => {
    const given = named === undefined ? undefined : await transaction.evidence.find(parseIdentifier('evidence', named));
    if (named !== undefined) checkProof(given, named, tree, commit);
    const ofTree = tree === undefined || !rows.some(hasRepro) ? [] : await transaction.evidence.ofTree(tree);
    return rows.map(row => {
      if (!hasRepro(row)) return given;
      const own = reproProof(row, ofTree, tree);
      if (own?.passed !== 1) throw noReproProof(row, commit);
      return given ?? own;
    });
  });
}

/** Last run of the repro command on the fix's tree, except runs that were only reported. */
function reproProof(
  row: FindingRow,
  ofTree: readonly EvidenceRow[],
  tree: string | undefined,
): EvidenceRow | undefined {
  return latestEvidence(ofTree, tree, { command: commandText([row.repro ?? '']), minimum: 'observed' });
}

/** A command that did not reproduce the finding cannot prove a fix. */
function hasRepro(row: FindingRow): boolean {
  return row.repro !== null && row.repro_state !== 'unproven';
}

function checkProof(
  proof: EvidenceRow | undefined,
  named: string,
  tree: string | undefined,
  commit: string | null,
): asserts proof is EvidenceRow {
  if (proof === undefined) {
    throw refusalError('not_found', message('evidence.unknown', { evidence: named.slice(0, 80) }), {
      next: [listEvidence],
      details: { evidence: named },
    });
  }
  const ref = formatRef('evidence', proof.number);
  if (proof.passed === 0) {
    throw stale(message('findings.proofFailed', { evidence: ref, command: proof.command }), {
      evidence: ref,
      passed: false,
    });
  }
  if (isFresh(proof, tree)) return;
  const where =
    commit === null
      ? message('findings.noCommitToJudge')
      : message('findings.otherTree', { commit: commit.slice(0, 10) });
  throw stale(message('findings.proofStale', { evidence: ref, why: where }), {
    evidence: ref,
    commit,
    treeHash: proof.tree_hash,
    expected: tree ?? null,
  });
}

function stale(reason: Message, details: Readonly<Record<string, unknown>>): RefusalError {
  return refusalError('stale', reason, { next: [{ operation: 'evidence.run', input: {} }], details });
}

function noReproProof(row: FindingRow, commit: string | null): RefusalError {
  const ref = formatRef('finding', row.number);
  return refusalError(
    'transition_not_allowed',
    message('findings.reproNotPassed', {
      finding: findingName(row),
      commit: commit?.slice(0, 10) ?? message('findings.anyCommit'),
    }),
    {
      next: [
        { operation: 'finding.prove', input: { id: ref, ...(commit === null ? {} : { commit: commit.slice(0, 10) }) } },
      ],
      details: { finding: ref, commit, needs: 'repro' },
    },
  );
}
