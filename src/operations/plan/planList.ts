import * as z from 'zod';
import { type Plan, planSchema } from '../../domain/plan/plan.js';
import { planLimits } from '../../domain/plan/planRow.js';
import { planStatuses } from '../../domain/plan/planStatus.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { taskField } from '../../records/finding/findingFields.js';
import { cutPage, nextCursorField } from '../../records/page.js';
import { presentOnePlan } from '../../records/plan/planAccess.js';
import { readPlanFile } from '../../records/plan/planFile.js';
import { findTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

const defaultPageSize = 50;

export const planList = defineOperation({
  name: 'plan.list',
  order: 60,
  title: 'List Plans',
  summary: 'Lists the registered plans by path and whether each was edited since it was accepted.',
  input: z.strictObject({
    task: taskField.describe('Only the plans of this task: T-3, 3, ULID or ref'),
    status: z.enum(planStatuses).optional().describe('Only this status'),
    limit: z.int().min(1).max(200).optional().describe('Maximum number; 50 by default'),
    cursor: z.string().max(planLimits.path).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    plans: z.array(planSchema.omit({ analysis: true, attestations: true })),
    nextCursor: nextCursorField,
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'plans', brief: '', rare: ['task', 'status', 'limit', 'cursor'] },
  cli: { examples: ['plan list', 'plan list --status accepted'] },
  palette: 'plan',
  async run(context, { limit = defaultPageSize, ...input }) {
    const rows = await context.store.read(async transaction => {
      const taskId = input.task === undefined ? undefined : (await findTask(transaction, input.task)).id;
      return transaction.plans.list({ taskId, status: input.status }, limit + 1, input.cursor);
    });
    const { shown, nextCursor } = cutPage(rows, limit, ({ path }) => path);
    const hashes = new Map<string, string | undefined>();
    for (const { path } of shown) hashes.set(path, await hashOf(context.workTree, path));
    const plans = await context.store.read(async transaction => {
      const presented: Omit<Plan, 'analysis' | 'attestations'>[] = [];
      for (const row of shown) {
        const {
          analysis: _analysis,
          attestations: _attestations,
          ...plan
        } = await presentOnePlan(transaction, row, hashes.get(row.path));
        presented.push(plan);
      }
      return presented;
    });
    return { plans, nextCursor };
  },
});

/** Hash of a plan's text; undefined if unreadable: one broken file must not hide the others. */
async function hashOf(workTree: WorkTree | undefined, path: string): Promise<string | undefined> {
  if (workTree === undefined) return undefined;
  try {
    return (await readPlanFile(workTree, path))?.contentHash;
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}
