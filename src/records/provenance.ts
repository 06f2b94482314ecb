import type { Provenance } from '../domain/actor/provenance.js';
import type { Context } from './context.js';

/** What every row of handoff and review is stamped with. Asks git: call it before a transaction, not inside. */
export async function provenanceOf({ actor, workTree }: Context): Promise<Provenance> {
  const head = await workTree?.head();
  return {
    actor: actor.name,
    role: actor.role,
    harness: actor.harness ?? null,
    model: actor.model ?? null,
    session: actor.session ?? null,
    lane: actor.lane ?? null,
    branch: head?.branch ?? null,
    commit_sha: head?.commit ?? null,
  };
}
