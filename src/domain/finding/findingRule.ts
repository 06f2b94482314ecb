import type { Actor } from '../actor/actor.js';
import type { EvidenceGrade } from '../evidence/evidenceGrade.js';
import { isAtLeast } from '../evidence/freshness.js';
import { formatRef } from '../identifier/identifier.js';
import { onRecord, type Refusal, refuse } from '../refusal/refusal.js';
import { findingName } from './findingName.js';
import type { FindingRow } from './findingRow.js';
import type { FindingStatus } from './findingStatus.js';
import { allowsAct, type FindingAct } from './findingTransition.js';

/** Statuses as words in a sentence. */
const statusWords: Readonly<Record<FindingStatus, string>> = {
  open: 'open',
  fixed: 'fixed',
  wontfix: 'not to be fixed',
  deferred: 'deferred',
  resolved_on_branch: 'resolved on a branch',
  integrated: 'integrated',
  superseded: 'superseded',
};

const participles: Readonly<Record<FindingAct, string>> = {
  fix: 'marked fixed',
  resolve: 'resolved on a branch',
  wontfix: 'set to won’t fix',
  defer: 'deferred',
  supersede: 'superseded',
  integrate: 'integrated',
  reopen: 'reopened',
};

/** After this many reopenings, a fix needs a proof. */
const reopensBeforeProof = 2;
/** So many fixes of one actor within `fixBurstMs` need no proof; the next one does. */
const fixesBeforeProof = 2;
/** ms. */
export const fixBurstMs = 60_000;

/** Refuses an act that the status does not allow. */
export function checkAct(row: FindingRow, act: FindingAct): Refusal | undefined {
  if (allowsAct(row.status, act)) return undefined;
  return refuse(
    'transition_not_allowed',
    `${findingName(row)} is ${statusWords[row.status]} and cannot be ${participles[act]}.`,
    { hint: hintFor(row.status, act), details: { status: row.status, act, revision: row.revision } },
  );
}

function hintFor(status: FindingStatus, act: FindingAct): string {
  if (act === 'reopen') return 'It is open already.';
  if (act === 'integrate' && status === 'open') return 'Mark it fixed first, with the commit that fixes it.';
  if (act === 'integrate' && status === 'integrated') return 'Nothing is left to do.';
  return 'Reopen it with a reason first.';
}

/** Refuses a caller who has not seen what the finding is by now; both revisions are named. */
export function checkRevision(row: FindingRow, expected: number | undefined): Refusal | undefined {
  if (expected === undefined || expected === row.revision) return undefined;
  return refuse(
    'conflict',
    `${findingName(row)} is at revision ${row.revision}, not ${expected}: it is ${statusWords[row.status]} now.`,
    {
      hint: 'Look at it again and repeat what still applies.',
      details: { expectedRevision: expected, currentRevision: row.revision, status: row.status },
    },
  );
}

/** For who was beaten to a change between looking and writing. */
export function lostFinding(row: FindingRow): Refusal {
  return refuse(
    'conflict',
    `${findingName(row)} was changed by someone else at the same moment and is ${statusWords[row.status]} now.`,
    {
      hint: 'Look at it again and repeat what still applies.',
      details: { currentRevision: row.revision, status: row.status },
    },
  );
}

/** What is known of the proof of a fix. */
export interface ProofOfFix {
  /** Undefined without a proof. */
  readonly grade: EvidenceGrade | undefined;
  /** The weakest grade that counts here. */
  readonly minimum: EvidenceGrade;
}

/**
 * Refuses a fix without proof where words no longer do: the finding came back twice, or the same actor has marked more
 * than two fixed within a minute. `recentFixes` counts those before this one.
 */
export function checkProofNeeded(row: FindingRow, recentFixes: number, proof: ProofOfFix): Refusal | undefined {
  if (proof.grade !== undefined && isAtLeast(proof.grade, proof.minimum)) return undefined;
  const why =
    row.reopen_count >= reopensBeforeProof
      ? `it was reopened ${row.reopen_count} times`
      : recentFixes >= fixesBeforeProof
        ? `this is fix ${recentFixes + 1} of the same actor within a minute`
        : undefined;
  if (why === undefined) return undefined;
  const test = 'its test with `evidence run -- <command>` at the fix and name the proof with evidence.';
  return refuse('transition_not_allowed', `${findingName(row)} is not marked fixed without proof: ${why}.`, {
    hint:
      proof.grade === undefined
        ? `Run ${test}`
        : `The proof named is only ${proof.grade}, ${proof.minimum} is needed: run ${test}`,
    details: { needs: 'evidence', reopenCount: row.reopen_count, recentFixes, minimumGrade: proof.minimum },
  });
}

/**
 * Where reviews must be independent, refuses to dismiss (not to fix, to defer, to supersede) a finding of someone else: that
 * is for who found it, or for a person.
 */
export function checkDismissal(row: FindingRow, actor: Actor, act: FindingAct): Refusal | undefined {
  const isFinder =
    row.actor === actor.name &&
    row.role === actor.role &&
    row.harness === (actor.harness ?? null) &&
    row.session === (actor.session ?? null);
  if (actor.role === 'human' || isFinder) return undefined;
  const refusal = refuse(
    'not_allowed',
    `${findingName(row)} was found by ${row.actor} and cannot be ${participles[act]} by ${actor.name}: reviews here are independent (review.independent).`,
    { hint: 'Its reviewer or a person decides that; fix it, or ask them.' },
  );
  return onRecord(refusal, { about: formatRef('finding', row.number), state: row.status, taskId: row.task_id });
}

/**
 * Refuses to take back what somebody else decided, which is a reopening that counts, and an integration, which is a fact about
 * a branch. Where it is allowed the finding is as it was before: all decisions but that one are made on open findings.
 */
export function checkTakeBack(row: FindingRow, actor: Actor): Refusal | undefined {
  if (row.status !== 'integrated' && row.resolved_by === actor.name) return undefined;
  return refuse(
    'not_allowed',
    row.status === 'integrated'
      ? `${findingName(row)} is integrated, which cannot be taken back.`
      : `${findingName(row)} was not decided on by ${actor.name}, who cannot take that back.`,
    { hint: 'Reopen it with a reason, without undo.' },
  );
}
