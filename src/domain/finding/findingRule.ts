import { type Message, message } from '../../messages/message.js';
import type { Actor } from '../actor/actor.js';
import type { EvidenceGrade } from '../evidence/evidenceGrade.js';
import { isAtLeast } from '../evidence/freshness.js';
import { formatRef } from '../identifier/identifier.js';
import { onRecord, type Refusal, refuse } from '../refusal/refusal.js';
import { findingName } from './findingName.js';
import type { FindingRow } from './findingRow.js';
import type { FindingStatus } from './findingStatus.js';
import { allowsAct, type FindingAct } from './findingTransition.js';

export const findingStatusWords: Readonly<Record<FindingStatus, Message>> = {
  open: message('findings.isOpen'),
  fixed: message('findings.isFixed'),
  wontfix: message('findings.isWontfix'),
  deferred: message('findings.isDeferred'),
  resolved_on_branch: message('findings.isResolvedOnBranch'),
  integrated: message('findings.isIntegrated'),
  superseded: message('findings.isSuperseded'),
};

const participles: Readonly<Record<FindingAct, Message>> = {
  fix: message('findings.actFix'),
  resolve: message('findings.isResolvedOnBranch'),
  wontfix: message('findings.actWontfix'),
  defer: message('findings.isDeferred'),
  supersede: message('findings.isSuperseded'),
  integrate: message('findings.isIntegrated'),
  reopen: message('findings.actReopen'),
};

/** Reopenings after which a fix requires evidence. */
const reopensBeforeProof = 2;
/** Fixes per actor within `fixBurstMs` that need no evidence. */
const fixesBeforeProof = 2;
/** ms. */
export const fixBurstMs = 60_000;

export function checkAct(row: FindingRow, act: FindingAct): Refusal | undefined {
  if (allowsAct(row.status, act)) return undefined;
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', {
      subject: findingName(row),
      status: findingStatusWords[row.status],
      act: participles[act],
    }),
    { hint: hintFor(row.status, act), details: { status: row.status, act, revision: row.revision } },
  );
}

function hintFor(status: FindingStatus, act: FindingAct): Message {
  if (act === 'reopen') return message('findings.alreadyOpen');
  if (act === 'integrate' && status === 'open') return message('findings.fixFirst');
  if (act === 'integrate' && status === 'integrated') return message('findings.nothingLeft');
  return message('input.reopenFirst');
}

export function checkRevision(row: FindingRow, expected: number | undefined): Refusal | undefined {
  if (expected === undefined || expected === row.revision) return undefined;
  return refuse(
    'conflict',
    message('input.atOtherRevision', {
      subject: findingName(row),
      revision: row.revision,
      expected,
      status: findingStatusWords[row.status],
    }),
    {
      hint: 'input.lookAgain',
      details: { expectedRevision: expected, currentRevision: row.revision, status: row.status },
    },
  );
}

/** Refuses a write because the row was changed after it was read. */
export function lostFinding(row: FindingRow): Refusal {
  return refuse(
    'conflict',
    message('findings.changedMeanwhile', { finding: findingName(row), status: findingStatusWords[row.status] }),
    { hint: 'input.lookAgain', details: { currentRevision: row.revision, status: row.status } },
  );
}

export interface ProofOfFix {
  readonly grade: EvidenceGrade | undefined;
  readonly minimum: EvidenceGrade;
}

/** Requires evidence after two reopenings, or if the actor fixed `recentFixes` others within a minute. */
export function checkProofNeeded(row: FindingRow, recentFixes: number, proof: ProofOfFix): Refusal | undefined {
  if (proof.grade !== undefined && isAtLeast(proof.grade, proof.minimum)) return undefined;
  const why =
    row.reopen_count >= reopensBeforeProof
      ? message('findings.reopenedTimes', { count: row.reopen_count })
      : recentFixes >= fixesBeforeProof
        ? message('findings.tooManyFixes', { count: recentFixes + 1 })
        : undefined;
  if (why === undefined) return undefined;
  const test = message('findings.howToTest');
  return refuse('transition_not_allowed', message('findings.needsProof', { finding: findingName(row), why }), {
    hint:
      proof.grade === undefined
        ? message('findings.runTest', { how: test })
        : message('findings.proofTooWeak', { grade: proof.grade, minimum: proof.minimum, how: test }),
    details: { needs: 'evidence', reopenCount: row.reopen_count, recentFixes, minimumGrade: proof.minimum },
  });
}

/**
 * Only the finder or a person may dismiss; for repositories with independent reviews, and, with the name of the caller's `approved`
 * lane, for findings on it.
 */
export function checkDismissal(
  row: FindingRow,
  actor: Actor,
  act: FindingAct,
  approved?: string | Message,
): Refusal | undefined {
  const isFinder =
    row.actor === actor.name &&
    row.role === actor.role &&
    row.harness === (actor.harness ?? null) &&
    row.session === (actor.session ?? null);
  if (actor.role === 'human' || isFinder) return undefined;
  const who = { finding: findingName(row), reviewer: row.actor, act: participles[act], actor: actor.name };
  const refusal = refuse(
    'not_allowed',
    approved === undefined
      ? message('findings.notIndependent', who)
      : message('findings.ownApproved', { ...who, lane: approved }),
    { hint: 'findings.notIndependentHint' },
  );
  return onRecord(refusal, { about: formatRef('finding', row.number), state: row.status, taskId: row.task_id });
}

/** Refuses to undo another actor's decision, which is a reopening, or an integration, a fact about a branch. */
export function checkTakeBack(row: FindingRow, actor: Actor): Refusal | undefined {
  if (row.status !== 'integrated' && row.resolved_by === actor.name) return undefined;
  return refuse(
    'not_allowed',
    row.status === 'integrated'
      ? message('findings.integratedForGood', { finding: findingName(row) })
      : message('findings.notDecidedBy', { finding: findingName(row), actor: actor.name }),
    { hint: 'findings.undoHint' },
  );
}
