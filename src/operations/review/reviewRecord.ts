import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { normaliseFindingPath } from '../../domain/finding/findingPath.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkRecord, isSameVerdict } from '../../domain/review/reviewRule.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { type ReviewVerdict, reviewVerdicts } from '../../domain/review/reviewVerdict.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { taskField } from '../../records/finding/findingFields.js';
import { provenanceOf } from '../../records/provenance.js';
import { judgedHash } from '../../records/review/judgedHash.js';
import { findReviewRun, presentOneRun, type StoredRun, taskOfSubject } from '../../records/review/reviewAccess.js';
import { reviewRunField, reviewRunOutput, subjectFields, verdictFields } from '../../records/review/reviewFields.js';
import { hashesNow, type ReviewSubject, readSubject } from '../../records/review/reviewSubject.js';
import { refuseUnseen } from '../../records/review/reviewTree.js';
import { placeOf } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { recordVerdict } from './recordVerdict.js';
import { checkReviewer, findRun, newRun, runToEnd } from './startRun.js';
import { tellAuthor } from './tellAuthor.js';

const recordInput = z.strictObject({
  verdict: z.enum(reviewVerdicts).describe('pass only if nothing is left to do'),
  run: reviewRunField
    .optional()
    .describe('Default: the run that you started for this subject, else a new one for its current state'),
  ...subjectFields,
  task: taskField,
  ...verdictFields,
});

export const reviewRecord = defineOperation({
  name: 'review.record',
  order: 20,
  title: 'Record Verdict',
  asks: true,
  summary:
    'Records the verdict of a review run, also as a decision of its task; it covers what was reviewed, not later edits.',
  input: recordInput,
  output: reviewRunOutput,
  effect: 'write',
  idempotency: 'id',
  mcp: {
    tool: 'review_runs',
    action: 'record',
    brief: 'run or subject, coveredFiles',
    rare: ['run', 'kind', 'mode', 'id', 'task', 'summary', 'coveredFiles'],
  },
  cli: {
    paths: { subject: 'name', coveredFiles: 'path' },
    positionals: ['verdict'],
    flags: { coveredFiles: 'covered' },
    exclusive: [
      ['run', 'subject'],
      ['run', 'id'],
    ],
    examples: [
      'review record pass --run V-2 --covered src/limit.ts,src/limit.spec.ts',
      'review record fail --subject feature/rate-limit --summary "The limit is per process"',
    ],
  },
  palette: 'store',
  async run(context, input) {
    const subject = input.run === undefined ? await readSubject(context, input) : undefined;
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    const coveredFiles = (input.coveredFiles ?? []).map(path => readCovered(context, path));
    await refuseUnseen(context, subject, input.run);
    const recorded = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const present = await presentRun(context, transaction, input, subject);
      if (present !== undefined && isSameVerdict(present, input.verdict)) return present;
      if (present !== undefined) {
        throwIfRefused(checkRecord(present, input.verdict));
        throwIfRefused(checkReviewer(present, context.actor));
        throwIfRefused(await checkPass(transaction, present, input.verdict));
      }
      const run =
        present ??
        (await newRun(context, transaction, requireSubject(subject), {
          task: await taskOfSubject(transaction, place, input.task, requireSubject(subject)),
          key: input.id,
          provenance,
          now,
        }));
      const { verdict, summary } = input;
      const record = { verdict, summary, coveredFiles, requestChanges: false, provenance, now };
      const row = await recordVerdict(context, transaction, run, record, present === undefined);
      await transaction.events.append([
        newEvent(context.actor, now, 'review_recorded', null, recordedPayload(row), row.task_id),
      ]);
      await tellAuthor(context, transaction, row);
      return row;
    });
    const hashes = await hashesNow(context, [recorded]);
    return {
      run: await context.store.read(transaction => presentOneRun(transaction, recorded, hashes.get(recorded.id))),
    };
  },
});

/** Refuses `pass` while a finding of the review is open. */
async function checkPass(
  transaction: Transaction,
  run: ReviewRunRow,
  verdict: ReviewVerdict,
): Promise<Refusal | undefined> {
  if (verdict !== 'pass') return undefined;
  const open = await transaction.findings.list({
    reviewRunId: run.id,
    status: 'open',
    order: 'severity',
    limit: 100,
    after: undefined,
  });
  if (open.length === 0) return undefined;
  const refs = open.map(finding => formatRef('finding', finding.number));
  const ref = formatRef('reviewRun', run.number);
  return refuse(
    'conflict',
    message('reviews.cannotPass', {
      run: ref,
      findings: refs.slice(0, 10).join(', '),
      count: open.length,
    }),
    { hint: 'reviews.cannotPassHint', details: { run: ref, findings: refs } },
  );
}

async function presentRun(
  { actor }: Context,
  transaction: Transaction,
  input: z.output<typeof recordInput>,
  subject: ReviewSubject | undefined,
): Promise<ReviewRunRow | undefined> {
  if (input.run !== undefined) return findReviewRun(transaction, input.run);
  if (subject === undefined) return undefined;
  return input.id === undefined ? runToEnd(transaction, actor, subject) : findRun(transaction, input.id, subject);
}

function requireSubject(subject: ReviewSubject | undefined): ReviewSubject {
  if (subject === undefined) throw new Error('A run is made of a subject alone.');
  return subject;
}

/** Normalises a reviewed path as runs store it; refuses one outside of the worktree. */
export function readCovered({ workTree }: Context, path: string): string {
  const found = normaliseFindingPath(path, workTree?.root);
  if (found !== undefined) return found;
  throw refusalError('invalid_input', message('reviews.filesOutside', { path: path.slice(0, 200) }), {
    hint: 'reviews.filesOutsideHint',
  });
}

export function recordedPayload(row: StoredRun): Readonly<Record<string, unknown>> {
  return {
    run: formatRef('reviewRun', row.number),
    subject: row.subject_path,
    mode: row.mode,
    verdict: row.verdict,
    coveredFiles: (JSON.parse(row.covered_files) as string[]).length,
    judged: judgedHash(row),
  };
}
