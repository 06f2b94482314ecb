import * as z from 'zod';
import { isAtLeast } from '../../domain/evidence/freshness.js';
import { planAcceptanceReasons } from '../../domain/plan/planAcceptance.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { asClause, message } from '../../messages/message.js';
import { baseConfig } from '../../records/baseConfig.js';
import { taskField } from '../../records/finding/findingFields.js';
import { changePlan, locatePlan, presentOnePlan, registeredPlan } from '../../records/plan/planAccess.js';
import { planOfTaskField, planOutput } from '../../records/plan/planFields.js';
import { planAuthors, planningRuns } from '../../records/review/gradedRuns.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

/** Max open findings read: one is enough to refuse. */
const lookedAt = 1000;

export const planAccept = defineOperation({
  name: 'plan.accept',
  order: 30,
  title: 'Accept Plan',
  menuTitle: 'Accept',
  summary: 'Accepts a plan that passed its latest planning review unchanged and has no open planning findings.',
  input: z.strictObject({ plan: planOfTaskField, task: taskField }),
  output: planOutput,
  effect: 'write',
  idempotency: 'plan',
  mcp: { tool: 'plans', action: 'accept', brief: '', rare: ['task'] },
  cli: { paths: { plan: 'name' }, positionals: ['plan'], examples: ['plan accept', 'plan accept rate-limit'] },
  palette: 'plan',
  async run(context, input) {
    const file = await locatePlan(context, input.plan, input.task);
    const contentHash = file.content?.contentHash;
    const { review } = await baseConfig(context);
    return context.store.transaction(async transaction => {
      const row = await registeredPlan(transaction, file.path);
      const { runs, openFindings } = await planningReviews(transaction, row.path);
      const authors = await planAuthors(transaction, row);
      const counted = runs.find(run => isAtLeast(run.grade, review.minimumGrade));
      const reasons = planAcceptanceReasons({ plan: row, contentHash, runs, authors, openFindings }, review);
      const [first] = reasons;
      if (first !== undefined) {
        return refuse(
          'conflict',
          message('plans.notAcceptable', { path: row.path, why: asClause(first.text, 'lower') }),
          { hint: 'plans.notAcceptableHint', details: { reasons } },
        );
      }
      const isSame = row.accepted_hash === contentHash && (row.status === 'accepted' || row.status === 'done');
      if (isSame || contentHash === undefined) return { plan: await presentOnePlan(transaction, row, contentHash) };
      const now = context.clock.now();
      const changed = await changePlan(
        context,
        transaction,
        row,
        {
          status: 'accepted',
          content_hash: contentHash,
          accepted_hash: contentHash,
          accepted_at: now,
          accepted_by: context.actor.name,
          review_run_id: counted?.id ?? null,
        },
        { now, type: 'plan_accepted', payload: { reviewRun: `V-${counted?.number}`, contentHash } },
      );
      return { plan: await presentOnePlan(transaction, changed, contentHash) };
    });
  },
});

/** Recorded planning reviews of a plan, latest first, and its open planning findings. */
export async function planningReviews(transaction: Transaction, path: string) {
  const runs = await planningRuns(transaction, path);
  const openFindings = await transaction.findings.list({
    path,
    mode: 'planning',
    status: 'open',
    order: 'created',
    limit: lookedAt,
    after: undefined,
  });
  return { runs, openFindings };
}
