import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { findingSchema } from '../../domain/finding/finding.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { reviewRunSchema } from '../../domain/review/reviewRun.js';
import { reviewVerdicts } from '../../domain/review/reviewVerdict.js';
import { message } from '../../messages/message.js';
import { type CheckedFinding, checkFinding } from '../../records/finding/checkFinding.js';
import { contextOfReview } from '../../records/finding/contextAsOf.js';
import { presentFindings } from '../../records/finding/findingAccess.js';
import { findingListField, recordOutcomes, taskField } from '../../records/finding/findingFields.js';
import { historyOf } from '../../records/finding/findingHistory.js';
import { recordFindings } from '../../records/finding/recordFindings.js';
import { provenanceOf } from '../../records/provenance.js';
import { presentOneRun, taskOfSubject } from '../../records/review/reviewAccess.js';
import { subjectFields, verdictFields } from '../../records/review/reviewFields.js';
import { type ReviewSubject, readSubject } from '../../records/review/reviewSubject.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { trimmedField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { recordVerdict } from './recordVerdict.js';
import { readCovered, recordedPayload } from './reviewRecord.js';
import { findRun, newRun } from './startRun.js';
import { tellAuthor } from './tellAuthor.js';

export const reviewSubmit = defineOperation({
  name: 'review.submit',
  order: 30,
  title: 'Record Review',
  summary: 'Records a whole review: run, findings and verdict, all or nothing.',
  input: z.strictObject({
    verdict: z.enum(reviewVerdicts).describe('pass only if nothing is left to do'),
    findings: findingListField.optional(),
    ...subjectFields,
    task: taskField,
    ...verdictFields,
    seen: trimmedField(64)
      .optional()
      .describe('Tree or content hash of the reviewed version; refused if it has changed'),
  }),
  output: z.object({
    run: reviewRunSchema,
    findings: z.array(z.object({ finding: findingSchema, outcome: z.enum(recordOutcomes) })),
  }),
  effect: 'write',
  idempotency: 'id',
  // An agent reviews in steps: review_runs start, review_findings batch_record, review_runs record.
  mcp: null,
  cli: {
    paths: { subject: 'name', coveredFiles: 'path' },
    positionals: ['verdict'],
    flags: { findings: 'from-file', coveredFiles: 'covered' },
    files: ['findings'],
    examples: ['review submit fail --from-file review.json --summary "The limit is per process"'],
  },
  // The command Branch Review previews the changes.
  palette: false,
  async run(context, input) {
    const subject = await readSubject(context, input);
    const { verdict, summary, findings = [] } = input;
    const coveredFiles = (input.coveredFiles ?? []).map(path => readCovered(context, path));
    const checked: CheckedFinding[] = [];
    const there = await contextOfReview(context, subject);
    for (const [index, finding] of findings.entries()) {
      checked.push(await checkFinding(there, { mode: subject.mode, ...finding }, { where: `Finding ${index + 1}: ` }));
    }
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    const history = await historyOf(
      there,
      checked.map(({ fingerprint }) => fingerprint),
    );
    return context.store.transaction(async transaction => {
      const existing = await findRun(transaction, input.id, subject);
      if (existing !== undefined) throw writtenBefore(formatRef('reviewRun', existing.number));
      refuseChanged(subject, input.seen);
      const task = await taskOfSubject(transaction, place, input.task, subject);
      if (task !== undefined && task.archived_at !== null) throw archived(formatRef('task', task.number));
      const { actor, ids } = context;
      const now = context.clock.now();
      const run = await newRun(context, transaction, subject, { task, key: input.id, provenance, now });
      const record = { verdict, summary, coveredFiles, requestChanges: false, provenance, now };
      const row = await recordVerdict(context, transaction, run, record, true);
      // Findings are about the branch that is reviewed, wherever the reviewer is.
      const { name: branch, commit = provenance.commit_sha } = subject;
      const found = subject.kind === 'branch' ? { ...provenance, branch, commit_sha: commit } : provenance;
      const recorded = await recordFindings(
        transaction,
        checked.map(finding => ({ ...finding, taskId: task?.id ?? null, reviewRunId: run.id })),
        { actor, provenance: found, now, ids, history },
      );
      const open = recorded.filter(({ row: finding }) => finding.status === 'open').length;
      if (verdict === 'pass' && open > 0) throw notPassed(open);
      await transaction.events.append([
        newEvent(actor, now, 'review_recorded', null, recordedPayload(row), row.task_id),
      ]);
      await tellAuthor(context, transaction, row);
      const shown = await presentFindings(
        transaction,
        recorded.map(({ row: finding }) => finding),
      );
      return {
        run: await presentOneRun(transaction, row, subject.hash),
        findings: shown.map((finding, index) => ({ finding, outcome: recorded[index]?.outcome ?? ('known' as const) })),
      };
    });
  },
});

/** Refuses a review of an outdated text: its line numbers would be wrong. */
function refuseChanged({ name, hash }: ReviewSubject, seen: string | undefined): void {
  if (seen === undefined || seen === hash) return;
  throw refusalError('conflict', message('reviews.changedSinceRead', { name }), {
    hint: 'reviews.changedSinceReadHint',
    details: { subject: name },
  });
}

function writtenBefore(run: string): RefusalError {
  return refusalError('conflict', message('reviews.writtenBefore', { run }), {
    next: [{ operation: 'review.list', input: {} }],
    details: { run },
  });
}

function archived(task: string): RefusalError {
  return refusalError('transition_not_allowed', message('reviews.taskArchived', { task }), {
    hint: 'reviews.taskArchivedHint',
    details: { task },
  });
}

function notPassed(open: number): RefusalError {
  return refusalError('conflict', message('reviews.findingsForbidPass', { count: open }), {
    hint: 'reviews.findingsForbidPassHint',
  });
}
