import type { Role } from '../domain/actor/actor.js';
import type { Context } from './context.js';

/** Who wrote a row, and where they stood; the names are the columns'. */
export interface Provenance {
  readonly actor: string;
  readonly role: Role;
  readonly harness: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly lane: string | null;
  readonly branch: string | null;
  readonly commit_sha: string | null;
}

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
