import { authorOf } from '../domain/actor/author.js';
import type { Provenance } from '../domain/actor/provenance.js';
import type { Context } from './context.js';

/** What every row of handoff and review is stamped with. Asks git: call it before a transaction, not inside. */
export async function provenanceOf({ actor, workTree }: Context): Promise<Provenance> {
  const head = await workTree?.head();
  return { ...authorOf(actor), branch: head?.branch ?? null, commit_sha: head?.commit ?? null };
}
