import type { Finding } from '../../domain/finding/finding.js';
import { checkDismissal } from '../../domain/finding/findingRule.js';
import type { FindingAct } from '../../domain/finding/findingTransition.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { waysOf } from '../../domain/review/independence.js';
import { baseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { commitAct, type FindingsRequest, findActable } from './actOnFindings.js';

/** Ends findings without a fix, with a note on the reason; all or none. */
export async function dismissFindings(
  context: Context,
  act: FindingAct & ('wontfix' | 'defer'),
  input: FindingsRequest & { readonly note: string },
): Promise<{ findings: Finding[] }> {
  const rows = await findActable(context, input, act);
  if (waysOf((await baseConfig(context)).review).length > 0)
    for (const row of rows) throwIfRefused(checkDismissal(row, context.actor, act));
  const findings = await commitAct(context, act, rows, async (_, now) => () => ({
    change: { note: input.note, resolved_by: context.actor.name, resolved_at: now },
    payload: { note: input.note },
  }));
  return { findings };
}
