import * as z from 'zod';
import { planAnalysisSchema, planSchema } from '../../domain/plan/plan.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { taskField } from '../../records/finding/findingFields.js';
import { changePlan, locatePlan, presentOnePlan, registeredPlan } from '../../records/plan/planAccess.js';
import { planOfTaskField } from '../../records/plan/planFields.js';
import { presentContent } from '../../records/plan/planFile.js';
import { defineOperation } from '../operation.js';
import { analysePlan } from './analysePlan.js';

export const planAnalyse = defineOperation({
  name: 'plan.analyse',
  order: 20,
  title: 'Find Gaps in Plan',
  menuTitle: 'Find Gaps',
  summary: 'Analyzes a plan: objective, steps, criteria, tests, open questions and gaps.',
  input: z.strictObject({ plan: planOfTaskField, task: taskField }),
  output: z.object({ plan: planSchema, analysis: planAnalysisSchema }),
  effect: 'write',
  mcp: { tool: 'plans', action: 'analyse', brief: '', rare: ['task'] },
  cli: { paths: { plan: 'name' }, positionals: ['plan'], examples: ['plan analyse', 'plan analyse rate-limit'] },
  palette: 'plan',
  async run(context, input) {
    const file = await locatePlan(context, input.plan, input.task);
    const { document, contentHash } = presentContent(file);
    const analysis = analysePlan(document);
    return context.store.transaction(async transaction => {
      const row = await registeredPlan(transaction, file.path);
      const text = JSON.stringify(inEnglish(analysis));
      const isSame = row.analysis === text && row.content_hash === contentHash && row.status !== 'registered';
      const changed = isSame
        ? row
        : await changePlan(
            context,
            transaction,
            row,
            {
              analysis: text,
              content_hash: contentHash,
              // An accepted plan stays accepted; its hash shows later edits.
              ...(row.status === 'registered' ? { status: 'analysed' } : {}),
            },
            {
              now: context.clock.now(),
              type: 'plan_analysed',
              payload: { items: analysis.items, problems: analysis.problems.map(problem => problem.code) },
            },
          );
      return { plan: await presentOnePlan(transaction, changed, contentHash), analysis };
    });
  },
});
