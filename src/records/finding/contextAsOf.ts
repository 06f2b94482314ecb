import type { Context } from '../context.js';
import { requireCommit } from '../evidence/evidenceAccess.js';

/** Returns the context as if this commit were checked out; unchanged for undefined. Refuses an unknown commit. */
export async function contextAsOf(context: Context, commit: string | undefined): Promise<Context> {
  if (commit === undefined) return context;
  const id = await requireCommit(context, commit);
  return { ...context, workTree: context.workTree?.asOf(id) };
}
