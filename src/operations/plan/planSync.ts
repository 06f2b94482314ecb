import * as z from 'zod';
import { planSchema } from '../../domain/plan/plan.js';
import { tickMarks } from '../../domain/plan/tickPlan.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { taskField } from '../../records/finding/findingFields.js';
import { locatePlan, presentOnePlan, registeredPlan } from '../../records/plan/planAccess.js';
import { checklistOf } from '../../records/plan/planChecklist.js';
import { planOfTaskField } from '../../records/plan/planFields.js';
import { presentContent, readPlanFile, workTreeOf } from '../../records/plan/planFile.js';
import { recordTicks } from '../../records/plan/recordTicks.js';
import { defineOperation } from '../operation.js';

const tickSchema = z.object({
  item: z.string(),
  text: z.string(),
  line: z.int().positive(),
  /** Its proof: `S-4 with E-9`, or the person who attested it. */
  by: z.string(),
});
const boxSchema = tickSchema.omit({ by: true });

export const planSync = defineOperation({
  name: 'plan.sync',
  order: 50,
  title: 'Update Plan Checklist',
  menuTitle: 'Update Checklist',
  summary:
    'Ticks the plan items that slices with evidence, or a person, have confirmed; only lists them without apply.',
  input: z.strictObject({
    plan: planOfTaskField,
    task: taskField,
    apply: z.boolean().optional().describe('Write the file; otherwise the changes are only listed'),
  }),
  output: z.object({
    plan: planSchema,
    applied: z.boolean(),
    /** Ticked now, or to be ticked with apply. */
    ticks: z.array(tickSchema),
    /** Ticked without proof; nothing is ever unticked. */
    unproven: z.array(boxSchema),
    open: z.array(boxSchema),
  }),
  effect: 'external',
  mcp: { tool: 'slices', action: 'tick', brief: 'items with evidence', rare: ['plan', 'task', 'apply'] },
  cli: {
    paths: { plan: 'name' },
    positionals: ['plan'],
    examples: ['plan sync', 'plan sync --apply'],
  },
  palette: 'plan',
  async run(context, input) {
    const workTree = workTreeOf(context);
    const file = await locatePlan(context, input.plan, input.task);
    const { text, document, contentHash } = presentContent(file);
    const { row, checklist } = await context.store.read(async transaction => {
      const plan = await registeredPlan(transaction, file.path);
      return { row: plan, checklist: await checklistOf(transaction, plan, document.items) };
    });
    const ticks = checklist.due.map(({ item, by }) => ({ ...boxOf(item), by }));
    const answer = { ticks, unproven: checklist.unproven.map(boxOf), open: checklist.open.map(boxOf) };
    if (input.apply !== true || ticks.length === 0) {
      const plan = await context.store.read(transaction => presentOnePlan(transaction, row, contentHash));
      return { plan, applied: false, ...answer };
    }
    const ticked = tickMarks(
      text,
      checklist.due.map(({ item }) => item.markAt),
    );
    // An editor may have saved the file meanwhile: its new text must not be lost.
    const present = file.resolution === 'workspace' ? undefined : await readPlanFile(workTree, file.path);
    if (ticked === undefined || present?.text !== text) throw changedMeanwhile(file.path);
    await workTree.writeText(file.path, ticked);
    const isAll = checklist.open.length === 0;
    return context.store.transaction(async transaction => {
      const items = ticks.map(({ item }) => item);
      const changed = await recordTicks(context, transaction, { path: file.path, contentHash, items, isAll });
      return { plan: await presentOnePlan(transaction, changed, contentHash), applied: true, ...answer };
    });
  },
});

function boxOf({ id, text, line }: { id: string; text: string; line: number }): z.output<typeof boxSchema> {
  return { item: id, text, line };
}

function changedMeanwhile(path: string): RefusalError {
  return refusalError('conflict', message('plans.fileChanged', { path }), {
    hint: 'plans.fileChangedHint',
    details: { path },
  });
}
