import type { Finding } from '../../domain/finding/finding.js';
import type { FindingAct } from '../../domain/finding/findingTransition.js';
import type { Context } from '../../records/context.js';
import { commitAct, type FindingsRequest, findActable } from './actOnFindings.js';
import { requireDismissal } from './requireDismissal.js';

/** Ends findings without a fix, with a note on the reason; all or none. */
export async function dismissFindings(
  context: Context,
  act: FindingAct & ('wontfix' | 'defer'),
  input: FindingsRequest & { readonly note: string },
): Promise<{ findings: Finding[] }> {
  const rows = await findActable(context, input, act);
  await requireDismissal(context, rows, act);
  const findings = await commitAct(context, act, rows, async (_, now) => () => ({
    change: { note: input.note, resolved_by: context.actor.name, resolved_at: now },
    payload: { note: input.note },
  }));
  return { findings };
}
