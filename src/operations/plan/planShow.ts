import * as z from 'zod';
import { planAnalysisSchema, planItemSchema, planResolutions, planSchema } from '../../domain/plan/plan.js';
import { taskField } from '../../records/finding/findingFields.js';
import { locatePlan, presentOnePlan, registeredPlan } from '../../records/plan/planAccess.js';
import { checklistOf } from '../../records/plan/planChecklist.js';
import { planOfTaskField } from '../../records/plan/planFields.js';
import { defineOperation } from '../operation.js';
import { analysePlan } from './analysePlan.js';

export const planShow = defineOperation({
  name: 'plan.show',
  order: 70,
  title: 'Show Plan',
  summary: 'Shows a plan with its checkboxes, which can be ticked now, and whether it is stale.',
  input: z.strictObject({
    plan: planOfTaskField,
    task: taskField,
    gaps: z.boolean().optional().describe('Also analyze the text: criteria, tests, open questions and gaps'),
  }),
  output: z.object({
    plan: planSchema,
    resolution: z.enum(planResolutions),
    exists: z.boolean(),
    items: z.array(planItemSchema),
    /** Ids of proven items that are not ticked yet. */
    due: z.array(z.string()),
    /** Ids of ticked items without proof. */
    unproven: z.array(z.string()),
    /** For `gaps`, from the current text; missing for a plan that is gone. */
    gaps: planAnalysisSchema.optional(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'plan_show', brief: '', rare: ['plan', 'task', 'gaps'] },
  cli: {
    paths: { plan: 'name' },
    positionals: ['plan'],
    examples: ['plan show', 'plan show rate-limit --gaps'],
  },
  palette: 'plan',
  async run(context, input) {
    const file = await locatePlan(context, input.plan, input.task);
    return context.store.read(async transaction => {
      const row = await registeredPlan(transaction, file.path);
      const items = file.content?.document.items ?? [];
      const { due, unproven } = await checklistOf(transaction, row, items);
      return {
        plan: await presentOnePlan(transaction, row, file.content?.contentHash),
        resolution: file.resolution,
        exists: file.content !== undefined,
        items: items.map(({ markAt: _markAt, ...item }) => item),
        due: due.map(({ item }) => item.id),
        unproven: unproven.map(item => item.id),
        ...(input.gaps === true && file.content !== undefined ? { gaps: analysePlan(file.content.document) } : {}),
      };
    });
  },
});
