import type { Context } from '../context.js';
import { requireCommit } from '../evidence/evidenceAccess.js';

/** The context as if this commit were checked out; the context itself for undefined. Refuses what names no commit here. */
export async function contextAsOf(context: Context, commit: string | undefined): Promise<Context> {
  if (commit === undefined) return context;
  const id = await requireCommit(context, commit);
  return { ...context, workTree: context.workTree?.asOf(id) };
}
