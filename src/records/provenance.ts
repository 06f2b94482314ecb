import { authorOf } from '../domain/actor/author.js';
import type { Provenance } from '../domain/actor/provenance.js';
import type { Context } from './context.js';

/** Origin for each row of handoff and review. Asks git: call it before a transaction. */
export async function provenanceOf({ actor, workTree }: Context): Promise<Provenance> {
  const head = await workTree?.head();
  return { ...authorOf(actor), branch: head?.branch ?? null, commit_sha: head?.commit ?? null };
}
